package engine

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/console"
	"github.com/fwrun/fwrun/engine/vm"
)

// ErrIncomplete says that an input continues in the next line.
var ErrIncomplete = console.ErrIncomplete

// Session evaluates what one person types at a prompt, in the only VM of an application, whose pool is
// [vm.Options.Attended]. Its scope has the classes and functions that the application exports, its beans, the
// exports of "fwrun", and the globals; if names collide, the first in this order counts. The names belong to the
// session: nothing becomes global.
//
// The methods must not be called concurrently.
type Session struct {
	app  *Application
	look Look

	vm    atomic.Pointer[vm.VM] // the VM of the last input
	hand  *atHand               // the scope in that VM
	keeps bool                  // the session has declared _ itself
	lost  bool                  // the VM was replaced, and the scope is lost

	mu    sync.Mutex
	lines []string // the inputs, for reports of errors
}

// Answer is the result of an input.
type Answer struct {
	Text      string // the value, as console.log shows it
	IsValue   bool   // the input ends in an expression
	Undefined bool   // and its value is undefined
	Lost      bool   // the declarations of the session are lost, and _ with them
}

// NewSession begins a session.
func (a *Application) NewSession(ctx context.Context, look Look) (*Session, error) {
	s := &Session{app: a, look: look}
	a.session.Store(s)
	return s, s.do(ctx, entering{s})
}

// entering makes the scope and does nothing else.
type entering struct{ *Session }

func (e entering) Start(v *vm.VM) (Value, error) {
	e.enter(v)
	return goja.Undefined(), nil
}
func (entering) Next(*vm.VM, Value) (Value, error) { return nil, nil }
func (entering) Fail(_ *vm.VM, err error) error    { return err }

// Evaluate runs an input that begins at a line of the session, waits for its value if that is a promise, and
// renders it. When ctx ends, the input is stopped, and the session goes on. The error is ErrIncomplete, a
// [fault.List] for an input that cannot be compiled, a *[ScriptError] for what the input threw, or the cause that
// ended ctx.
func (s *Session) Evaluate(ctx context.Context, line int, text string) (Answer, error) {
	program, err := console.Read(text, line)
	if err != nil {
		return Answer{}, err
	}
	s.remember(line, text)
	e := &evaluation{session: s, program: program, line: line, text: text}
	err = s.do(ctx, e)
	e.answer.Lost, s.lost = s.lost, false
	return e.answer, err
}

// do runs work on the session's VM, and interrupts it when ctx ends.
func (s *Session) do(ctx context.Context, work vm.Work) error {
	err := s.Attend(ctx, func() error { return s.app.pool.Do(ctx, work) })
	if ctx.Err() != nil && errors.Is(err, vm.ErrCanceled) {
		return context.Cause(ctx)
	}
	return err
}

// Attend calls a function that lets scripts run, and stops them when ctx ends.
func (s *Session) Attend(ctx context.Context, call func() error) error {
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		select {
		case <-done:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			s.interrupt(done)
		}
	})
	err := call()
	close(done)
	watching.Wait() // a late interrupt would stop the next input
	return err
}

// interrupt stops the VM until the work is done and nothing runs any more: another run may follow the one that was
// stopped, and a run may go on although nothing waits for it.
func (s *Session) interrupt(done <-chan struct{}) {
	const again = 20 * time.Millisecond
	ticker := time.NewTicker(again)
	defer ticker.Stop()
	for {
		v := s.vm.Load()
		running := v != nil && v.Interrupt()
		select {
		case <-done:
			if !running {
				return
			}
			<-ticker.C
		case <-ticker.C:
		}
	}
}

// enter makes the scope, if this is the session's first input on the VM.
func (s *Session) enter(v *vm.VM) *instance {
	in := instanceOf(v)
	if before := s.vm.Swap(v); before != v {
		s.lost = before != nil
		s.keeps = false
		s.hand = in.namesAtHand()
	}
	return in
}

// evaluation is an input on its way through the pool.
type evaluation struct {
	session *Session
	program *console.Program
	line    int
	text    string
	answer  Answer
}

// Start implements vm.Work.
func (e *evaluation) Start(v *vm.VM) (Value, error) {
	in := e.session.enter(v)
	if err := e.importNames(in); err != nil {
		return nil, err
	}
	e.declareNames(in)
	outer, err := v.Runtime.RunProgram(e.program.Run)
	if err != nil {
		return nil, err
	}
	call, _ := goja.AssertFunction(outer)
	inner, err := call(goja.Undefined(), e.session.hand.scope)
	if err != nil {
		return nil, err
	}
	call, _ = goja.AssertFunction(inner)
	return call(goja.Undefined())
}

// Next implements vm.Work.
func (e *evaluation) Next(v *vm.VM, result Value) (Value, error) {
	s := e.session
	for _, n := range e.program.Names {
		if n.Const {
			define(s.hand.scope, n.Name, s.hand.scope.Get(n.Name), false)
		}
	}
	if !e.program.IsValue {
		return nil, nil
	}
	if !s.keeps {
		define(s.hand.scope, "_", result, true)
	}
	e.answer.IsValue, e.answer.Undefined = true, goja.IsUndefined(result)
	e.answer.Text = instanceOf(v).can.shower.Show(result, s.look)
	return nil, nil
}

// Fail implements vm.Work.
func (e *evaluation) Fail(v *vm.VM, err error) error {
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		define(e.session.hand.scope, "_error", exception.Value(), true)
	} else if thrown, ok := errors.AsType[*vm.Thrown](err); ok {
		define(e.session.hand.scope, "_error", thrown.Value, true)
	}
	return instanceOf(v).scriptError(err)
}

// remember stores an input's lines for reports.
func (s *Session) remember(line int, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.lines) < line-1 {
		s.lines = append(s.lines, "")
	}
	s.lines = append(s.lines[:line-1], strings.Split(text, "\n")...)
}

// typed returns the inputs so far as the lines of a file.
func (a *Application) typed() []string {
	s := a.session.Load()
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines[:len(s.lines):len(s.lines)]
}
