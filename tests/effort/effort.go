package effort

import (
	"runtime"
	"time"
)

// Of runs a function and returns how long its goroutine was on a processor: what other goroutines compute for it does not count. Where
// the system has no clock for that, it is the time that went by.
func Of(do func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := onProcessor()
	do()
	return onProcessor() - began
}
