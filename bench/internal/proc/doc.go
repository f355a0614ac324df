// Package proc reads from Linux's /proc what a process and its descendants use: the CPU
// time they have spent and the memory they hold.
//
//	before, _ := proc.Measure(pid)
//	// … work …
//	after, _ := proc.Measure(pid)
//	fmt.Println(after.CPU-before.CPU, after.RSS)
//
// CPU time comes in ticks of 10 ms, so a measurement should last a second or more. What
// descendants that have ended had used is included when their parent has waited for them.
package proc
