//go:build unix

package files

import "syscall"

// atOnce makes opening a named pipe not wait for a process that opens its other end.
const atOnce = syscall.O_NONBLOCK
