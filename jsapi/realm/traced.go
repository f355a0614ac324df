package realm

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/trace"
)

// InSpan runs work in a span of its own, which ends with the work, or when the promise that it returns is settled. The span is that
// of whatever the work calls, also after it has awaited something. Where nothing is recorded, the span is nil.
func (r *Realm) InSpan(name string, work func(span *trace.Span) (engine.Value, error)) (result engine.Value, err error) {
	if !r.Recorded {
		return work(nil)
	}
	around, _ := trace.From(r.VM.Context())
	if !around.Recorded() {
		return work(nil)
	}
	inner := around.Start(trace.Internal, name)
	err = r.VM.Within(inner.In, func() error {
		result, err = work(inner.Span())
		return err
	})
	return r.After(result, err, func(result engine.Value, err error) (engine.Value, error) {
		r.tell(inner.Span(), err)
		inner.Span().End()
		return result, err
	})
}

// tell marks a span as failed with what was thrown.
func (r *Realm) tell(span *trace.Span, err error) {
	if err == nil {
		return
	}
	thrown, ok := engine.ThrownValue(err)
	if !ok {
		span.Error(err)
		return
	}
	class, message, stack := r.DescribeThrown(thrown)
	span.Exception(class, message, stack)
	if class == "" {
		class = "_OTHER"
	}
	span.Fail(class, "")
}

// DescribeThrown returns the name, the message and the stack of what a script has thrown, whatever that is.
func (r *Realm) DescribeThrown(thrown engine.Value) (class, message, stack string) {
	object, isObject := thrown.(*goja.Object)
	if !isObject {
		if thrown == nil {
			return "", "", ""
		}
		_ = r.Runtime.Try(func() { message = thrown.String() })
		return "", message, ""
	}
	_ = r.Runtime.Try(func() {
		for _, field := range []struct {
			name string
			to   *string
		}{{"name", &class}, {"message", &message}, {"stack", &stack}} {
			if value, is := object.Get(field.name).(goja.String); is {
				*field.to = value.String()
			}
		}
	})
	return class, message, stack
}

// Trace returns the trace of the running code. It is one that is not recorded where nothing is.
func (r *Realm) Trace() trace.Trace {
	if !r.Recorded || r.VM.Current() == nil {
		return trace.Trace{}
	}
	found, _ := trace.From(r.VM.Context())
	return found
}
