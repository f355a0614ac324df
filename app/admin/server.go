package admin

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// The limits of requests. What an answer may cost, its handler decides.
const (
	readTimeout  = 30 * time.Second
	writeTimeout = 10 * time.Minute // a profile or a dump takes its time
	idleTimeout  = time.Minute
)

// newTime is how long a connection that was just opened may take to send its request when the server closes, and newPause the time
// between two looks whether it has.
const (
	newTime  = time.Second
	newPause = 5 * time.Millisecond
)

// Server answers requests of those who manage the process, on whatever listener.
type Server struct {
	http     *http.Server
	listener net.Listener
	ended    chan struct{} // closed when no connection is accepted any more
	closing  atomic.Bool

	mu    sync.Mutex
	fresh map[net.Conn]struct{} // connections on which no request has arrived
}

// Serve answers requests in the background until Close.
func Serve(listener net.Listener, h http.Handler, headerBytes int) *Server {
	s := &Server{listener: listener, ended: make(chan struct{}), fresh: map[net.Conn]struct{}{}}
	s.http = &http.Server{
		Handler: s.ending(h), ConnState: s.changed,
		ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: headerBytes,
	}
	go func() {
		defer close(s.ended)
		_ = s.http.Serve(listener) // ends with Close
	}()
	return s
}

// Close closes the listener, and waits for running requests until ctx ends.
func (s *Server) Close(ctx context.Context) {
	s.closing.Store(true)
	_ = s.listener.Close()
	<-s.ended
	s.awaitRequests(ctx)
	if err := s.http.Shutdown(ctx); err != nil {
		_ = s.http.Close()
	}
}

// awaitRequests waits for requests on new connections: Shutdown drops those that arrive after it has begun, and another process may serve
// the same listener, whose clients know nothing of the end of this one.
func (s *Server) awaitRequests(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, newTime)
	defer cancel()
	tick := time.NewTicker(newPause)
	defer tick.Stop()
	for s.hasFresh() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (s *Server) hasFresh() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.fresh) > 0
}

// changed is called when a connection changes its state.
func (s *Server) changed(conn net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state == http.StateNew {
		s.fresh[conn] = struct{}{}
		return
	}
	delete(s.fresh, conn)
}

// ending ends connections with their answers while the server closes.
func (s *Server) ending(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.closing.Load() {
			w.Header().Set("Connection", "close")
		}
		h.ServeHTTP(w, r)
	})
}
