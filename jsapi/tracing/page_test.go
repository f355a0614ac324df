package tracing_test

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/tracing"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/platform/trace"
)

// parent is the trace that the calls of tests belong to, in which it is recorded.
const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

// page is a VM with `tracer` and the globals of the web platform, whose scripts run in a span named call.
type page struct {
	t     *testing.T
	pool  *vm.Pool
	spans *spans
}

func newPage(t *testing.T) *page {
	t.Helper()
	pool, err := vm.NewPool(vm.Options{Min: 1, Max: 1, Make: func(id int) (*vm.VM, error) {
		v := vm.New(id, vm.Hooks{})
		globals, err := web.New(web.Options{Logger: slog.New(slog.DiscardHandler)}).Install(v)
		if err != nil {
			return nil, err
		}
		r := realm.New(v, nil, globals)
		r.Recorded = true
		if err := errors.Join(r.Install(tracing.Module()), tracing.Offer(r)); err != nil {
			return nil, err
		}
		tracer, err := r.Bean("tracer", "")
		if err != nil {
			return nil, err
		}
		return v, errors.Join(v.Runtime.Set("tracer", tracer), v.Runtime.Set("exports", r.Exports()))
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close(context.Background()) })
	return &page{t, pool, &spans{names: map[string]string{}}}
}

// eval returns the settled result of a script as text, or what it threw, and what was recorded.
func (p *page) eval(script string) (result, recorded string) {
	p.t.Helper()
	ctx, span := trace.NewTracer(p.spans, trace.Sampling{Parent: true}).Start(trace.With(p.t.Context(), trace.Read([]byte(parent), []byte("a=1"))),
		trace.Server, "call")
	result = p.in(ctx, script)
	span.End()
	return result, p.spans.take()
}

// in is eval in a context.
func (p *page) in(ctx context.Context, script string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	w := &work{script: script}
	if err := p.pool.Do(ctx, w); err != nil {
		return "throws " + err.Error()
	}
	return w.result
}

// work is a script.
type work struct{ script, result string }

func (w *work) Start(v *vm.VM) (goja.Value, error) {
	return v.Runtime.RunScript("user.js", w.script)
}

func (w *work) Next(_ *vm.VM, settled goja.Value) (goja.Value, error) {
	w.result = settled.String()
	return nil, nil
}

func (*work) Fail(_ *vm.VM, err error) error {
	if thrown, ok := errors.AsType[*goja.Exception](err); ok {
		return errors.New(thrown.Value().String())
	}
	if thrown, ok := errors.AsType[*vm.Thrown](err); ok {
		return errors.New(thrown.Value.String())
	}
	return err
}

// spans keeps what is recorded as text, a span a line in the order in which they end.
type spans struct {
	mu    sync.Mutex
	names map[string]string // by id
	ended []trace.Data
}

// Record implements [trace.Recorder].
func (s *spans) Record(d *trace.Data) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := *d
	one.Attrs = append([]slog.Attr(nil), d.Attrs...)
	s.names[hex.EncodeToString(d.ID[:])] = d.Name
	s.ended = append(s.ended, one)
}

// take returns the spans within that of the call, and forgets them.
func (s *spans) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, d := range s.ended {
		if d.Kind == trace.Server && d.Name == "call" && len(d.Attrs)+len(d.Events)+len(d.Links) == 0 && !d.Failed && !d.OK {
			continue
		}
		b.WriteString(s.text(&d))
	}
	s.ended = nil
	return strings.TrimSpace(b.String())
}

func (s *spans) text(d *trace.Data) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", d.Name)
	if d.Kind != trace.Internal {
		fmt.Fprintf(&b, " kind %d", d.Kind)
	}
	from, known := s.names[hex.EncodeToString(d.Parent[:])]
	if !known {
		from = hex.EncodeToString(d.Parent[:])
	}
	fmt.Fprintf(&b, " in %s%s", from, attrsText(d.Attrs))
	for _, e := range d.Events {
		fmt.Fprintf(&b, " (%s%s%s)", e.Name, timeText(e.At), attrsText(e.Attrs))
	}
	for _, l := range d.Links {
		fmt.Fprintf(&b, " -> %s%s", hex.EncodeToString(l.ID[:]), attrsText(l.Attrs))
	}
	b.WriteString(timeText(d.Begin) + timeText(d.End))
	if d.Failed {
		fmt.Fprintf(&b, " failed %q", d.Message)
	}
	if d.OK {
		b.WriteString(" ok")
	}
	return b.String() + "\n"
}

// timeText returns a time that is not now.
func timeText(at time.Time) string {
	if time.Since(at).Abs() < time.Hour {
		return ""
	}
	return " at " + at.UTC().Format("15:04:05.000000")
}

func attrsText(attrs []slog.Attr) string {
	var b strings.Builder
	for _, a := range attrs {
		if a.Key == "exception.stacktrace" {
			continue
		}
		fmt.Fprintf(&b, " %s=%s:%v", a.Key, a.Value.Kind(), a.Value)
	}
	return b.String()
}
