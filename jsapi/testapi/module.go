package testapi

import (
	"context"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

// Name is what test files import.
const Name = "fwrun/test"

// Options configure the module.
type Options struct {
	// Send lets the application answer a request. It is called while tests run, on any goroutine.
	Send func(ctx context.Context, r inproc.Request) (inproc.Response, error)

	// As returns a context on behalf of somebody: with it, requests and calls of beans are theirs.
	As func(ctx context.Context, name string, roles, scopes []string) context.Context

	// Configured reports whether the call of configure at a place was read before the application was built.
	Configured func(place fault.Place) bool

	// Snapshot compares the text of a value with that of an earlier run. The context is that of the calling script.
	Snapshot func(ctx context.Context, s Snapshot) (Compared, error)

	// Sent returns the messages that the application has sent since the test began, in their order.
	Sent func() []Sent
	// Drain delivers messages to the listeners until all are handled.
	Drain func(ctx context.Context) error

	// Clock is the clock of the application, which vi turns.
	Clock *clock.Turned
	// Schedules returns the @Scheduled methods of the application.
	Schedules func() Schedules
}

// Module is the module for one test file. It implements [engine.Module].
type Module struct {
	options  Options
	programs []*goja.Program
	running  any    // the suite or test that runs
	realm    *Realm // of the VM that was made first; tests run on no other VM
}

var _ engine.Module = (*Module)(nil)

// New makes a module. The scripts are compiled once.
func New(options Options) (*Module, error) {
	list, err := programs()
	return &Module{options: options, programs: list}, err
}

// Name implements [engine.Module].
func (m *Module) Name() string { return Name }

// Exports implements [engine.Module].
func (m *Module) Exports() []string {
	return []string{
		"describe", "it", "test", "beforeAll", "beforeEach", "afterEach", "afterAll",
		"expect", "fn", "spyOn", "fake", "bean", "app", "configure", "vi",
	}
}

// Install implements [engine.Module].
func (m *Module) Install(s *engine.Scope) (*goja.Object, error) {
	r := newRealm(m, s)
	host, shared := r.host(), r.rt.NewObject()
	for _, program := range m.programs {
		function, err := r.rt.RunProgram(program)
		if err != nil {
			return nil, err
		}
		call, _ := goja.AssertFunction(function)
		made, err := call(goja.Undefined(), host, shared)
		if err != nil {
			return nil, fmt.Errorf("the scripts of %s: %w", Name, err)
		}
		object := made.(*goja.Object)
		for _, name := range object.Keys() {
			_ = shared.Set(name, object.Get(name))
		}
	}
	exports := r.rt.NewObject()
	for _, name := range m.Exports() {
		_ = exports.Set(name, shared.Get(name))
	}
	r.before, r.after = r.work(shared.Get("beforeTest")), r.work(shared.Get("afterTest"))
	if m.realm == nil {
		m.realm = r
	}
	return exports, nil
}

// Tests ends the collection, and returns the tests in the order of the source.
func (m *Module) Tests() []*Test {
	m.realm.collected = true
	return m.realm.tests
}

// Before returns the function to run before each test and its hooks.
func (m *Module) Before() *Function { return m.realm.before }

// After returns the function to run after each test and its hooks. When it has ended, everything that ran on the VM
// before has ended, too.
func (m *Module) After() *Function { return m.realm.after }
