package events

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Recorder records events. Its methods may be called by several goroutines.
type Recorder struct {
	log   *slog.Logger
	count func(Kind)
	lines lines

	now     func() time.Time
	mu      sync.Mutex
	waiting chan Event // for the keeper; nil if there is none
	closed  bool
	lost    int           // events for which there was no place, since the log said so
	kept    chan struct{} // closed when the keeper has ended
	cancel  context.CancelFunc
}

// mostWaiting is how many events wait to be kept.
const mostWaiting = 1000

// New returns a recorder that writes to a log, and calls count with each event.
func New(log *slog.Logger, count func(Kind), now func() time.Time) *Recorder {
	return &Recorder{log: log, count: count, now: now, lines: lines{log: log, of: map[Kind]*second{}}}
}

// Record records an event. It does not wait. On a nil Recorder it does nothing.
func (r *Recorder) Record(e Event) {
	if r == nil {
		return
	}
	if e = e.cleaned(); e.At.IsZero() {
		e.At = r.now()
	}
	r.count(e.Kind)
	r.lines.write(&e)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.waiting == nil || r.closed {
		return
	}
	select {
	case r.waiting <- e:
	default:
		if r.lost++; r.lost == 1 {
			r.log.Warn("security events are lost: too many wait to be kept", slog.Int("waiting", mostWaiting))
		}
	}
}

// KeepWith passes the events that follow to a keeper, one after the other. Its errors are for it to log. It is called at most once.
func (r *Recorder) KeepWith(keep func(ctx context.Context, e Event)) {
	ctx, cancel := context.WithCancel(context.Background())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting, r.kept, r.cancel = make(chan Event, mostWaiting), make(chan struct{}), cancel
	go r.keep(ctx, r.waiting, keep)
}

// keep keeps events until there are no more.
func (r *Recorder) keep(ctx context.Context, from <-chan Event, keep func(ctx context.Context, e Event)) {
	defer close(r.kept)
	for e := range from {
		if ctx.Err() != nil {
			r.lose()
			continue
		}
		keep(ctx, e)
		if len(from) == 0 {
			r.tellLost()
		}
	}
	r.tellLost()
}

func (r *Recorder) lose() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lost++
}

// tellLost logs how many events were not kept.
func (r *Recorder) tellLost() {
	r.mu.Lock()
	lost := r.lost
	r.lost = 0
	r.mu.Unlock()
	if lost > 0 {
		r.log.Warn("security events were not kept", slog.Int("events", lost))
	}
}

// Close waits until the events that wait are kept, or until ctx ends. What happens later is logged and counted, and not kept. On a nil
// Recorder it does nothing.
func (r *Recorder) Close(ctx context.Context) {
	if r == nil {
		return
	}
	r.lines.flush()
	r.mu.Lock()
	again := r.closed || r.waiting == nil
	r.closed = true
	if !again {
		close(r.waiting)
	}
	r.mu.Unlock()
	if again {
		return
	}
	defer r.cancel()
	select {
	case <-r.kept:
	case <-ctx.Done():
		r.cancel()
		<-r.kept // a keeper ends with its context
	}
}

// mostLines is how many lines of one kind are logged in a second.
const mostLines = 50

// lines writes the events to the log, and counts those of a second that are too many.
type lines struct {
	log *slog.Logger
	mu  sync.Mutex
	of  map[Kind]*second
}

// second is what was logged of a kind since a moment.
type second struct {
	began         time.Time
	written, left int
}

func (l *lines) write(e *Event) {
	if l.admits(e.Kind) {
		l.log.LogAttrs(context.Background(), e.Kind.level(), e.Kind.text(), e.attributes()...)
	}
}

// admits reports whether there may be another line of a kind. The first one that may not be has those that follow counted.
func (l *lines) admits(k Kind) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.of[k]
	if s == nil {
		s = &second{}
		l.of[k] = s
	}
	if since := time.Since(s.began); since >= time.Second && s.left == 0 {
		s.began, s.written = time.Now(), 0
	}
	if s.written < mostLines {
		s.written++
		return true
	}
	if s.left++; s.left == 1 {
		time.AfterFunc(time.Until(s.began.Add(time.Second)), func() { l.tell(k) })
	}
	return false
}

// tell logs how many lines of a kind were left out.
func (l *lines) tell(k Kind) {
	l.mu.Lock()
	s := l.of[k]
	left := s.left
	s.left = 0
	l.mu.Unlock()
	if left > 0 {
		l.log.LogAttrs(context.Background(), k.level(), "further security events were not logged one by one",
			slog.String("type", string(k)), slog.Int("events", left))
	}
}

// flush logs what was left out so far.
func (l *lines) flush() {
	for _, k := range Kinds() {
		if l.has(k) {
			l.tell(k)
		}
	}
}

func (l *lines) has(k Kind) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.of[k] != nil
}
