package app

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/app/handover"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host/certs"
)

// Listen opens the socket that is configured, or takes the one that was passed to the process, and returns the address for clients:
// a URL, or "unix:" and a file. It opens the admin socket, too.
func (a *App) Listen() (listener net.Listener, url string, err error) {
	first := a.serving.Load()
	e := first.settings.endpoint
	if e.unix {
		listener, err = a.inherit(handover.Server, "unix "+e.address, func() (net.Listener, error) { return listenUnix(e) })
	} else {
		listener, err = a.inherit(handover.Server, "tcp "+e.address, func() (net.Listener, error) { return listenTCP(e.address) })
	}
	if err != nil {
		return nil, "", err
	}
	first.available.Accept() // before anybody can ask: from now on requests wait rather than be refused
	if err := a.openManagement(); err != nil {
		_ = listener.Close()
		return nil, "", err
	}
	a.openSocket()
	a.at = listener.Addr()
	first.own.Listens(a.at)
	url = "http://" + listener.Addr().String() + a.ContextPath()
	if a.certificates != nil {
		listener, url = a.certificates.Listen(listener), "https"+url[len("http"):]
	}
	if a.at.Network() == "unix" {
		url = "unix:" + a.at.String()
	}
	return listener, url, nil
}

func listenTCP(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err == nil {
		return listener, nil
	}
	_, port, _ := net.SplitHostPort(address)
	failed := cannotListen(address, err)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, failed.WithHint(fmt.Sprintf("port %s is in use; stop the other process, or choose another port: --port 0 chooses a free one", port))
	case errors.Is(err, syscall.EACCES):
		return nil, failed.WithHint("ports below 1024 require privileges; choose a higher one: --port 8080")
	}
	return nil, failed.WithHint("check server.address and server.port")
}

func cannotListen(address string, err error) *fault.Error {
	return fault.New("app.Listen", fault.Unavailable, "cannot listen on "+address).Because(err)
}

// listenUnix makes a socket in the file system. The socket is removed when the listener is closed.
func listenUnix(e endpoint) (net.Listener, error) {
	if err := clearStale(e.address); err != nil {
		return nil, err
	}
	listener, err := net.Listen("unix", e.address)
	if err == nil && e.mode != 0 {
		if err = os.Chmod(e.address, e.mode); err != nil {
			_ = listener.Close()
		}
	}
	if err != nil {
		hint := "its folder must exist and be writable"
		if errors.Is(err, syscall.EINVAL) {
			hint = "the path of a socket is limited to about 100 bytes; choose a shorter one"
		}
		return nil, cannotListen(e.address, err).WithHint(hint)
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
		return cannotListen(file, errors.New("a file of this name exists, and it is not a socket")).WithHint("move it away, or choose another server.address")
	}
	peer, err := net.DialTimeout("unix", file, time.Second)
	if err == nil {
		_ = peer.Close()
		return cannotListen(file, syscall.EADDRINUSE).WithHint("another process listens on this socket; stop it, or choose another server.address")
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		_ = os.Remove(file) // if that fails, listening reports it
	}
	return nil
}

// loadCertificates reads the certificates that the configuration names; nil if it names none.
func (s settings) loadCertificates(props *config.Properties, log *slog.Logger) (*certs.Store, fault.List) {
	if !s.endpoint.encrypted() || len(s.problems.Errors()) > 0 {
		return nil, nil
	}
	store, problems := certs.Load(s.endpoint.tls, log)
	var list fault.List
	sections := tlsSections(props.Reader())
	for _, p := range problems {
		r, key := props.Reader(), "server.tls.client-ca"
		if p.Pair >= 0 {
			r, key = sections[p.Pair], "certificate"
			if p.Key {
				key = "key"
			}
		}
		list = append(list, certificateProblem(r, key, p))
	}
	return store, list
}

// certificateProblem reports a problem at the place where the file is configured.
func certificateProblem(r *config.Reader, key string, p *certs.Problem) fault.Diagnostic {
	if p.Warning {
		return r.Warning(key, "is used, but "+p.Text, p.Hint)
	}
	r.Reject(key, "cannot be used: "+p.Text, p.Hint)
	list := r.Problems()
	return list[len(list)-1]
}
