package sockets

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/platform/fault"
)

// link is a WebSocket or an EventSource as it is outside of its VM.
type link struct {
	*realm

	ctx    context.Context // ends with the link
	cancel context.CancelFunc
	opened *vm.Opened
	gone   atomic.Bool // it was shut, and its script hears nothing of it
	leave  func()      // called on a goroutine of its own when the link is shut; nil for nothing
	over   sync.Once

	// For the VM only.
	later func(fn func() error) // runs fn as a continuation of the code that opened the link
	emit  goja.Callable         // tells the script what happens
}

// newLink returns a link of a kind that scripts know. It throws if there are too many.
func (r *realm) newLink(kind string, emit goja.Value, leave func()) *link {
	if r.open.Load() >= int32(r.MaxOpen) {
		r.throwRange(fmt.Sprintf("%s: %d WebSockets and EventSources are open already; close some first", kind, r.MaxOpen))
	}
	l := &link{realm: r, leave: leave, later: r.VM.Later()}
	l.emit, _ = goja.AssertFunction(emit)
	l.ctx, l.cancel = context.WithCancel(context.WithoutCancel(r.VM.Context()))
	r.open.Add(1)
	l.opened = r.VM.Open(kind, l.shut)
	return l
}

// shut ends a link whose call, or VM, has ended.
func (l *link) shut() {
	l.gone.Store(true)
	if l.leave != nil {
		l.Room.beginLeaving()
		go func() {
			defer l.Room.endLeaving()
			defer l.guard()
			l.leave()
		}()
	}
	l.cancel()
}

// begin does the work of the link on a goroutine of its own. The link ends with it.
func (l *link) begin(work func()) {
	go func() {
		defer l.finish()
		defer l.guard()
		work()
	}()
}

// guard keeps a panic of a goroutine from ending the process. It ends the link, and is logged.
func (l *link) guard() {
	p := recover()
	if p == nil {
		return
	}
	failure := fault.New("web.sockets", fault.Internal, "a connection failed").Because(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
	l.later(func() error { return failure })
	l.cancel()
}

func (l *link) finish() {
	l.release()
	l.cancel()
}

// release gives back the place of the link, before its script hears of the end and may open another one.
func (l *link) release() {
	l.over.Do(func() {
		l.opened.Closed()
		l.open.Add(-1)
	})
}

// tell makes arguments on the VM, calls the script with them, and waits until it has handled what happened. It reports whether it
// has; if not, the link has ended.
func (l *link) tell(what string, arguments ...func() goja.Value) bool {
	handled := make(chan struct{})
	l.later(func() error {
		defer close(handled)
		if l.ctx.Err() != nil {
			return nil
		}
		return l.call(what, arguments...)
	})
	select {
	case <-handled:
		return l.ctx.Err() == nil
	case <-l.ctx.Done():
		return false
	}
}

func (l *link) call(what string, arguments ...func() goja.Value) error {
	values := []goja.Value{l.Runtime.ToValue(what)}
	for _, argument := range arguments {
		values = append(values, argument())
	}
	_, err := l.emit(goja.Undefined(), values...)
	return err
}

// value returns an argument for the method tell, which is the same in Go.
func (l *link) value(v any) func() goja.Value {
	return func() goja.Value { return l.Runtime.ToValue(v) }
}

// functions returns what the script can do with the link, by name, and `gone`, which reports whether it was shut.
func (l *link) functions(of map[string]part.Native) goja.Value {
	object := l.Runtime.NewObject()
	for name, fn := range of {
		_ = object.Set(name, fn)
	}
	_ = object.Set("gone", func(goja.FunctionCall) goja.Value { return l.Runtime.ToValue(l.gone.Load()) })
	return object
}

// throwRange throws a RangeError.
func (r *realm) throwRange(message string) {
	object, err := r.Runtime.New(r.Runtime.Get("RangeError"), r.Runtime.ToValue(message))
	if err != nil {
		panic(err)
	}
	panic(object)
}
