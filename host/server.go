package host

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/host/forwarded"
	"github.com/fwrun/fwrun/host/multipart"
	"github.com/fwrun/fwrun/platform/clock"
)

// Server serves one application at a time over HTTP.
type Server struct {
	settings Settings
	log      *slog.Logger
	current  atomic.Pointer[table]
	fast     *fasthttp.Server
	conns    *connections
	idle     sync.Pool // holds *exchange
	uploads  *multipart.Store
	active   activity
	loops    loops

	innerGate *vm.Gate // of requests of the application itself; nil if there is none

	alive    context.Context // ends when requests in progress are given up
	kill     context.CancelFunc
	yielding context.Context // ends when clients that come back get another server
	yield    context.CancelFunc
	stopping context.Context // ends when no more requests are accepted
	stop     context.CancelFunc
}

// New builds a server for an application. If log is nil, it logs to slog.Default(). It fails if routes conflict or
// settings are invalid.
func New(app Application, settings Settings, log *slog.Logger) (*Server, error) {
	settings.fill()
	if log == nil {
		log = slog.Default()
	}
	var err error
	if settings.ContextPath, err = ContextPath(settings.ContextPath); err != nil {
		return nil, fmt.Errorf("the context path %w", err)
	}
	first, err := newTable(app, settings.Policies, &settings)
	if err != nil {
		return nil, err
	}
	settings.Policies = Policies{} // those of the first table, which does not last as long as the server
	s := &Server{settings: settings, log: log, uploads: multipart.NewStore(settings.Multipart.Folder)}
	s.alive, s.kill = context.WithCancel(context.Background())
	s.yielding, s.yield = context.WithCancel(s.alive)
	s.stopping, s.stop = context.WithCancel(s.alive)
	s.current.Store(first)
	if settings.InnerRuns > 0 {
		s.innerGate = vm.NewGate(settings.InnerRuns)
	}
	s.fast = s.newFast()
	s.conns = newConnections(settings, log, s.turnAway, func() *forwarded.Trust { return s.current.Load().policies.Trust })
	s.conns.serve = s.fast.ServeConn
	return s, nil
}

// now returns the time of day.
func (s *Server) now() time.Time { return clock.Or(s.settings.Clock).Now() }

// ContextPath returns a context path in the form in which paths are compared: "" or "/api".
func ContextPath(text string) (string, error) {
	path, refused := appendCanonical(nil, []byte("/"+strings.Trim(text, "/")))
	if refused != "" {
		return "", fmt.Errorf("cannot be served: %s", refused)
	}
	return strings.TrimSuffix(string(path), "/"), nil
}

// idleWorker is how long the goroutine of a connection that has ended waits for another one. A new goroutine costs a microsecond, and
// one that waits keeps its stack.
const idleWorker = 2 * time.Second

func (s *Server) newFast() *fasthttp.Server {
	return &fasthttp.Server{
		Handler:        s.serve,
		HeaderReceived: s.headReceived,
		ErrorHandler:   s.unreadable,
		ExpectHandler:  s.expected,
		Logger:         fastLog{s.log},

		Name:                  s.settings.Name,
		NoDefaultServerHeader: s.settings.Name == "",
		NoDefaultContentType:  true,
		SecureErrorLogMessage: true,
		CloseOnShutdown:       true,

		// The handler reads bodies, multipart ones included: it knows how much it wants.
		StreamRequestBody:            true,
		DisablePreParseMultipartForm: true,
		MaxRequestBodySize:           s.settings.MaxBodyBytes,

		ReadBufferSize: s.settings.MaxHeaderBytes,
		Concurrency:    2 * s.settings.MaxConnections, // never reached: connections enforces the limit, and answers better
		ReadTimeout:    s.settings.ReadTimeout,
		WriteTimeout:   s.settings.WriteTimeout,
		IdleTimeout:    s.settings.IdleTimeout,

		MaxIdleWorkerDuration: idleWorker,
	}
}

// Serve accepts connections until the listener fails or the server is shut down; then it returns nil.
func (s *Server) Serve(l net.Listener) error {
	go s.uploads.Sweep()
	go s.conns.doze(s.stopping)
	s.conns.serves(1)
	defer s.conns.serves(-1)
	return s.fast.Serve(s.conns.listen(l))
}

// Swap replaces the application and its policies: requests that begin from now on are served by the new one. The
// channel is closed when the last request of the old application has been answered, so that it can be closed, too. If
// Swap returns an error, nothing has changed.
func (s *Server) Swap(app Application, policies Policies) (drained <-chan struct{}, err error) {
	next, err := newTable(app, policies, &s.settings)
	if err != nil {
		return nil, err
	}
	return s.current.Swap(next).retire(), nil
}

// fastLog receives fasthttp's messages about connections: mostly the noise of the network.
type fastLog struct{ log *slog.Logger }

// Printf implements fasthttp.Logger.
func (l fastLog) Printf(format string, args ...any) {
	l.log.Debug(fmt.Sprintf(format, args...))
}
