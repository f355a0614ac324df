//go:build unix

package app

import "syscall"

// descriptorLimit is how many files the process may open; 0 where that is not told. Package os has raised the
// soft limit to the hard one as the process began.
func descriptorLimit() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return uint64(limit.Cur)
}
