package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/manage"
)

// adminHandlers returns what the admin socket serves, by path. Each asks the generation that serves at the moment.
func (a *App) adminHandlers() map[string]http.Handler {
	return a.addCoding(map[string]http.Handler{
		admin.QueuesPath:    manage.Handler(a.Queues),
		admin.AgentsPath:    http.HandlerFunc(a.answerAgents),
		admin.EndpointsPath: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.serving.Load().management.Whole.ServeHTTP(w, r) }),
	})
}

// adminSocket is the admin socket of an App, once it is open.
type adminSocket struct {
	mu     sync.Mutex
	opened *admin.Socket
	closed bool
}

// openSocket opens the admin socket, unless the settings say otherwise. Without it the application serves all the same.
func (a *App) openSocket() {
	s := &a.socket
	s.mu.Lock()
	defer s.mu.Unlock()
	if !a.started.management.Socket || s.closed || s.opened != nil {
		return
	}
	path := admin.Path(a.options.Folder)
	opened, err := a.inheritSocket(path)
	if err != nil {
		a.logSocket(err)
		return
	}
	a.log.Debug("the admin socket is open", "path", path)
	opened.Serve(admin.Mux(a.adminHandlers()))
	s.opened = opened
}

// logSocket logs why there is no admin socket. That a folder cannot be written is nothing to worry about.
func (a *App) logSocket(err error) {
	level, attrs := slog.LevelWarn, []any{"error", fault.Text(err)}
	if fault.KindOf(err) == fault.Denied {
		level = slog.LevelDebug
	}
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Hint != "" {
		attrs = append(attrs, "hint", f.Hint)
	}
	a.log.Log(context.Background(), level, "the application serves without an admin socket", attrs...)
}

// leave returns the socket, if it is open, for the caller to close: another one may be opened in its place.
func (s *adminSocket) leave() *admin.Socket {
	s.mu.Lock()
	defer s.mu.Unlock()
	former := s.opened
	s.opened = nil
	return former
}

// close removes the socket, and waits for its requests until ctx ends.
func (s *adminSocket) close(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.opened != nil {
		s.opened.Close(ctx)
	}
}
