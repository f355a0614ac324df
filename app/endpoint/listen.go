package endpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// Name returns the network and the address, by which a listener is passed from one process to the next.
func (s Settings) Name() string {
	if s.Unix {
		return "unix " + s.Address
	}
	return "tcp " + s.Address
}

// Listen opens the socket.
func (s Settings) Listen() (net.Listener, error) {
	if s.Unix {
		return listenUnix(s)
	}
	return ListenTCP(s.Address)
}

// ListenTCP opens a socket at an address.
func ListenTCP(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err == nil {
		return listener, nil
	}
	_, port, _ := net.SplitHostPort(address)
	failed := CannotListen(address, err)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, failed.WithHint(fmt.Sprintf("port %s is in use; stop the other process, or choose another port: --port 0 chooses a free one", port))
	case errors.Is(err, syscall.EACCES):
		return nil, failed.WithHint("ports below 1024 require privileges; choose a higher one: --port 8080")
	}
	return nil, failed.WithHint("check server.address and server.port")
}

// CannotListen returns the error of a listener that is not there.
func CannotListen(address string, err error) *fault.Error {
	return fault.New("app.Listen", fault.Unavailable, "cannot listen on "+address).Because(err)
}

// listenUnix makes a socket in the file system. The socket is removed when the listener is closed.
func listenUnix(s Settings) (net.Listener, error) {
	if err := clearStale(s.Address); err != nil {
		return nil, err
	}
	listener, err := net.Listen("unix", s.Address)
	if err == nil && s.mode != 0 {
		if err = os.Chmod(s.Address, s.mode); err != nil {
			_ = listener.Close()
		}
	}
	if err != nil {
		hint := "its folder must exist and be writable"
		if errors.Is(err, syscall.EINVAL) {
			hint = "the path of a socket is limited to about 100 bytes; choose a shorter one"
		}
		return nil, CannotListen(s.Address, err).WithHint(hint)
	}
	return listener, nil
}

// clearStale removes the socket of a process that was killed. A socket that is in use stays, and so does a
// file that is not a socket.
func clearStale(file string) error {
	info, err := os.Lstat(file)
	switch {
	case err != nil:
		return nil // there is none, or listening will report the error
	case info.Mode()&fs.ModeSocket == 0:
		return CannotListen(file, errors.New("a file of this name exists, and it is not a socket")).
			WithHint("move it away, or choose another server.address")
	}
	peer, err := net.DialTimeout("unix", file, time.Second)
	if err == nil {
		_ = peer.Close()
		return CannotListen(file, syscall.EADDRINUSE).WithHint("another process listens on this socket; stop it, or choose another server.address")
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		_ = os.Remove(file) // if that fails, listening reports it
	}
	return nil
}
