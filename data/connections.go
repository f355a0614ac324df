package data

import (
	"strconv"
	"sync/atomic"
	"time"
)

// ConnectionTimes receive how long the connections of one pool take. They must not block.
type ConnectionTimes struct {
	Created func(time.Duration) // opening one
	Waited  func(time.Duration) // waiting until one may be used; 0 if that was at once
	Used    func(time.Duration) // using one, until it is given back
}

// OnConnection sets what observes the connections of each pool, by the name of the pool. A later call replaces it.
func (db *DB) OnConnection(of func(pool string) ConnectionTimes) {
	for name, p := range db.pools() {
		times := of(name)
		p.times.Store(&times)
	}
}

// pools yields the pools with their names: that of the datasource, with ".writer" for the one writer of an SQLite file and
// ".replica-1" for a replica.
func (db *DB) pools() func(yield func(string, *pool) bool) {
	return func(yield func(string, *pool) bool) {
		name := db.settings.Name
		if !yield(name, db.readers) || !db.OnePool() && !yield(name+".writer", db.writers) || db.replicas == nil {
			return
		}
		for i, r := range db.replicas.list {
			if !yield(name+".replica-"+strconv.Itoa(i+1), r.pool) {
				return
			}
		}
	}
}

// connectionTimes is where a pool and those who open its connections find whom to tell.
type connectionTimes struct {
	atomic.Pointer[ConnectionTimes]
}

func (c *connectionTimes) created(took time.Duration) {
	if to := c.Load(); to != nil {
		to.Created(took)
	}
}

func (c *connectionTimes) waited(took time.Duration) {
	if to := c.Load(); to != nil {
		to.Waited(took)
	}
}

// begin returns when a use began; zero if nothing observes the pool.
func (c *connectionTimes) begin() (since time.Time) {
	if c.Load() != nil {
		since = time.Now()
	}
	return since
}

func (c *connectionTimes) used(since time.Time) {
	if to := c.Load(); to != nil && !since.IsZero() {
		to.Used(time.Since(since))
	}
}
