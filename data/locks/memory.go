package locks

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
)

// Memory is a Locker in this process. Waiting requests are served first come, first served, at
// the moment the lock becomes free.
type Memory struct {
	clock  clock.Clock
	mu     sync.Mutex
	locks  map[string]*lock // those that are held
	tokens int64            // the greatest token so far
}

var _ Locker = (*Memory)(nil)

// MemoryOptions are the settings of a Memory. The zero value has the defaults.
type MemoryOptions struct {
	Clock clock.Clock // by which leases end, and waits; the machine's if nil
}

// NewMemory returns a Memory without any held locks.
func NewMemory(o MemoryOptions) *Memory {
	return &Memory{clock: clock.Or(o.Clock), locks: map[string]*lock{}}
}

// lock is a name that is held. Its fields are guarded by Memory.mu.
type lock struct {
	name    string
	owner   string
	token   int64
	holds   int // how often the owner has acquired and not released it
	expires time.Time
	stop    func() bool // stops the timer of its end
	waiting []*waiter   // first come, first served
}

// waiter is a waiting request; granted has room for its only message.
type waiter struct {
	request Request
	granted chan *memoryLease
}

// Acquire implements Locker.
func (m *Memory) Acquire(ctx context.Context, r Request) (Lease, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ended(ctx, r.Name)
	}
	lease, w := m.acquireOrWait(r)
	switch {
	case lease != nil:
		return lease, nil
	case w == nil:
		return nil, held(r.Name)
	}
	return m.await(ctx, w)
}

// acquireOrWait returns a lease, or a place in the queue if the request may wait.
func (m *Memory) acquireOrWait(r Request) (*memoryLease, *waiter) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.live(r.Name)
	switch {
	case l == nil:
		l = &lock{name: r.Name}
		m.locks[r.Name] = l
		return m.grant(l, r), nil
	case r.Owner != "" && r.Owner == l.owner:
		return m.again(l, r), nil
	case r.Wait <= 0:
		return nil, nil
	}
	w := &waiter{r, make(chan *memoryLease, 1)}
	l.waiting = append(l.waiting, w)
	return nil, w
}

// await waits until the lock is granted, the time to wait has passed or ctx has ended.
func (m *Memory) await(ctx context.Context, w *waiter) (Lease, error) {
	late := make(chan struct{}, 1)
	stop := m.clock.AfterFunc(w.request.Wait, func() { late <- struct{}{} })
	defer stop()
	defer clock.Parked(ctx)()
	clock.TurnUntil(ctx, m.clock, func() bool { return len(w.granted)+len(late) > 0 })
	select {
	case lease := <-w.granted:
		return lease, nil
	case <-late:
	case <-ctx.Done():
	}
	switch {
	case !m.leave(w):
		return <-w.granted, nil // it was granted at the last moment
	case ctx.Err() != nil:
		return nil, ended(ctx, w.request.Name)
	default:
		return nil, held(w.request.Name)
	}
}

// leave gives up a place in the queue. It returns false if the lock has been granted.
func (m *Memory) leave(w *waiter) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.locks[w.request.Name]
	if l == nil {
		return false
	}
	i := slices.Index(l.waiting, w)
	if i < 0 {
		return false
	}
	l.waiting = slices.Delete(l.waiting, i, i+1)
	return true
}

// live returns the lock of a name, or nil if it is not held. It also ends a lock whose time has
// passed, because the timer may be late. The caller holds the mutex.
func (m *Memory) live(name string) *lock {
	if l := m.locks[name]; l != nil && !m.clock.At().Before(l.expires) {
		m.pass(l)
	}
	return m.locks[name]
}

// grant makes the request the holder of the lock. The caller holds the mutex.
func (m *Memory) grant(l *lock, r Request) *memoryLease {
	m.tokens++
	l.owner, l.token, l.holds = r.Owner, m.tokens, 1
	l.expires = m.clock.At().Add(r.TTL)
	l.stop = m.clock.AfterFunc(r.TTL, func() { m.timeout(l.name) })
	return &memoryLease{memory: m, name: l.name, token: l.token}
}

// again lets the owner acquire once more a lock that it holds. The caller holds the mutex.
func (m *Memory) again(l *lock, r Request) *memoryLease {
	l.holds++
	m.extend(l, r.TTL)
	return &memoryLease{memory: m, name: l.name, token: l.token}
}

// extend moves the end of a lock to a later time, never to an earlier one. The caller holds the
// mutex.
func (m *Memory) extend(l *lock, ttl time.Duration) {
	if later := m.clock.At().Add(ttl); later.After(l.expires) {
		l.expires = later
		l.stop()
		l.stop = m.clock.AfterFunc(ttl, func() { m.timeout(l.name) })
	}
}

// timeout is called when a lock's time may have passed.
func (m *Memory) timeout(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.live(name)
}

// pass takes the lock from its holder and grants it to the request that has waited longest, and
// to other waiting requests of the same owner. The caller holds the mutex.
func (m *Memory) pass(l *lock) {
	l.stop()
	if len(l.waiting) == 0 {
		delete(m.locks, l.name)
		return
	}
	first := l.waiting[0]
	first.granted <- m.grant(l, first.request)
	l.waiting = slices.DeleteFunc(l.waiting[1:], func(w *waiter) bool {
		same := w.request.Owner != "" && w.request.Owner == l.owner
		if same {
			w.granted <- m.again(l, w.request)
		}
		return same
	})
}
