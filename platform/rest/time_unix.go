//go:build unix

package rest

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time that this process has used.
func ProcessorTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0 // it never rests
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
