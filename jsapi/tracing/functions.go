package tracing

import (
	"encoding/hex"
	"log/slog"
	"math"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/trace"
)

// handle is what a script's Span holds. Its span is nil if it is not recorded.
type handle struct{ trace trace.Trace }

func (h *handle) span() *trace.Span { return h.trace.Span() }

// tracing is the functions that the script calls, in one VM.
type tracing struct{ *realm.Realm }

func share(r *realm.Realm) map[string]any {
	t := &tracing{r}
	functions := r.Runtime.NewObject()
	for name, do := range map[string]realm.Function{
		"isHandle": t.isHandle, "run": t.run, "current": t.current, "start": t.start, "active": t.active, "enter": t.enter, "read": t.read,
		"context": t.context, "isRecording": t.isRecording, "set": t.set, "event": t.event, "link": t.link, "status": t.status,
		"rename": t.rename, "exception": t.exception, "end": t.end,
	} {
		r.Function(functions, name, do)
	}
	return map[string]any{"tracing": functions}
}

func (t *tracing) handle(of trace.Trace) goja.Value { return t.Runtime.ToValue(&handle{of}) }

func handleOf(v goja.Value) *handle {
	object, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	h, _ := object.Export().(*handle)
	return h
}

// of returns the handle that is the first argument of a function. The script has checked that it is one.
func of(call goja.FunctionCall) *handle {
	if h := handleOf(call.Argument(0)); h != nil {
		return h
	}
	return &handle{}
}

func (t *tracing) isHandle(call goja.FunctionCall) (engine.Value, error) {
	return t.Runtime.ToValue(handleOf(call.Argument(0)) != nil), nil
}

func (t *tracing) current(goja.FunctionCall) (engine.Value, error) { return t.handle(t.Trace()), nil }

// run implements run(name, attributes, fn).
func (t *tracing) run(call goja.FunctionCall) (engine.Value, error) {
	fn, _ := goja.AssertFunction(call.Argument(2))
	return t.InSpan(call.Argument(0).String(), func(span *trace.Span) (engine.Value, error) {
		if span != nil {
			span.Set(t.attributes(call.Argument(1))...)
		}
		return t.Awaited(fn(goja.Undefined(), t.handle(t.Trace())))
	})
}

// start implements start(name, kind, attributes, millis, parent), which begins a span that is not entered.
func (t *tracing) start(call goja.FunctionCall) (engine.Value, error) {
	around := t.Trace()
	if parent := handleOf(call.Argument(4)); parent != nil {
		around = parent.trace
	}
	if !around.Recorded() {
		return t.handle(around), nil
	}
	made := around.StartAt(kindOf(call.Argument(1).ToInteger()), call.Argument(0).String(), timeOf(call.Argument(3)))
	made.Span().Set(t.attributes(call.Argument(2))...)
	return t.handle(made), nil
}

// kindOf returns the kind of a number of OpenTelemetry's API.
func kindOf(n int64) trace.Kind {
	if n < 0 || n > int64(trace.Consumer) {
		return trace.Internal
	}
	return trace.Kind(n)
}

// timeOf returns the time of a number of milliseconds, or now.
func timeOf(v goja.Value) time.Time {
	ms := math.NaN()
	if v != nil && !goja.IsUndefined(v) {
		ms = v.ToFloat()
	}
	if math.IsNaN(ms) || math.Abs(ms) > 8.64e15 {
		return time.Now()
	}
	return time.UnixMicro(int64(ms * 1000))
}

// contextKey is the key of the Context that a library has entered.
type contextKey struct{}

// entered is a Context, and the span that was innermost when it was entered.
type entered struct {
	context goja.Value
	span    string
}

// enter implements enter(context, handle, fn): fn, and what continues from it, runs in the context and its span.
func (t *tracing) enter(call goja.FunctionCall) (result engine.Value, err error) {
	fn, _ := goja.AssertFunction(call.Argument(2))
	work := func() (err error) {
		in := &entered{call.Argument(0), t.Trace().Span().ID()}
		return t.VM.With(contextKey{}, in, func() error {
			result, err = fn(goja.Undefined())
			return err
		})
	}
	h := handleOf(call.Argument(1))
	if h == nil || !h.trace.Recorded() {
		err = work()
		return result, err
	}
	err = t.VM.Within(h.trace.In, work)
	return result, err
}

// active implements active(): the Context that was entered last, and the innermost span if that was begun since.
func (t *tracing) active(goja.FunctionCall) (engine.Value, error) {
	object, now := t.Runtime.NewObject(), t.Trace()
	in, _ := t.VM.Value(contextKey{}).(*entered)
	before := ""
	if in != nil {
		_ = object.Set("context", in.context)
		before = in.span
	}
	if now.Recorded() && now.Span().ID() != before {
		_ = object.Set("isInner", true)
		_ = object.Set("handle", t.handle(now))
	}
	return object, nil
}

