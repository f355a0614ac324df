package harness

import (
	"time"

	"golang.org/x/sys/unix"
)

// Computed returns the CPU time of a process; known is false if the system does not tell.
func Computed(pid int) (used time.Duration, known bool) {
	const scheduled = 2 // of the clocks of another process, the one that counts in nanoseconds: see CPUCLOCK_SCHED of Linux
	var now unix.Timespec
	err := unix.ClockGettime(int32(^pid<<3|scheduled), &now)
	return time.Duration(now.Nano()), err == nil
}
