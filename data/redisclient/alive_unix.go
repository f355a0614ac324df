//go:build unix

package redisclient

import (
	"crypto/tls"
	"errors"
	"syscall"
	"time"
)

// alive reports whether the server has not closed the connection: a command that is sent in vain is not sent again.
func (c *conn) alive() bool {
	raw := c.Conn
	if secure, is := raw.(*tls.Conn); is {
		raw = secure.NetConn()
	}
	socket, is := raw.(syscall.Conn)
	if !is || c.SetDeadline(time.Time{}) != nil {
		return false
	}
	control, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	quiet := false
	err = control.Read(func(fd uintptr) bool {
		var one [1]byte
		_, err := syscall.Read(int(fd), one[:])
		quiet = errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EWOULDBLOCK) // nothing may arrive now
		return true
	})
	return err == nil && quiet
}
