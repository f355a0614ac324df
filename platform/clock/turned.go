package clock

import (
	"container/heap"
	"slices"
	"sync"
	"time"
)

// Turned is the clock of one application under test.
type Turned struct {
	mu    sync.Mutex
	parts []string      // that stand still, as tests call them; nil while all goes by the machine's
	at    time.Time     // where the time stands that timers and waits go by
	ahead time.Duration // by which the time of day is ahead of it
	began time.Time
	waits waits
	made  uint64

	motion motion
}

var _ Clock = (*Turned)(nil)

// NewTurned returns a clock that goes by the machine's until [Turned.Begin].
func NewTurned() *Turned { return &Turned{} }

// The parts of a clock, as tests call them. Waits are those of setTimeout.
const (
	Date        = "Date"
	Performance = "performance"
	Waits       = "setTimeout"
)

// Begin lets these parts of the clock stand still, the time of day at now.
func (t *Turned) Begin(now time.Time, parts ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.at = time.Now().Round(0)
	t.began, t.ahead, t.parts = t.at, now.Sub(t.at), parts
	if t.standsLocked(Waits) {
		for _, w := range t.waits {
			w.timer.Stop()
		}
	}
}

// End lets all of the clock go by the machine's again.
func (t *Turned) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	waited := t.standsLocked(Waits)
	t.parts = nil
	if !waited {
		return
	}
	now := time.Now().Round(0)
	for _, w := range t.waits { // which moves all of them alike: their order stays
		w.due = now.Add(w.due.Sub(t.at))
		t.armLocked(w, now)
	}
}

// Stands reports whether a part stands still. Of a clock that is nil, none does.
func (t *Turned) Stands(part string) bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.standsLocked(part)
}

func (t *Turned) standsLocked(part string) bool { return slices.Contains(t.parts, part) }

// Now implements [Clock].
func (t *Turned) Now() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.standsLocked(Date) {
		return time.Now()
	}
	return t.at.Add(t.ahead)
}

// SetNow changes the time of day.
func (t *Turned) SetNow(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ahead = now.Sub(t.at)
}

// At implements [Clock]. Of a clock that is nil, it is the machine's.
func (t *Turned) At() time.Time {
	if t == nil {
		return time.Now()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.standsLocked(Waits) || t.standsLocked("setInterval") || t.standsLocked("setImmediate") {
		return t.at
	}
	return time.Now()
}

// Passed returns how far the time was turned since it stands still.
func (t *Turned) Passed() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.at.Sub(t.began)
}

// Next returns when the next wait is over, and false if nothing waits.
func (t *Turned) Next() (time.Time, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waits) == 0 || !t.standsLocked(Waits) {
		return time.Time{}, false
	}
	return t.waits[0].due, true
}

// Sleeps returns when those end who sleep, or wait as long as [After] says, in no order.
func (t *Turned) Sleeps() (ends []time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, w := range t.waits {
		if w.sleep && t.standsLocked(Waits) {
			ends = append(ends, w.due)
		}
	}
	return ends
}

// Step turns the clock to a time, unless it stands there or later, and then calls what was due by then, one after the other.
func (t *Turned) Step(to time.Time) {
	t.mu.Lock()
	if to.After(t.at) {
		t.at = to
	}
	if !t.standsLocked(Waits) {
		t.mu.Unlock()
		return
	}
	var due []*wait
	for len(t.waits) > 0 && !t.waits[0].due.After(t.at) {
		due = append(due, heap.Pop(&t.waits).(*wait))
	}
	t.mu.Unlock()
	for _, w := range due {
		w.call()
	}
}

// Pass turns the clock by d, as a wait that keeps everything else from running does. Of what is due meanwhile, each is called at its time.
func (t *Turned) Pass(d time.Duration) {
	to := t.At().Add(d)
	for {
		next, some := t.Next()
		if !some || next.After(to) {
			t.Step(to)
			return
		}
		t.Step(next)
	}
}
