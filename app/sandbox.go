package app

import (
	"context"
	"sync"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/platform/logging"
	"github.com/fwrun/fwrun/platform/telemetry"
)

// Sandbox is an application with one test file in it. It has one VM, leaves no trace, and can be reached only
// from within the process.
type Sandbox struct {
	generation *generation
	server     *host.Server
	draining   sync.Mutex
}

// StartTest builds an application for a test file. An error in the application or the file is a [fault.List].
func StartTest(ctx context.Context, options Options, test TestOptions) (*Sandbox, error) {
	return startSandbox(ctx, options, &testRun{TestOptions: test})
}

func startSandbox(ctx context.Context, options Options, run *testRun) (*Sandbox, error) {
	folder, err := folder.Find(options.Folder)
	if err != nil {
		return nil, err
	}
	options.Folder, options.Scratch, options.test = folder, true, run
	g, err := build(ctx, options, nil)
	if err == nil {
		options.Debugging.take(g)
	}
	if err != nil {
		return nil, err
	}
	g.endpoint.Available.Accept()
	g.observe.Metrics.Watch(telemetry.Sources{Prepare: func() { g.api.AskGauges(gaugesWait) }})
	s := &Sandbox{generation: g}
	served := g.settings.host
	served.Failed = run.failed.add
	if s.server, err = host.New(g.engine, served, g.observe.Logs.Logger(logging.HTTP)); err != nil {
		_ = g.close(ctx) // the first error is the one to report
		return nil, err
	}
	return s, nil
}

// Engine returns the application on its VM.
func (s *Sandbox) Engine() *engine.Application { return s.generation.engine }

// Folder returns the folder of the application, absolute, without symbolic links.
func (s *Sandbox) Folder() string { return s.generation.options.Folder }

// Warnings returns the problems that did not prevent the start.
func (s *Sandbox) Warnings() fault.List { return s.generation.warnings }

// Send answers a request. Its target does not include the context path.
func (s *Sandbox) Send(ctx context.Context, r inproc.Request) (inproc.Response, error) {
	r.Target = s.generation.settings.host.ContextPath + r.Target
	return s.server.Do(ctx, r)
}

// As returns a context on behalf of somebody, with which requests need no credentials.
func (s *Sandbox) As(ctx context.Context, name string, roles, scopes []string) context.Context {
	return s.generation.security.As(ctx, name, roles, scopes)
}

// Close calls the PreDestroy hooks and closes the databases.
func (s *Sandbox) Close(ctx context.Context) error { return s.generation.close(ctx) }

// TakeFailures returns the failures of handlers since the last call.
func (s *Sandbox) TakeFailures() []HandlerFailure {
	failed := &s.generation.options.test.failed
	failed.mu.Lock()
	defer failed.mu.Unlock()
	taken := failed.list
	failed.list = nil
	return taken
}
