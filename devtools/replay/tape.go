package replay

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// The limits of one recording.
const (
	maxCalls = 2000
	maxTape  = 1 << 20 // bytes
)

// Budget bounds what all recordings take together, while they are made. A nil Budget has no bound.
type Budget struct {
	limit int64
	taken atomic.Int64
}

// NewBudget returns a Budget of so many bytes.
func NewBudget(bytes int64) *Budget { return &Budget{limit: bytes} }

func (b *Budget) take(n int) bool {
	if b == nil || b.taken.Add(int64(n)) <= b.limit {
		return true
	}
	b.taken.Add(-int64(n))
	return false
}

func (b *Budget) give(n int) {
	if b != nil {
		b.taken.Add(-int64(n))
	}
}

// Maker makes a call of what was kept of it, without secrets. Its error says why there cannot be a recording.
type Maker func() (Call, error)

// Tape is what a request asks of its host. Its zero value is ready for use, and a nil Tape records nothing. Its methods are safe for
// concurrent use.
type Tape struct {
	mu      sync.Mutex
	budget  *Budget
	entries []entry
	bytes   int
	refused string // why there cannot be a recording
	ended   bool
}

// entry is one call, or several of the time in a row.
type entry struct {
	make  Maker // nil for the time
	kind  Kind
	at    time.Time
	times int
}

// Begin begins the tape within a budget.
func (t *Tape) Begin(b *Budget) { t.budget = b }

type tapeKey struct{}

// With returns a context in which the tape lies.
func With(ctx context.Context, t *Tape) context.Context { return &taped{ctx, t} }

// taped is a context with a tape.
type taped struct {
	context.Context //nolint:containedctx // this type is a context
	tape            *Tape
}

// Value implements context.Context.
func (c *taped) Value(k any) any {
	if k == (tapeKey{}) {
		return c.tape
	}
	return c.Context.Value(k)
}

// Of returns the tape of a context, or nil.
func Of(ctx context.Context) *Tape {
	t, _ := ctx.Value(tapeKey{}).(*Tape)
	return t
}

// entryBytes is what an entry takes besides what it keeps.
const entryBytes = 96

// Add adds a call that keeps about so many bytes. What comes after the end is not recorded.
func (t *Tape) Add(kind Kind, bytes int, make Maker) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(entry{make: make, kind: kind}, bytes)
}

func (t *Tape) add(e entry, bytes int) {
	if t.ended || t.refused != "" || !t.fits(bytes+entryBytes) {
		return
	}
	if len(t.entries) >= maxCalls {
		t.refuse(fmt.Sprintf("it has made more than %d calls", maxCalls))
		return
	}
	t.entries = append(t.entries, e)
}

// Grow counts bytes that a call keeps besides those it was added with, and reports whether there is room for them.
func (t *Tape) Grow(bytes int) bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.ended && t.refused == "" && t.fits(bytes)
}

func (t *Tape) fits(bytes int) bool {
	switch {
	case t.bytes+bytes > maxTape:
		t.refuse(fmt.Sprintf("the results of its calls take more than %d KiB", maxTape>>10))
		return false
	case !t.budget.take(bytes):
		t.refuse("other requests that were recorded at the same time have left no memory for it")
		return false
	}
	t.bytes += bytes
	return true
}

// Refuse says why there cannot be a recording: the request "…". Only the first reason counts.
func (t *Tape) Refuse(why string) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended && t.refused == "" {
		t.refuse(why)
	}
}

// refuse forgets what was recorded: it is of no use.
func (t *Tape) refuse(why string) {
	t.refused, t.entries = why, nil
	t.budget.give(t.bytes)
	t.bytes = 0
}

// Read records the time that a script has read.
func (t *Tape) Read(now time.Time) {
	if t == nil {
		return
	}
	now = now.Truncate(time.Millisecond)
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.entries); n > 0 && t.entries[n-1].kind == Time && t.entries[n-1].at.Equal(now) && !t.ended {
		t.entries[n-1].times++
		return
	}
	t.add(entry{kind: Time, at: now, times: 1}, 0)
}

// End ends the recording, whether or not it is wanted, and returns its calls: none of a nil Tape. The error says why there are none.
func (t *Tape) End() (Recording, error) {
	if t == nil {
		return Recording{}, nil
	}
	t.mu.Lock()
	entries, refused := t.entries, t.refused
	t.entries, t.ended = nil, true
	t.budget.give(t.bytes)
	t.bytes = 0
	t.mu.Unlock()
	if refused != "" {
		return Recording{}, errors.New(refused)
	}
	return recordingOf(entries)
}

// Drop ends the recording, and discards it.
func (t *Tape) Drop() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entries, t.ended = nil, true
	t.budget.give(t.bytes)
	t.bytes = 0
}

// Recording is what a request has asked of its host, in order and without secrets.
type Recording struct{ Calls []Call }

func recordingOf(entries []entry) (Recording, error) {
	r := Recording{Calls: make([]Call, 0, len(entries))}
	for i := range entries {
		c, err := entries[i].call()
		if err != nil {
			return Recording{}, err
		}
		r.Calls = append(r.Calls, c)
	}
	return r, nil
}

func (e *entry) call() (Call, error) {
	if e.make != nil {
		c, err := e.make()
		c.Kind = e.kind
		return c, err
	}
	c := Call{Kind: e.kind}
	if e.times > 1 {
		c.Times = e.times
	}
	return c, c.Set(e.at.UTC().Format(timeLayout))
}

// timeLayout is how points in time are written in files.
const timeLayout = "2006-01-02T15:04:05.000Z07:00"

// Bytes returns about how much memory the recording takes.
func (r *Recording) Bytes() int {
	n := 0
	for i := range r.Calls {
		c := &r.Calls[i]
		n += 2*entryBytes + len(c.Gives) + sizeOf(c.Asks)
	}
	return n
}

// sizeOf returns about how much memory a value takes.
func sizeOf(value any) int {
	const each = 32
	n := each
	switch v := value.(type) {
	case string:
		n += len(v)
	case map[string]any:
		for name, one := range v {
			n += len(name) + sizeOf(one)
		}
	case []any:
		for _, one := range v {
			n += sizeOf(one)
		}
	}
	return n
}
