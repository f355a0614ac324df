//go:build unix

package host

import "golang.org/x/sys/unix"

// canSleep reports whether arrived can tell something.
const canSleep = true

// arrived reports whether there is something to read from a socket, its end included, and whether it is still open.
func arrived(fd uintptr) (ready, open bool) {
	var room [1]byte
	for {
		n, _, err := unix.Recvfrom(int(fd), room[:], unix.MSG_PEEK|unix.MSG_DONTWAIT)
		switch err {
		case nil:
			return true, n > 0
		case unix.EINTR:
		case unix.EAGAIN:
			return false, true
		default:
			return true, false
		}
	}
}
