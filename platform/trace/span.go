package trace

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"
)

// Kind is what a span has to do with others, as OpenTelemetry defines it.
type Kind uint8

// The kinds.
const (
	Internal Kind = iota
	Server
	Client
	Producer
	Consumer
)

// Span is a piece of work of a trace that is recorded. A nil Span is one that is not. Its methods are safe for
// concurrent use, and do nothing once it has ended.
type Span struct {
	take Recorder

	mu    sync.Mutex
	ended bool
	data  Data
	room  *room // of the first attributes; nil if there are none, and when the span has ended
}

// room has space for the attributes of most spans. It is used again, while a Span, which is smaller, is left to those who still
// have it when it has ended.
type room [10]slog.Attr

var rooms = sync.Pool{New: func() any { return new(room) }}

// Data is what is recorded of a span.
type Data struct {
	Trace      [16]byte
	ID, Parent [8]byte // Parent is zero in the first span of a trace
	Remote     bool    // the parent is a span of another process, or one that is not known
	State      string
	Name       string
	Kind       Kind
	Begin, End time.Time
	Attrs      []slog.Attr
	Events     []Event
	Links      []Link
	Failed     bool
	OK         bool   // a script has said so
	Message    string // of a failure
	Dropped    int    // attributes that were too many
	Lost       int    // events that were too many
}

// Event is something that happened at one moment of a span.
type Event struct {
	Name  string
	At    time.Time
	Attrs []slog.Attr
}

// Link is a span of the same or another trace that a span has to do with, besides its parent.
type Link struct {
	Trace [16]byte
	ID    [8]byte
	State string
	Attrs []slog.Attr
}

// The limits of one span. They are those that OpenTelemetry recommends.
const (
	mostAttrs  = 128
	mostEvents = 128
	mostLinks  = 128
)

func newSpan(take Recorder, t *Trace, kind Kind, begin time.Time) *Span {
	s := &Span{take: take, data: Data{
		Trace: t.id, ID: t.span, Parent: t.parent, Remote: t.parent != [8]byte{}, State: t.state, Kind: kind, Begin: begin,
	}}
	return s
}

// Start begins a span within that of ctx, and returns a context for its work. It returns ctx itself and nil if the trace of ctx is not
// recorded.
func Start(ctx context.Context, kind Kind, name string) (context.Context, *Span) {
	found, _ := ctx.Value(key{}).(*Trace)
	if found == nil || found.live == nil {
		return ctx, nil
	}
	t := found.child(kind, name, time.Now())
	return With(ctx, t), t.live
}

// Start begins a span within that of the trace, and returns the trace for its work. It returns t itself if it is not recorded.
func (t Trace) Start(kind Kind, name string) Trace { return t.StartAt(kind, name, time.Now()) }

// StartAt is Start for a span that began at a time.
func (t Trace) StartAt(kind Kind, name string, begin time.Time) Trace {
	if t.live == nil {
		return t
	}
	return t.child(kind, name, begin)
}

func (t *Trace) child(kind Kind, name string, begin time.Time) Trace {
	inner := Trace{id: t.id, span: t.span, flags: t.flags, state: t.state}
	s := &Span{take: t.live.take, data: Data{
		Trace: t.id, ID: newID(), Parent: t.live.data.ID, State: t.state, Name: name, Kind: kind, Begin: begin,
	}}
	inner.live = s
	return inner
}

// newID returns a random id that is not zero.
func newID() (id [8]byte) {
	binary.NativeEndian.PutUint64(id[:], rand.Uint64()|1)
	return id
}

// Recorded reports whether the trace is recorded.
func (t Trace) Recorded() bool { return t.live != nil }

// Span returns the span that the work is part of, or nil if the trace is not recorded.
func (t Trace) Span() *Span { return t.live }

// Rename sets the name.
func (s *Span) Rename(name string) {
	s.change(func(d *Data) { d.Name = name })
}

// change changes what is recorded, unless the span has ended.
func (s *Span) change(f func(*Data)) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		f(&s.data)
	}
}

// Set sets attributes. A later value replaces one of the same name.
func (s *Span) Set(attrs ...slog.Attr) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	for _, a := range attrs {
		s.set(a)
	}
}

