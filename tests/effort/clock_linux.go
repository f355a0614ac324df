package effort

import (
	"time"

	"golang.org/x/sys/unix"
)

// onProcessor returns how long the thread has been on a processor.
func onProcessor() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		panic(err) // each Linux has it
	}
	return time.Duration(now.Nano())
}
