// Package processors counts the processors that the process has, and lets Go use further ones while some are held.
//
// Go runs goroutines on as many threads at a time as there are processors. It can take the processor from a goroutine anywhere but
// within a copy: a script whose array grows to 80 MB holds its one until the array has been copied, which takes tenths of a second
// where the memory is new. If the collector runs just then, it waits on another processor for that goroutine, whose stack it has to
// look at, and does nothing else meanwhile. With two processors nobody else is answered until the copy is made.
//
// So what runs such work says how many goroutines hold a processor. While these and the collector would leave none, Go has further
// ones: more threads run, and the system divides the time of its processors among them.
//
//	var held processors.Held
//	held.Set(1) // for longer than others should have to wait
//	defer held.Set(0)
package processors
