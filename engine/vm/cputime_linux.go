package vm

import (
	"syscall"
	"time"
	"unsafe"
)

// getm returns a value that identifies the runtime's thread, without the system call for the thread's number.
// The runtime keeps it for packages that link to it by name.
//
//go:linkname getm runtime.getm
func getm() uintptr

// threads records the numbers of the threads on which a VM ran last. A thread lives as long as the process,
// unless a goroutine that is locked to it ends, which none of this program does.
type threads struct {
	known [8]struct {
		m  uintptr
		id int32
	}
	next int
}

// current returns the number of the thread that the goroutine is locked to.
func (t *threads) current() int32 {
	m := getm()
	for i := range t.known {
		if t.known[i].m == m {
			return t.known[i].id
		}
	}
	id := int32(syscall.Gettid())
	t.known[t.next].m, t.known[t.next].id = m, id
	t.next = (t.next + 1) % len(t.known)
	return id
}

// threadTime returns the CPU time of a thread, from the kernel's clock for it, whose id is derived from the
// thread's number.
func threadTime(thread int32) (time.Duration, bool) {
	return readClock(^thread<<3 | 6)
}

// ownTime is threadTime for the calling goroutine, which is locked to its thread.
func ownTime() (time.Duration, bool) {
	const clockThreadCPUTimeID = 3
	return readClock(clockThreadCPUTimeID)
}

func readClock(clock int32) (time.Duration, bool) {
	var t syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&t)), 0)
	return time.Duration(t.Nano()), errno == 0
}
