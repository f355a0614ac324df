package trace

import (
	"context"
	"encoding/binary"
	"time"
)

// Recorder takes what spans have recorded when they end. Record must not block. Data and its attributes are valid until it returns.
type Recorder interface{ Record(d *Data) }

// Tracer chooses which traces are recorded. A nil Tracer chooses none.
type Tracer struct {
	take   Recorder
	sample Sampling
}

// Sampling says which traces are recorded.
type Sampling struct {
	Ratio  float64 // of the traces that begin here: 0 for none, 1 for all
	Parent bool    // a trace that began elsewhere is recorded if it is recorded there
}

// NewTracer returns a Tracer whose spans go to a recorder.
func NewTracer(take Recorder, sample Sampling) *Tracer { return &Tracer{take, sample} }

// Record begins the first span of a trace in this process, if sampling chooses the trace. The span has the id of the trace's request.
func (r *Tracer) Record(t Trace, kind Kind, begin time.Time) Trace {
	if r == nil {
		return t
	}
	if !r.sample.chooses(&t) {
		t.flags &^= sampled
		return t
	}
	t.flags |= sampled
	t.live = newSpan(r.take, &t, kind, begin)
	return t
}

// Start begins the first span of a trace in this process, with the trace of ctx or a new one, or a span within that of ctx if it has
// one.
func (r *Tracer) Start(ctx context.Context, kind Kind, name string) (context.Context, *Span) {
	found, known := From(ctx)
	switch {
	case found.live != nil:
		return Start(ctx, kind, name)
	case r == nil && known:
		return ctx, nil
	case !known:
		found = Read(nil, nil)
	}
	found = r.Record(found, kind, time.Now())
	found.live.Rename(name)
	return With(ctx, found), found.live
}

// chooses reports whether a trace is recorded. It is decided by the trace's id, so that every process decides the same.
func (s Sampling) chooses(t *Trace) bool {
	if s.Parent && t.parent != [8]byte{} {
		return t.flags&sampled != 0
	}
	switch {
	case s.Ratio >= 1:
		return true
	case s.Ratio <= 0:
		return false
	}
	const most = 1 << 63
	return binary.BigEndian.Uint64(t.id[8:])>>1 < uint64(s.Ratio*most)
}
