//go:build unix

package endpoint

import "syscall"

// DescriptorLimit returns how many files the process may open; 0 if that is unknown. Package os has raised
// the soft limit to the hard one at the start of the process.
func DescriptorLimit() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return uint64(limit.Cur)
}
