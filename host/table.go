package host

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/host/compress"
)

// Application is what a server serves: an [engine.Application].
type Application interface {
	Manifest() *manifest.Manifest
	Interceptors() []engine.Interception
	Run(ctx context.Context, began time.Time, task engine.Task) error
	RunOn(ctx context.Context, lease *engine.Lease, task engine.Task) error
	Working(ctx context.Context) context.Context
}

// table is one generation: an application and its routes. It counts the requests that use it, so that the caller that
// replaced it learns when the last one has left.
type table struct {
	app             Application
	policies        Policies
	mounts          mounts
	matcher         *matcher
	interceptions   []interception
	errorController bool // the application answers errors itself
	errorNumber     bool // and gets the status as a number
	streams         bool // a route takes bodies as streams
	replaced        chan struct{}
	unmatched       observer // of requests without a route
	statics         []static
	compressor      *compress.Compressor // nil if nothing is compressed
	protections     *protections         // nil if none are sent
	large           chan struct{}        // has a place for each large body that may be parsed and bound at the same time
	decoders        chan struct{}        // has a place for each body that may be decoded at the same time

	users   atomic.Int64
	retired atomic.Bool
	once    sync.Once
	left    chan struct{}
}

// newTable makes the table of an application. The settings are those of the server.
func newTable(app Application, policies Policies, s *Settings) (*table, error) {
	m := app.Manifest()
	routes := make([]*route, len(m.Routes))
	for i, r := range m.Routes {
		routes[i] = newRoute(r, m.Handlers[r.Handler])
		routes[i].observe = s.observerOf(s.ContextPath + r.Path)
	}
	takesStreams := func(r *route) bool { return r.streams }
	matcher, err := newMatcher(routes)
	if err != nil {
		return nil, err
	}
	return &table{
		app: app, policies: policies, mounts: newMounts(policies.Mounts, s), matcher: matcher, interceptions: newInterceptions(app.Interceptors()),
		errorController: m.ErrorController >= 0, errorNumber: m.ErrorNumber,
		streams:   slices.ContainsFunc(routes, takesStreams),
		unmatched: s.observerOf(Unmatched), replaced: make(chan struct{}), left: make(chan struct{}),
		statics: newStatics(policies.Static, s), compressor: newCompressor(policies.Compression), protections: policies.Protections.prepare(),
		large: make(chan struct{}, max(policies.LargeBodies, 1)), decoders: make(chan struct{}, maxDecoders),
	}, nil
}

// enter takes the current table for one request. It counts first and checks again afterwards, so that a table that was
// retired meanwhile is never used.
func enter(current *atomic.Pointer[table]) *table {
	for {
		t := current.Load()
		t.users.Add(1)
		if current.Load() == t {
			return t
		}
		t.leave()
	}
}

func (t *table) leave() {
	if t.users.Add(-1) == 0 && t.retired.Load() {
		t.once.Do(func() { close(t.left) })
	}
}

// retire is called when the table has been replaced.
func (t *table) retire() <-chan struct{} {
	close(t.replaced)
	t.users.Add(1)
	t.retired.Store(true)
	t.leave()
	return t.left
}
