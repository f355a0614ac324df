package life

import (
	"log/slog"
	"net"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/endpoint"
	"github.com/fwrun/fwrun/platform/handover"
)

// Listeners are those of the process. What was passed to it is used, anything else is opened, and all of it is noted for the process after
// this one.
type Listeners struct {
	Heir *handover.Heir // may be nil
	Log  *slog.Logger
}

// Take returns the listener that was passed for a role at an address, or else the one that open opens.
func (l Listeners) Take(role, address string, open func() (net.Listener, error)) (net.Listener, error) {
	passed, err := l.Heir.Take(role, address)
	if err != nil {
		return nil, endpoint.CannotListen(address, err)
	}
	if passed != nil {
		return passed, nil
	}
	opened, err := open()
	if err != nil {
		return nil, err
	}
	l.keep(role, address, opened)
	return opened, nil
}

// Management returns the listener of the management endpoints.
func (l Listeners) Management(address string) (net.Listener, error) {
	return l.Take(handover.Management, "tcp "+address, func() (net.Listener, error) { return endpoint.ListenTCP(address) })
}

// Socket returns the admin socket at a path.
func (l Listeners) Socket(path string) (*admin.Socket, error) {
	passed, err := l.Heir.Take(handover.Admin, path)
	if err != nil {
		return nil, err
	}
	if passed != nil {
		return admin.Adopt(path, passed), nil
	}
	opened, err := admin.Open(path)
	if err != nil {
		return nil, err
	}
	l.keep(handover.Admin, path, opened.Listener())
	return opened, nil
}

// keep notes a listener for the next process. Without that it serves all the same.
func (l Listeners) keep(role, address string, opened net.Listener) {
	if err := l.Heir.Keep(role, address, opened); err != nil {
		l.Log.Warn("a listener is not passed on to the next process", "listener", role, "error", err)
	}
}
