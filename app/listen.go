package app

import (
	"net"
	"net/http"

	"github.com/fwrun/fwrun/platform/handover"
)

// Listen opens the socket that is configured, or takes the one that was passed to the process, and returns the address for clients:
// a URL, or "unix:" and a file. It opens the admin socket, too.
func (a *App) Listen() (listener net.Listener, url string, err error) {
	first := a.serving.Load()
	at := first.settings.endpoint
	if listener, err = a.listeners.Take(handover.Server, at.Name(), at.Listen); err != nil {
		return nil, "", err
	}
	first.endpoint.Available.Accept() // before anybody can ask: from now on requests wait rather than be refused
	if err := a.managing.Open(&a.started.management, a.listeners.Management, http.HandlerFunc(a.manage), a.log); err != nil {
		_ = listener.Close()
		return nil, "", err
	}
	a.OpenSocket()
	a.at = listener.Addr()
	first.endpoint.Own.Listens(a.at)
	if certificates := first.endpoint.Certificates; certificates != nil {
		listener = certificates.Listen(listener)
	}
	return listener, a.URL(), nil
}

// URL returns where the application listens; "" before Listen.
func (a *App) URL() string {
	if a.at == nil {
		return ""
	}
	if a.at.Network() == "unix" {
		return "unix:" + a.at.String()
	}
	scheme, serving := "http://", a.serving.Load()
	if serving.endpoint.Certificates != nil {
		scheme = "https://"
	}
	return scheme + a.at.String() + serving.settings.host.ContextPath
}
