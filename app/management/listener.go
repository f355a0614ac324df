package management

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/platform/fault"
)

// The limits of the listener of the endpoints, beside those of the admin socket.
const (
	grace       = 2 * time.Second // at the end
	headerBytes = 16 << 10
)

// Listener serves the endpoints on an address of their own. The zero value is one that is not open.
type Listener struct {
	mu     sync.Mutex
	server *admin.Server
	at     net.Addr
	closed bool
}

// Open begins to serve, if the settings name an address, unless that has begun or ended before.
func (l *Listener) Open(s *Settings, listen func(address string) (net.Listener, error), endpoints http.Handler, log *slog.Logger) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.Address == "" || !s.enabled || l.closed || l.server != nil {
		return nil
	}
	opened, err := listen(s.Address)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f.WithHint("management.server.port and management.server.address say where the management endpoints are")
	}
	if err != nil {
		return err
	}
	l.at = opened.Addr()
	l.server = admin.Serve(opened, endpoints, headerBytes)
	log.Info("management endpoints", "url", "http://"+l.at.String()+s.base)
	return nil
}

// Addr returns the address on which it listens; nil if it is not open.
func (l *Listener) Addr() net.Addr {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at
}

// Close closes the listener, and waits a moment for its requests, or until ctx ends: a client that does not read what it has asked for
// does not hold up the end.
func (l *Listener) Close(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.server == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	l.server.Close(ctx)
}
