package attack

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// watch looks how much memory a server has had at most.
type watch struct {
	server func() (int, error)
	done   chan struct{}
	group  sync.WaitGroup

	mu   sync.Mutex
	into *tally
}

// watchMemory begins to look. A server that is killed takes with it what it had since the last look, so there are ten each second.
func watchMemory(server func() (int, error), into *tally) *watch {
	w := &watch{server: server, done: make(chan struct{})}
	w.record(into)
	w.group.Go(func() {
		for ticks := time.NewTicker(100 * time.Millisecond); ; {
			select {
			case <-w.done:
				ticks.Stop()
				return
			case <-ticks.C:
				w.mu.Lock()
				w.look()
				w.mu.Unlock()
			}
		}
	})
	return w
}

func (w *watch) look() {
	if w.into == nil {
		return
	}
	if pid, err := w.server(); err == nil {
		peak, _ := proc.Resident(pid, proc.Peak) // the process may have ended
		w.into.had(peak)
	}
}

// record says where it counts from now on what the server has: nothing of what it had before.
func (w *watch) record(into *tally) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.look()
	w.into = into
	if pid, err := w.server(); err == nil {
		_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0) // the process may have ended
	}
}

func (w *watch) stop() {
	select {
	case <-w.done:
	default:
		close(w.done)
	}
	w.group.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.look()
}
