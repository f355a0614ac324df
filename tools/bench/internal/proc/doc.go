// Package proc reads from Linux's /proc what a process and its descendants use: their CPU time
// and their memory.
//
//	before, _ := proc.Measure(pid)
//	// … work …
//	after, _ := proc.Measure(pid)
//	fmt.Println(after.CPU-before.CPU, after.RSS)
//
// CPU time is counted in ticks of 10 ms, so a measurement should last a second or more. The time
// of descendants that have ended is included if their parent has waited for them.
package proc