func (s *Span) set(a slog.Attr) {
	d := &s.data
	if s.room == nil {
		s.room = rooms.Get().(*room)
		d.Attrs = s.room[:0]
	}
	for i := range d.Attrs {
		if d.Attrs[i].Key == a.Key {
			d.Attrs[i] = a
			return
		}
	}
	if len(d.Attrs) >= mostAttrs {
		d.Dropped++
		return
	}
	d.Attrs = append(d.Attrs, a)
}

// Event adds something that happens now.
func (s *Span) Event(name string, attrs ...slog.Attr) { s.EventAt(time.Now(), name, attrs) }

// EventAt adds something that happened at a time.
func (s *Span) EventAt(at time.Time, name string, attrs []slog.Attr) {
	s.change(func(d *Data) {
		if len(d.Events) >= mostEvents {
			d.Lost++
			return
		}
		d.Events = append(d.Events, Event{Name: name, At: at, Attrs: attrs[:min(len(attrs), mostAttrs)]})
	})
}

// Link says that the span has to do with the span that a trace was read with, or is in.
func (s *Span) Link(t Trace, attrs ...slog.Attr) {
	link := Link{Trace: t.id, ID: t.parent, State: t.state, Attrs: attrs}
	if t.live != nil {
		link.ID = t.live.data.ID
	}
	if link.ID == [8]byte{} {
		return
	}
	s.change(func(d *Data) {
		if len(d.Links) < mostLinks {
			d.Links = append(d.Links, link)
		}
	})
}

// Fail marks the span as failed, with an error.type that is one of few.
func (s *Span) Fail(kind, message string) {
	s.change(func(d *Data) {
		d.Failed, d.OK, d.Message = true, false, message
		if kind != "" {
			s.set(slog.String("error.type", kind))
		}
	})
}

// Exception adds an error that was thrown, as OpenTelemetry has it: the name of its class, which may be empty, its text and where it
// was thrown.
func (s *Span) Exception(class, message, stack string) {
	s.ExceptionAt(time.Now(), class, message, stack)
}

// ExceptionAt is Exception for an error that was thrown at a time.
func (s *Span) ExceptionAt(at time.Time, class, message, stack string) {
	if s == nil {
		return
	}
	attrs := []slog.Attr{slog.String("exception.type", cmp.Or(class, "Error")), slog.String("exception.message", message)}
	if stack != "" {
		attrs = append(attrs, slog.String("exception.stacktrace", stack))
	}
	s.EventAt(at, "exception", attrs)
}

// Succeed marks the span as successful, as a script decides.
func (s *Span) Succeed() {
	s.change(func(d *Data) { d.Failed, d.OK, d.Message = false, true, "" })
}

// Unmark takes back what Fail or Succeed has marked.
func (s *Span) Unmark() {
	s.change(func(d *Data) { d.Failed, d.OK, d.Message = false, false, "" })
}

// Error marks the span as failed if err is not nil. The text of an error may have data of users in it, so that only its kind is
// recorded.
func (s *Span) Error(err error) {
	if s == nil || err == nil {
		return
	}
	s.Fail(kindOf(err), "")
}

// kindOf returns a name for an error that is one of few.
func kindOf(err error) string {
	var named interface{ ErrorType() string }
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.As(err, &named):
		return named.ErrorType()
	}
	return "_OTHER"
}

// End ends the span now.
func (s *Span) End() {
	if s != nil {
		s.EndAt(time.Now())
	}
}

// EndAt ends the span, and gives it to the recorder.
func (s *Span) EndAt(at time.Time) {
	if s == nil {
		return
	}
	s.mu.Lock()
	again := s.ended
	s.ended = true
	s.data.End = at
	s.mu.Unlock()
	if again {
		return
	}
	s.take.Record(&s.data)
	if s.room != nil {
		clear(s.room[:])
		rooms.Put(s.room)
		s.room, s.data.Attrs = nil, nil
	}
}

// Ended reports whether the span has ended.
func (s *Span) Ended() bool {
	if s == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// ID returns the id of the span, 16 hex digits, or "" if it is nil.
func (s *Span) ID() string {
	if s == nil {
		return ""
	}
	return hexOf(s.data.ID[:])
}

// Place returns the ids of the trace and of the innermost span, and whether the trace is recorded.
func (t Trace) Place() (id [16]byte, span [8]byte, recorded bool) {
	if t.live != nil {
		return t.id, t.live.data.ID, true
	}
	return t.id, t.span, false
}

// In returns a context in the trace.
func (t Trace) In(ctx context.Context) context.Context { return With(ctx, t) }
