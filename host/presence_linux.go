package host

import "golang.org/x/sys/unix"

// hungUp reports whether the other side of a connection has ended it, even if something that it sent before is still to be read.
func hungUp(fd uintptr) bool {
	list := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}}
	n, err := unix.Poll(list, 0)
	return err == nil && n > 0 && list[0].Revents&(unix.POLLRDHUP|unix.POLLHUP|unix.POLLERR) != 0
}
