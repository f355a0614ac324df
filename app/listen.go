package app

import (
	"net"

	"github.com/fwrun/fwrun/platform/handover"
)

// Listen opens the socket that is configured, or takes the one that was passed to the process, and returns the address for clients:
// a URL, or "unix:" and a file. It opens the admin socket, too.
func (a *App) Listen() (listener net.Listener, url string, err error) {
	first := a.serving.Load()
	at := first.settings.endpoint
	if listener, err = a.inherit(handover.Server, at.Name(), at.Listen); err != nil {
		return nil, "", err
	}
	first.endpoint.Available.Accept() // before anybody can ask: from now on requests wait rather than be refused
	if err := a.openManagement(); err != nil {
		_ = listener.Close()
		return nil, "", err
	}
	a.openSocket()
	a.at = listener.Addr()
	first.endpoint.Own.Listens(a.at)
	url = "http://" + listener.Addr().String() + a.ContextPath()
	if certificates := first.endpoint.Certificates; certificates != nil {
		listener, url = certificates.Listen(listener), "https"+url[len("http"):]
	}
	if a.at.Network() == "unix" {
		url = "unix:" + a.at.String()
	}
	return listener, url, nil
}
