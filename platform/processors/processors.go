package processors

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Count returns how many processors the process has. Further ones, which Go uses for a while, do not count.
func Count() int {
	if own := process.own.Load(); own > 0 {
		return int(own)
	}
	return runtime.GOMAXPROCS(0)
}

// Held says how many goroutines of one kind hold a processor. The zero value is ready to use, and says 0.
type Held struct{ n atomic.Int64 }

// Set says how many goroutines hold a processor from now on. It does not wait. Safe for concurrent use.
func (h *Held) Set(n int) {
	if before := h.n.Swap(int64(n)); before != int64(n) {
		process.add(n - int(before))
	}
}

// process is what is held and lent in this process.
var process = lender{calm: time.Second}

// lender changes how many processors Go uses. That stops all goroutines for a moment, and waits for a collection to end, so it does so
// on a goroutine of its own, and takes a processor back only when it has not been needed for a while.
type lender struct {
	calm time.Duration // how long a further processor stays without need
	own  atomic.Int64  // the processors of the process while there are further ones, or else 0

	mu      sync.Mutex // guards the rest
	held    int
	changed chan struct{} // of the goroutine that lends; nil if there is none
}

// add says that so many more goroutines hold a processor.
func (l *lender) add(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held += n
	if l.changed != nil {
		select {
		case l.changed <- struct{}{}:
		default: // it has not seen the last change yet
		}
		return
	}
	if own := runtime.GOMAXPROCS(0); further(own, l.held) > 0 {
		l.changed = make(chan struct{}, 1)
		l.own.Store(int64(own))
		go l.lend(own, l.changed)
	}
}

// further returns how many processors Go is to have beside its own: the collector waits on one at most, and others need one.
func further(own, held int) int {
	if held == 0 {
		return 0
	}
	return min(max(0, held+2-own), own+1)
}

// lend lets Go have as many processors as are needed, until no further ones are.
func (l *lender) lend(own int, changed <-chan struct{}) {
	for has := own; ; {
		needs := own + l.further(own)
		if needs > has {
			runtime.GOMAXPROCS(needs)
			has = needs
		}
		var calm <-chan time.Time
		if needs < has || has == own {
			calm = time.After(l.calm)
		}
		select {
		case <-changed:
		case <-calm:
			if has = needs; has > own {
				runtime.GOMAXPROCS(has)
			} else if restore(own); l.end(own) {
				return
			}
		}
	}
}

func (l *lender) further(own int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return further(own, l.held)
}

// end ends the lending, unless further processors are needed after all.
func (l *lender) end(own int) (ended bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if further(own, l.held) > 0 {
		return false
	}
	l.own.Store(0)
	l.changed = nil
	return true
}

// restore gives Go the processors that it had. By default it follows the limits of a container, which it stops to do once it has
// got a number.
func restore(own int) {
	runtime.SetDefaultGOMAXPROCS()
	if runtime.GOMAXPROCS(0) != own {
		runtime.GOMAXPROCS(own)
	}
}
