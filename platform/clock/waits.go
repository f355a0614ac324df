package clock

import (
	"container/heap"
	"time"
)

// wait is one call of [Turned.AfterFunc].
type wait struct {
	call  func()
	due   time.Time
	made  uint64
	sleep bool        // something goes on when it is over, as after a timer of a script
	index int         // in the heap; -1 if it is over
	timer *time.Timer // while the clock goes by the machine's
}

// AfterFunc implements [Clock]. While the clock stands still, f is called by what turns it.
func (t *Turned) AfterFunc(d time.Duration, f func()) (stop func() bool) { return t.add(d, false, f) }

func (t *Turned) add(d time.Duration, sleep bool, f func()) (stop func() bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.at
	if !t.standsLocked(Waits) {
		now = time.Now().Round(0)
	}
	t.made++
	w := &wait{call: f, due: now.Add(max(d, 0)), made: t.made, sleep: sleep}
	heap.Push(&t.waits, w)
	if !t.standsLocked(Waits) {
		t.armLocked(w, now)
	}
	return func() bool { return t.remove(w) }
}

// armLocked lets the machine's clock end a wait.
func (t *Turned) armLocked(w *wait, now time.Time) {
	w.timer = time.AfterFunc(w.due.Sub(now), func() {
		t.mu.Lock()
		early := t.standsLocked(Waits) // meanwhile it was stood still: who turns it will call
		t.mu.Unlock()
		if !early && t.remove(w) {
			w.call()
		}
	})
}

// remove ends a wait, and reports whether it was not over.
func (t *Turned) remove(w *wait) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.index < 0 {
		return false
	}
	heap.Remove(&t.waits, w.index)
	if w.timer != nil {
		w.timer.Stop()
	}
	return true
}

// waits is a heap: what is due first, and of that what was made first.
type waits []*wait

func (h waits) Len() int { return len(h) }

func (h waits) Less(i, j int) bool {
	if c := h[i].due.Compare(h[j].due); c != 0 {
		return c < 0
	}
	return h[i].made < h[j].made
}

func (h waits) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *waits) Push(x any) {
	w := x.(*wait)
	w.index = len(*h)
	*h = append(*h, w)
}

func (h *waits) Pop() any {
	old := *h
	last := len(old) - 1
	w := old[last]
	old[last], w.index = nil, -1
	*h = old[:last]
	return w
}
