package testapi

import (
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// Mode says whether a test or suite runs.
type Mode string

// The modes.
const (
	Run  Mode = "run"
	Only Mode = "only"
	Skip Mode = "skip"
	Todo Mode = "todo"
)

// Suite is a describe, or the whole file, which has no parent.
type Suite struct {
	Name   string
	Mode   Mode
	Parent *Suite

	BeforeAll, BeforeEach, AfterEach, AfterAll []*Function
}

// Path returns the suites from the file to this one.
func (s *Suite) Path() []*Suite {
	if s == nil {
		return nil
	}
	return append(s.Parent.Path(), s)
}

// Test is one test, declared with it.
type Test struct {
	Name  string
	Mode  Mode
	Suite *Suite
	Body  *Function
}

// Function is a function of a test file, as work for the engine.
type Function struct {
	Timeout time.Duration       // 0 for the default
	At      *engine.ScriptError // where the function was declared
	vm      *vm.VM
	call    goja.Callable
	left    *Function // that it has returned
}

var _ engine.Work = (*Function)(nil)

// ErrOtherVM means that the VM on which the test file was loaded is gone.
var ErrOtherVM = fault.New("testapi.run", fault.Unavailable, "the worker was lost")

// Start implements [engine.Work].
func (f *Function) Start(s *engine.Scope) (engine.Value, error) {
	if s.VM != f.vm {
		return nil, ErrOtherVM
	}
	keepTimers(f.vm)
	return f.call(goja.Undefined())
}

// Finish implements [engine.Work].
func (f *Function) Finish(_ *engine.Scope, returned engine.Value) error {
	f.left = nil
	if call, ok := goja.AssertFunction(returned); ok {
		f.left = &Function{Timeout: f.Timeout, At: f.At, vm: f.vm, call: call}
	}
	return nil
}

// Left returns the function that the last run has returned, which undoes what it did; nil if it was none.
func (f *Function) Left() *Function {
	left := f.left
	f.left = nil
	return left
}

// Lost returns why the VM of the function takes no more work, or "" if it does.
func (f *Function) Lost() string { return f.vm.Retired() }

// Mismatch is the two sides of a failed comparison, printed in full.
type Mismatch struct{ Expected, Received string }

func (m *Mismatch) Error() string { return "what was received is not what was expected" }
