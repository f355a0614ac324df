//go:build !linux

package vm

import "time"

// Threads and their clocks are available on Linux only. On other systems the ticks of the watchdog are used
// instead of CPU time.
type threads struct{}

func (*threads) current() int32 { return 0 }

func threadTime(int32) (time.Duration, bool) { return 0, false }

func ownTime() (time.Duration, bool) { return 0, false }
