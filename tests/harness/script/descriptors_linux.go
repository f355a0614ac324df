package script

import (
	"syscall"
	"unsafe"
)

// limitProcess limits the files that a running process may open. The hard limit stays, so that the soft limit
// can be raised again.
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
