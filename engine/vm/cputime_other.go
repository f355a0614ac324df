//go:build !linux

package vm

import "time"

// threads and the clocks of threads are asked for on Linux only. Elsewhere the ticks of the
// watchdog stand in for CPU time.
type threads struct{}

func (*threads) current() int32 { return 0 }

func threadTime(int32) (time.Duration, bool) { return 0, false }

func ownTime() (time.Duration, bool) { return 0, false }
