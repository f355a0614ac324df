package coding

import (
	"context"
	"net/http"
	"sync/atomic"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

// Served are the tools of an application that this process serves.
type Served struct {
	http.Handler
	running atomic.Pointer[app.App]
}

// ForServed makes the tools before the application is started, since it is started with them: set Options.Coding to the result, and
// call Started then. Options.Running is not used.
func ForServed(o Options) (*Served, error) {
	s := &Served{}
	o.Running = s.current
	var err error
	s.Handler, err = New(o)
	return s, err
}

// Started says which application was started.
func (s *Served) Started(running *app.App) { s.running.Store(running) }

func (s *Served) current(ctx context.Context) (*app.App, error) {
	running := s.running.Load()
	if running == nil {
		return nil, fault.New("coding.served", fault.Unavailable, "it is being started")
	}
	return running, running.Refresh(context.WithoutCancel(ctx)) // a reload that has begun is not given up with the call
}
