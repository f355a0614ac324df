package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/fault"
)

// The limits of the listener of the management endpoints, beside those of the admin socket.
const (
	managementGrace       = 2 * time.Second // at the end
	managementHeaderBytes = 16 << 10
)

// managementServer serves the management endpoints on an address of their own.
type managementServer struct {
	mu     sync.Mutex
	server *http.Server
	at     net.Addr // of its listener; nil if there is none
	closed bool
}

// openManagement opens the listener of the management endpoints, if the settings name an address for it.
func (a *App) openManagement() error {
	s := &a.managing
	s.mu.Lock()
	defer s.mu.Unlock()
	address := a.started.management.address
	if address == "" || !a.started.management.enabled || s.closed || s.server != nil {
		return nil
	}
	listener, err := listenTCP(address)
	if err != nil {
		if f, ok := errors.AsType[*fault.Error](err); ok {
			return f.WithHint("management.server.port and management.server.address say where the management endpoints are")
		}
		return err
	}
	s.at = listener.Addr()
	s.server = admin.NewServer(http.HandlerFunc(a.serveManagement), managementHeaderBytes)
	a.log.Info("management endpoints", "url", "http://"+listener.Addr().String()+a.started.management.base)
	go func(server *http.Server, listener net.Listener) { _ = server.Serve(listener) }(s.server, listener) // ends with close
	return nil
}

// serveManagement answers with the endpoints of the generation that serves at the moment.
func (a *App) serveManagement(w http.ResponseWriter, r *http.Request) {
	g := a.serving.Load()
	if g.management.shown == nil {
		actuator.Refuse(w, http.StatusNotFound, "")
		return
	}
	g.settings.management.auth.Protect(g.management.shown).ServeHTTP(w, r)
}

// close closes the listener, and waits a moment for its requests, or until ctx ends: a client that does not read what it has asked for
// does not hold up the end.
func (s *managementServer) close(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.server == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, managementGrace)
	defer cancel()
	if err := s.server.Shutdown(ctx); err != nil {
		_ = s.server.Close()
	}
}
