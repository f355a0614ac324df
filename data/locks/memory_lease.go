package locks

import (
	"context"
	"time"
)

type memoryLease struct {
	memory   *Memory
	name     string
	token    int64
	released bool // guarded by Memory.mu
}

// Token implements Lease.
func (l *memoryLease) Token() int64 { return l.token }

// Extend implements Lease.
func (l *memoryLease) Extend(_ context.Context, ttl time.Duration) error {
	if err := checkTTL(ttl); err != nil {
		return err
	}
	m := l.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	mine := l.lock()
	if mine == nil {
		return lost(l.name)
	}
	m.extend(mine, ttl)
	return nil
}

// Release implements Lease.
func (l *memoryLease) Release(context.Context) error {
	m := l.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if l.released {
		return nil
	}
	mine := l.lock()
	l.released = true
	if mine == nil {
		return lost(l.name)
	}
	if mine.holds--; mine.holds == 0 {
		m.pass(mine)
	}
	return nil
}

// lock returns the lock of the lease, or nil if the lease does not hold it any more. The caller
// holds the mutex.
func (l *memoryLease) lock() *lock {
	if l.released {
		return nil
	}
	if now := l.memory.live(l.name); now != nil && now.token == l.token {
		return now
	}
	return nil
}
