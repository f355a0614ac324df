package cdp

import "sync"

// lane does things one after another, on a goroutine of its own. Nobody waits for it to take one.
type lane struct {
	mu     sync.Mutex
	wake   sync.Cond
	queue  []func()
	closed bool
}

func newLane() *lane {
	l := &lane{}
	l.wake.L = &l.mu
	return l
}

// add adds something to do, and returns how much waits.
func (l *lane) add(fn func()) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return 0
	}
	l.queue = append(l.queue, fn)
	l.wake.Signal()
	return len(l.queue)
}

// close ends the lane. What waits is not done.
func (l *lane) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed, l.queue = true, nil
	l.wake.Broadcast()
}

// run does what there is to do, until the lane is closed.
func (l *lane) run() {
	for {
		l.mu.Lock()
		for len(l.queue) == 0 && !l.closed {
			l.wake.Wait()
		}
		if l.closed {
			l.mu.Unlock()
			return
		}
		next := l.queue[0]
		l.queue[0] = nil
		l.queue = l.queue[1:]
		l.mu.Unlock()
		next()
	}
}