// read implements read(traceparent, tracestate): the handle of a span elsewhere, or undefined.
func (t *tracing) read(call goja.FunctionCall) (engine.Value, error) {
	found, ok := trace.Remote([]byte(call.Argument(0).String()), []byte(call.Argument(1).String()))
	if !ok {
		return goja.Undefined(), nil
	}
	return t.handle(found), nil
}

// context implements context(handle): a SpanContext.
func (t *tracing) context(call goja.FunctionCall) (engine.Value, error) {
	h, object := of(call), t.Runtime.NewObject()
	id, span, recorded := h.trace.Place()
	flags := 0
	if recorded {
		flags = 1
	}
	_ = object.Set("traceId", hex.EncodeToString(id[:]))
	_ = object.Set("spanId", hex.EncodeToString(span[:]))
	_ = object.Set("traceFlags", flags)
	return object, nil
}

func (t *tracing) isRecording(call goja.FunctionCall) (engine.Value, error) {
	return t.Runtime.ToValue(!of(call).span().Ended()), nil
}

func (t *tracing) set(call goja.FunctionCall) (engine.Value, error) {
	if span := of(call).span(); span != nil {
		span.Set(t.attributes(call.Argument(1))...)
	}
	return goja.Undefined(), nil
}

func (t *tracing) event(call goja.FunctionCall) (engine.Value, error) {
	if span := of(call).span(); span != nil {
		span.EventAt(timeOf(call.Argument(3)), call.Argument(1).String(), t.attributes(call.Argument(2)))
	}
	return goja.Undefined(), nil
}

// link implements link(handle, spanContext, attributes).
func (t *tracing) link(call goja.FunctionCall) (engine.Value, error) {
	span := of(call).span()
	object, ok := call.Argument(1).(*goja.Object)
	if span == nil || !ok {
		return goja.Undefined(), nil
	}
	text := "00-" + textOf(object.Get("traceId")) + "-" + textOf(object.Get("spanId")) + "-00"
	if other, ok := trace.Remote([]byte(text), nil); ok {
		span.Link(other, t.attributes(call.Argument(2))...)
	}
	return goja.Undefined(), nil
}

func textOf(v goja.Value) string {
	if text, ok := v.(goja.String); ok {
		return text.String()
	}
	return ""
}

// The codes of a status in OpenTelemetry's API.
const (
	statusOK    = 1
	statusError = 2
)

func (t *tracing) status(call goja.FunctionCall) (engine.Value, error) {
	span := of(call).span()
	switch call.Argument(1).ToInteger() {
	case statusOK:
		span.Succeed()
	case statusError:
		span.Fail("", call.Argument(2).String())
	default:
		span.Unmark()
	}
	return goja.Undefined(), nil
}

func (t *tracing) rename(call goja.FunctionCall) (engine.Value, error) {
	of(call).span().Rename(call.Argument(1).String())
	return goja.Undefined(), nil
}

func (t *tracing) exception(call goja.FunctionCall) (engine.Value, error) {
	if span := of(call).span(); span != nil {
		class, message, stack := t.DescribeThrown(call.Argument(1))
		span.ExceptionAt(timeOf(call.Argument(2)), class, message, stack)
	}
	return goja.Undefined(), nil
}

func (t *tracing) end(call goja.FunctionCall) (engine.Value, error) {
	of(call).span().EndAt(timeOf(call.Argument(1)))
	return goja.Undefined(), nil
}

// attributes converts an object of attributes. A value that is neither a text, a number, a boolean nor a list of them is left out,
// as OpenTelemetry's API does.
func (t *tracing) attributes(v goja.Value) (attrs []slog.Attr) {
	object, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	_ = t.Runtime.Try(func() {
		for _, name := range object.Keys() {
			if len(attrs) == mostAttributes {
				return
			}
			if value, ok := t.value(object.Get(name)); ok {
				attrs = append(attrs, slog.Attr{Key: name, Value: value})
			}
		}
	})
	return attrs
}

// The limits of attributes that are converted. A span keeps fewer.
const (
	mostAttributes = 256
	mostElements   = 256
	longestText    = 8 << 10
)

func (t *tracing) value(v goja.Value) (value slog.Value, ok bool) {
	if _, isSymbol := v.(*goja.Symbol); isSymbol { // which is exported as its description
		return slog.Value{}, false
	}
	switch x := v.Export().(type) {
	case string:
		if len(x) > longestText {
			x = strings.ToValidUTF8(x[:longestText], "")
		}
		return slog.StringValue(x), true
	case int64:
		return slog.Int64Value(x), true
	case float64:
		return slog.Float64Value(x), true
	case bool:
		return slog.BoolValue(x), true
	}
	object, isObject := v.(*goja.Object)
	if !isObject || object.ClassName() != "Array" {
		return slog.Value{}, false
	}
	var list []slog.Value
	for _, element := range realm.Elements(object) {
		if _, isObject := element.(*goja.Object); isObject || len(list) == mostElements {
			continue
		}
		if one, ok := t.value(element); ok {
			list = append(list, one)
		}
	}
	return slog.AnyValue(list), true
}
