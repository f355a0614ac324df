package web

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// maxRejected is the number of rejections that are remembered for the event rejectionhandled.
const maxRejected = 1000

// reports fires the events of errors that nobody has caught. It implements [vm.Reporter].
type reports struct {
	*Realm
	rejected map[*goja.Promise]bool // that unhandledrejection was fired for
	order    []*goja.Promise        // the same, oldest first
}

// handlers are the globals to which a script may assign a function for one type of event.
var handlers = []string{"onerror", "onunhandledrejection", "onrejectionhandled"}

// listens reports whether an event of a type would reach anybody.
func (r *reports) listens(kind string) bool {
	if _, ok := goja.AssertFunction(r.Runtime.GlobalObject().Get("on" + kind)); ok {
		return r.Use("reports") == nil
	}
	listens, ok := r.member("listening")
	if !ok {
		return false
	}
	heard, err := listens(goja.Undefined(), r.Runtime.ToValue(kind))
	return err == nil && heard.ToBoolean()
}

// member returns a function that the part left, if it has run.
func (r *reports) member(name string) (goja.Callable, bool) {
	object, ok := r.Shared("reports").(*goja.Object)
	if !ok {
		return nil, false
	}
	return goja.AssertFunction(object.Get(name))
}

// Uncaught fires the event error.
func (r *reports) Uncaught(err error) (done bool) {
	if !r.listens("error") {
		return false
	}
	return r.prevented("error", r.VM.ErrorValue(err))
}

// Lost fires the event unhandledrejection.
func (r *reports) Lost(promise *goja.Promise) (done bool) {
	if !r.listens("unhandledrejection") && !r.listens("rejectionhandled") {
		return false
	}
	r.remember(promise)
	return r.prevented("rejection", r.Runtime.ToValue("unhandledrejection"), r.Runtime.ToValue(promise), promise.Result())
}

func (r *reports) remember(promise *goja.Promise) {
	if r.rejected == nil {
		r.rejected = map[*goja.Promise]bool{}
	}
	if len(r.order) == maxRejected {
		delete(r.rejected, r.order[0])
		r.order = r.order[1:]
	}
	r.rejected[promise] = true
	r.order = append(r.order, promise)
}

// Handled fires the event rejectionhandled as soon as the running code has ended.
func (r *reports) Handled(promise *goja.Promise) {
	if !r.rejected[promise] {
		return
	}
	delete(r.rejected, promise)
	r.VM.After(0, vm.TimerOptions{}, func() error {
		if r.listens("rejectionhandled") {
			r.prevented("rejection", r.Runtime.ToValue("rejectionhandled"), r.Runtime.ToValue(promise), promise.Result())
		}
		return nil
	})
}

// prevented fires an event, and reports whether a listener has prevented the default: the line of the log.
func (r *reports) prevented(member string, arguments ...goja.Value) bool {
	fire, ok := r.member(member)
	if !ok {
		return false
	}
	prevented, err := fire(goja.Undefined(), arguments...)
	return err == nil && prevented.ToBoolean()
}

// place returns [file, line, column] of the user's code that runs.
func (r *Realm) place(goja.FunctionCall) goja.Value {
	for _, frame := range r.Runtime.CaptureCallStack(0, nil) {
		if frame.SrcName() != "<native>" && !part.Internal(frame.SrcName()) {
			at := frame.Position()
			return r.Runtime.NewArray(frame.SrcName(), at.Line, at.Column)
		}
	}
	return r.Runtime.NewArray("", 0, 0)
}
