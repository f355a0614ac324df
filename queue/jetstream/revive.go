package jetstream

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"
)

// writeError is in what the server reports when it could not write. It does not write to that topic any more from then on.
const writeError = "Critical write error"

// revival starts a server again that does not write any more.
type revival struct {
	mu      sync.Mutex
	running bool
	closing chan struct{} // closed by end
	group   sync.WaitGroup
}

// begin runs f unless it runs already, or the server is closed.
func (r *revival) begin(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.closing:
		return
	default:
	}
	if !r.running {
		r.running = true
		r.group.Go(f)
	}
}

// end returns when nothing is started again any more.
func (r *revival) end() {
	r.mu.Lock()
	select {
	case <-r.closing:
	default:
		close(r.closing)
	}
	r.mu.Unlock()
	r.group.Wait()
}

// ended lets the next one begin.
func (r *revival) ended() {
	r.mu.Lock()
	r.running = false
	r.mu.Unlock()
}

// reported looks for reports that the server does not write any more.
func (s *Server) reported(text string, log *slog.Logger) {
	if strings.Contains(text, writeError) {
		s.revival.begin(func() { s.revive(log) })
	}
}

// reviveInterval is how often a server that does not write any more looks for room on the disk, and how long it waits at least.
const reviveInterval = time.Second

// revive starts the server again when the disk has room. Brokers connect to it as to one that was away.
func (s *Server) revive(log *slog.Logger) {
	ticker := time.NewTicker(reviveInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-s.revival.closing:
			return
		}
		if s.outOfSpace() {
			continue
		}
		if err := s.restart(log); err != nil {
			log.Error("queue: the server could not be started again", "error", err)
			s.revival.begin(func() { s.revive(log) })
		}
		return
	}
}

func (s *Server) restart(log *slog.Logger) error {
	s.life.Lock()
	defer s.life.Unlock()
	log.Warn("queue: the server could not write, and is started again", "folder", s.store.Folder)
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
	s.revival.ended() // what is reported from now on is about another server
	s.mu.Lock()
	s.failed = nil
	s.mu.Unlock()
	if err := repair(s.sync.folder); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	return s.boot(ctx, log)
}

// InProcessConn implements nats.InProcessConnProvider by the server that runs now.
func (s *Server) InProcessConn() (net.Conn, error) {
	if !s.life.TryRLock() {
		return nil, errors.New("the queue store is opened again")
	}
	defer s.life.RUnlock()
	return s.nats.InProcessConn()
}
