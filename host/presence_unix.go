//go:build unix && !linux

package host

import "golang.org/x/sys/unix"

// hungUp reports whether the other side of a connection has ended it. It does not know while something is still to be read.
func hungUp(fd uintptr) bool {
	var room [1]byte
	n, _, err := unix.Recvfrom(int(fd), room[:], unix.MSG_PEEK|unix.MSG_DONTWAIT)
	return n == 0 && err == nil || err == unix.ECONNRESET
}
