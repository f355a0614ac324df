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

// Token is Lease's.
func (l *memoryLease) Token() int64 { return l.token }

// Extend is Lease's.
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

// Release is Lease's.
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

// lock is what the lease is on, nil when that is not its any more. The mutex is held.
func (l *memoryLease) lock() *lock {
	if l.released {
		return nil
	}
	if now := l.memory.live(l.name); now != nil && now.token == l.token {
		return now
	}
	return nil
}
