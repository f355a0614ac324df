package vm

import (
	"container/heap"
	"time"
)

// Opened is something outside that running code has opened and that stays open, such as a connection.
type Opened struct{ timer *Timer }

// never is when what is open would end by itself.
const never = unbounded

// Open declares that the running code has opened something outside, of a kind that scripts know. It belongs to the
// current call as timers do: shut is called when the call has ended and its grace has passed. What belongs to no call is shut
// when the VM leaves its pool, after [Options.Drop]. shut is called at most once, from any goroutine; it must not block.
func (v *VM) Open(kind string, shut func()) *Opened {
	t := &Timer{queue: &v.timers, frame: v.frame, options: TimerOptions{Kind: kind, Drop: shut}, open: true, at: -1}
	if !v.timers.add(v, t, func(now time.Time) time.Time { return now.Add(never) }) {
		shut()
	}
	return &Opened{t}
}

// Closed declares that it has ended by itself: it is not shut any more, unless that has begun. Safe from any goroutine.
func (o *Opened) Closed() { o.timer.Stop() }

// isLasting reports whether what is open belongs to the application: to no call, or to one that has ended and whose timers live on.
func (t *Timer) isLasting(now time.Time) bool {
	call := t.frame.Call()
	return call == nil || call.Over() && call.timersEnd(now).IsZero()
}

// lasting counts what is open and belongs to the application.
func (q *timers) lasting() (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	for _, t := range q.heap {
		if t.open && t.isLasting(now) {
			n++
		}
	}
	return n
}

// removeWhere removes timers, and returns how to shut what was open of them.
func (q *timers) removeWhere(gone func(*Timer) bool) (shut func()) {
	var kept timerHeap
	var open []*Timer
	for _, t := range q.heap {
		if !gone(t) {
			t.at = len(kept)
			kept = append(kept, t)
			continue
		}
		t.at = -1
		if t.open {
			open = append(open, t)
		}
	}
	q.heap = kept
	heap.Init(&q.heap)
	return func() {
		for _, t := range open {
			t.options.Drop()
		}
	}
}
