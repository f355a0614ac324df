package tests

import (
	"syscall"
	"unsafe"
)

// limitProcess bounds the files that a process may open from here on. Its hard limit stays, so that it can have more
// again.
func limitProcess(pid int, n uint64) error {
	var limit syscall.Rlimit
	if err := prlimit(pid, nil, &limit); err != nil {
		return err
	}
	limit.Cur = n
	return prlimit(pid, &limit, nil)
}

func prlimit(pid int, limit, old *syscall.Rlimit) error {
	_, _, failed := syscall.Syscall6(syscall.SYS_PRLIMIT64, uintptr(pid), syscall.RLIMIT_NOFILE,
		uintptr(unsafe.Pointer(limit)), uintptr(unsafe.Pointer(old)), 0, 0)
	if failed != 0 {
		return failed
	}
	return nil
}
