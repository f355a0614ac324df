package admin

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// Path returns the file of an application's socket.
func Path(folder string) string { return filepath.Join(folder, "data", "fwrun.sock") }

const op = "admin.socket"

const headerBytes = 256 << 10 // ids in a query

// Socket is an open admin socket.
type Socket struct {
	path     string
	made     string // the folder, if it was made for the socket
	listener net.Listener
	server   *Server
}

// Open opens a socket that the owner of the process may connect to. One that a killed process has left is replaced.
//
// The error is a *fault.Error: of kind Conflict if another process listens on it, of kind Denied if nothing can be written there,
// of kind Invalid if the path is too long for a socket.
func Open(path string) (*Socket, error) {
	made := ""
	if err := os.Mkdir(filepath.Dir(path), 0o700); err == nil {
		made = filepath.Dir(path)
	} else if !errors.Is(err, fs.ErrExist) {
		return nil, cannot(path, err)
	}
	s := &Socket{path: path, made: made}
	err := alone(filepath.Dir(path), func() (err error) {
		s.listener, err = listen(path)
		return err
	})
	if err != nil {
		s.tidy()
		return nil, err
	}
	return s, nil
}

// Adopt makes a socket of a listener that another process has opened at the path.
func Adopt(path string, listener net.Listener) *Socket {
	return &Socket{path: path, listener: listener}
}

// Listener returns the listener of the socket.
func (s *Socket) Listener() net.Listener { return s.listener }

func cannot(path string, err error) error {
	failed := fault.New(op, fault.Unavailable, "the admin socket "+path+" cannot be opened").Because(err)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		failed.Kind = fault.Conflict
		return failed.WithHint("another process serves this application; commands such as fwrun queues ask that one")
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		failed.Kind = fault.Denied
	case errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.ENAMETOOLONG):
		failed.Kind = fault.Invalid
		return failed.WithHint("the path of a socket is limited to about 100 bytes: use a shorter one for the application, or set management.socket: false")
	}
	return failed
}

// listen is called by one process at a time.
func listen(path string) (net.Listener, error) {
	if err := clearStale(path); err != nil {
		return nil, cannot(path, err)
	}
	how := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error { return c.Control(forOwner) }}
	listener, err := how.Listen(context.Background(), "unix", path)
	if err != nil {
		return nil, cannot(path, err)
	}
	if err := os.Chmod(path, 0o600); err != nil { // where forOwner has no effect
		_ = listener.Close()
		return nil, cannot(path, err)
	}
	return listener, nil
}

// clearStale removes the socket of a process that was killed. It returns an error for one that is in use, and for another file.
func clearStale(path string) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil // there is none, or listening reports the error
	case info.Mode()&fs.ModeSocket == 0:
		return errors.New("a file of this name exists, and it is not a socket")
	}
	peer, err := net.DialTimeout("unix", path, time.Second)
	switch {
	case err == nil:
		_ = peer.Close()
		return syscall.EADDRINUSE
	case errors.Is(err, syscall.ECONNREFUSED):
		return os.Remove(path)
	case errors.Is(err, fs.ErrPermission):
		return err
	}
	return syscall.EADDRINUSE // it is busy
}

// Serve answers requests in the background until Close.
func (s *Socket) Serve(h http.Handler) { s.server = Serve(s.listener, h, headerBytes) }

// Close removes the socket, and waits for running requests until ctx ends.
func (s *Socket) Close(ctx context.Context) {
	if s.server == nil {
		_ = s.listener.Close()
	} else {
		s.server.Close(ctx)
	}
	s.tidy()
}

// tidy removes the folder if it was made for the socket, and nothing else is in it.
func (s *Socket) tidy() {
	if s.made != "" {
		_ = os.Remove(s.made) // fails if it has files
	}
}

// Dial returns a client for the socket of a process that listens, or nil if no process does. Requests are for the host "fwrun".
func Dial(path string) (*http.Client, error) {
	dial := func(ctx context.Context) (net.Conn, error) {
		return (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, "unix", path)
	}
	first, err := dial(context.Background())
	switch {
	case err == nil:
		_ = first.Close()
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EINVAL):
		return nil, nil
	case errors.Is(err, fs.ErrPermission):
		return nil, fault.New(op, fault.Denied, "the admin socket "+path+" belongs to another user").
			WithHint("run the command as the user that the application runs as")
	default:
		return nil, fault.New(op, fault.Unavailable, "the admin socket "+path+" cannot be reached").Because(err)
	}
	return &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) },
	}}, nil
}
