package trace_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/trace"
)

// recorded keeps what is recorded.
type recorded []*trace.Data

func (r *recorded) Record(d *trace.Data) {
	kept := *d
	kept.Attrs = slices.Clone(d.Attrs)
	*r = append(*r, &kept)
}

func TestNothingIsRecordedWithoutATracer(t *testing.T) {
	ctx := trace.With(t.Context(), trace.Read(nil, nil))
	inner, span := trace.Start(ctx, trace.Client, "x")
	if inner != ctx || span != nil {
		t.Error("a span was begun")
	}
	span.Set(slog.Int("a", 1))
	span.Event("e")
	span.Error(errors.New("x"))
	span.Exception("a", "b", "c")
	span.End()
	if !span.Ended() || span.ID() != "" {
		t.Error("a nil span is not ended")
	}
	if n := testing.AllocsPerRun(100, func() {
		_, span := trace.Start(ctx, trace.Client, "x")
		span.End()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestSpans(t *testing.T) {
	var r recorded
	tracer := trace.NewTracer(&r, trace.Sampling{Ratio: 1, Parent: true})
	of := tracer.Record(trace.Read([]byte("00-"+id+"-00f067aa0ba902b7-01"), nil), trace.Server, time.Now())
	ctx, span := trace.Start(trace.With(t.Context(), of), trace.Client, "inner")
	span.Set(slog.Int("a", 1), slog.Int("b", 2), slog.Int("a", 3))
	for i := range 300 {
		span.Set(slog.Int(fmt.Sprint(i), i))
		span.Event("e")
	}
	span.Error(context.DeadlineExceeded)
	found, _ := trace.From(ctx)
	if sent := found.Child(); sent != "00-"+id+"-"+span.ID()+"-01" {
		t.Errorf("%s is sent", sent)
	}
	if found.Request() != of.Request() {
		t.Error("the id of the request is not that of the request")
	}
	span.End()
	span.Rename("late")
	span.End()
	of.Span().End()
	if len(r) != 2 {
		t.Fatalf("%d spans", len(r))
	}
	inner, outer := r[0], r[1]
	if inner.Parent != outer.ID || inner.Trace != outer.Trace || !outer.Remote || inner.Remote || inner.Name != "inner" || !inner.Failed {
		t.Errorf("got %+v within %+v", inner, outer)
	}
	if len(inner.Attrs) != 128 || inner.Attrs[0].Value.Int64() != 3 || len(inner.Events) != 128 || inner.Dropped == 0 || inner.Lost == 0 {
		t.Errorf("%d attributes, %d events", len(inner.Attrs), len(inner.Events))
	}
}

func TestSampling(t *testing.T) {
	for name, c := range map[string]struct {
		sampling    trace.Sampling
		parent      string // its flags; empty for none
		least, most int    // of 1,000
	}{
		"all":                      {trace.Sampling{Ratio: 1}, "", 1000, 1000},
		"none":                     {trace.Sampling{}, "", 0, 0},
		"a tenth":                  {trace.Sampling{Ratio: 0.1}, "", 50, 160},
		"the parent wants it":      {trace.Sampling{Parent: true}, "01", 1000, 1000},
		"the parent does not":      {trace.Sampling{Ratio: 1, Parent: true}, "00", 0, 0},
		"the parent is not asked":  {trace.Sampling{}, "01", 0, 0},
		"without a parent":         {trace.Sampling{Ratio: 1, Parent: true}, "", 1000, 1000},
		"the parent is overruled ": {trace.Sampling{Ratio: 1}, "00", 1000, 1000},
	} {
		var r recorded
		tracer, n := trace.NewTracer(&r, c.sampling), 0
		for range 1000 {
			var header []byte
			if c.parent != "" {
				header = []byte("00-" + id + "-00f067aa0ba902b7-" + c.parent)
			}
			of := tracer.Record(trace.Read(header, nil), trace.Server, time.Now())
			if of.Recorded() {
				n++
			}
			if flag := of.Child()[53:]; (flag == "01") != of.Recorded() {
				t.Errorf("%s: %s is sent on", name, flag)
			}
		}
		if n < c.least || n > c.most {
			t.Errorf("%s: %d of 1000", name, n)
		}
	}
}
