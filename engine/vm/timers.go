package vm

import (
	"container/heap"
	"sync"
	"time"
)

// Timer is work that a VM does at a given time.
type Timer struct {
	queue   *timers
	frame   *Frame
	fire    func() error
	options TimerOptions
	dropped bool // its call has ended
	due     time.Time
	made    uint64 // number of timers made before it
	at      int    // index in the heap; -1 if it is not in it
	awaited bool   // it counts as awaited by its call
	open    bool   // it is the timer of something [Opened]
	soon    bool   // it comes before others that are due at the same time
}

// TimerOptions describe a timer to those who hear of its end.
type TimerOptions struct {
	Kind string // as scripts know it; a timer without a kind is not reported when it was left behind
	Part string // of the clock, as tests that turn it call it; "" if it goes by the machine's in any case
	Drop func() // called on the VM when the timer ends with its call. May be nil.
}

// After runs fire on the VM, on behalf of the current call, once d has passed. Timers run in the order in
// which they are due; those due at the same time in the order in which they were made. A timer ends with its call,
// after a grace; see [Options].
func (v *VM) After(d time.Duration, o TimerOptions, fire func() error) *Timer {
	if v.world.Turned.Stands(o.Part) {
		return v.afterTurned(d, o, fire)
	}
	t := &Timer{queue: &v.timers, frame: v.traced(o.Kind), fire: fire, options: o, at: -1}
	t.awaited = d <= patience && t.frame.awaits()
	v.timers.add(v, t, func(now time.Time) time.Time { return now.Add(d) })
	return t
}

// AfterForNone is After on behalf of no call.
func (v *VM) AfterForNone(d time.Duration, fire func() error) *Timer {
	t := &Timer{queue: &v.timers, fire: fire, at: -1}
	v.timers.add(v, t, func(now time.Time) time.Time { return now.Add(d) })
	return t
}

// Stop prevents the timer from firing, unless it is due already: its work may have been queued. Safe from any
// goroutine.
func (t *Timer) Stop() { t.queue.remove(t) }

// Again makes the timer fire once more, a period after it was due before, so that it keeps its phase however
// late it runs. Periods that have passed meanwhile are skipped. It is called on the VM, by the timer's work.
func (t *Timer) Again(v *VM, period time.Duration) {
	t.queue.add(v, t, func(now time.Time) time.Time {
		late := max(now.Sub(t.due), 0)
		return t.due.Add(late.Truncate(period) + period)
	})
}

// timers are the timers of one VM. One timer of the Go runtime waits for the first of them, and queues all
// that are due then, in order and at once.
type timers struct {
	mu      sync.Mutex
	heap    timerHeap
	made    uint64
	wake    *time.Timer
	wakesAt time.Time // zero if no wake-up is scheduled
	over    bool      // the VM has left its pool
	turned  bool      // by a test, instead of going by the machine's clock
	turning bool      // one of them is fired
}

// add reads the clock under the lock: whatever fired before it was due no later, however long this goroutine
// had to wait for a processor.
// It adds nothing, and returns false, when the VM has left its pool.
func (q *timers) add(v *VM, t *Timer, due func(now time.Time) time.Time) (added bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.over {
		return false
	}
	now := time.Now()
	if q.turned {
		now = v.world.Turned.At()
	}
	t.due = due(now)
	if call := t.frame.Call(); call != nil {
		call.own().timers.Add(1)
		if end := call.timersEnd(now); !end.IsZero() {
			t.endBy(end)
		}
	}
	if !q.turned || t.made == 0 { // an interval of a test keeps its place
		q.made++
		t.made = q.made
	}
	heap.Push(&q.heap, t)
	if t.at == 0 && !q.turned {
		q.waitLocked(v)
	}
	return true
}

func (q *timers) remove(t *Timer) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.at < 0 {
		return
	}
	heap.Remove(&q.heap, t.at)
	t.gone()
	if t.awaited {
		t.frame.call.awaits.Add(-1)
	}
	if len(q.heap) == 0 && !q.turned {
		q.wake.Stop()
		q.wakesAt = time.Time{}
	}
}

// waitLocked schedules a wake-up for the first timer, unless there is an earlier one.
func (q *timers) waitLocked(v *VM) {
	first := q.heap[0].due
	switch {
	case q.wake == nil:
		q.wake = time.AfterFunc(time.Until(first), func() { v.fireTimers() })
	case q.wakesAt.IsZero() || first.Before(q.wakesAt):
		q.wake.Reset(time.Until(first))
	default:
		return
	}
	q.wakesAt = first
}

// fireTimers queues the work of all timers that are due.
func (v *VM) fireTimers() {
	q := &v.timers
	q.mu.Lock()
	q.wakesAt = time.Time{}
	var due []job
	var shut []*Timer // at once: the work may never run, when the VM is about to leave its pool
	for now := time.Now(); len(q.heap) > 0 && !q.heap[0].due.After(now); {
		t := heap.Pop(&q.heap).(*Timer)
		t.gone()
		work := t.fire
		if t.dropped {
			work = func() error { v.drop(t); return nil }
			if t.open {
				shut = append(shut, t)
			}
		}
		due = append(due, job{t.frame, work, t.awaited})
		t.awaited = false // an interval may continue without end
	}
	if len(q.heap) > 0 {
		q.waitLocked(v)
	}
	drain := v.push(due...) // under the lock, so that timers due later do not come first
	q.mu.Unlock()
	for _, t := range shut {
		t.options.Drop()
	}
	if drain {
		v.pool.drain(v)
	}
}

// endLeft removes the timers that no call in flight has set. What is open for the application stays until the VM leaves its pool.
func (q *timers) endLeft() {
	q.mu.Lock()
	now := time.Now()
	shut := q.removeWhere(func(t *Timer) bool {
		call := t.frame.Call()
		return (call == nil || !call.timersEnd(now).IsZero()) && !(t.open && t.isLasting(now))
	})
	q.mu.Unlock()
	shut()
}

// NextLeft returns when the next timer of scripts fires, and false if none does by then. The timers that it was due for are in seen: those
// of an interval count once. Safe from any goroutine.
func (v *VM) NextLeft(by time.Time, seen map[*Timer]time.Time) (due time.Time, some bool) {
	q := &v.timers
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, t := range q.heap {
		first, known := seen[t]
		if t.options.Kind == "" || t.open || t.dropped || t.due.After(by) || known && t.due.After(first) {
			continue
		}
		seen[t] = t.due
		if !some || t.due.Before(due) {
			due, some = t.due, true
		}
	}
	return due, some
}

// stop removes all timers, for good.
func (q *timers) stop() {
	q.mu.Lock()
	shut := q.removeWhere(func(*Timer) bool { return true })
	q.over = true
	if q.wake != nil {
		q.wake.Stop()
	}
	q.mu.Unlock()
	shut()
}

// timerHeap is a heap whose first timer is due first.
type timerHeap []*Timer

func (h timerHeap) Len() int { return len(h) }

func (h timerHeap) Less(i, j int) bool {
	if c := h[i].due.Compare(h[j].due); c != 0 {
		return c < 0
	}
	if h[i].soon != h[j].soon {
		return h[i].soon
	}
	return h[i].made < h[j].made
}

func (h timerHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].at, h[j].at = i, j
}

func (h *timerHeap) Push(x any) {
	t := x.(*Timer)
	t.at = len(*h)
	*h = append(*h, t)
}

func (h *timerHeap) Pop() any {
	old := *h
	last := len(old) - 1
	t := old[last]
	old[last] = nil
	*h = old[:last]
	t.at = -1
	return t
}
