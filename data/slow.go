package data

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// Slow is a statement that took long.
type Slow struct {
	Datasource string
	SQL        string // as written, cut to slowTextBytes; never the values of its parameters
	Took       time.Duration
	Err        error // nil if it succeeded
}

// slowTextBytes is the length to which a statement is cut for a log line.
const slowTextBytes = 2000

// slowLog reports slow statements, and all of them to those who measure. The functions it calls may change.
type slowLog struct {
	bound   time.Duration // 0: nothing is reported
	tell    atomic.Pointer[func(context.Context, Slow)]
	observe atomic.Pointer[func(Observation)]
	ran     atomic.Pointer[listener]
}

// OnSlow sets the function that is called, with the statement's context, for every statement that
// took at least the SlowQuery of the settings. A later call replaces the function.
func (db *DB) OnSlow(tell func(context.Context, Slow)) { db.slow.tell.Store(&tell) }

// begin returns the time at which a statement begins, or zero if its duration does not matter.
func (l *slowLog) begin() (began time.Time) {
	if l.bound > 0 || l.observe.Load() != nil || l.listens() != nil {
		began = time.Now()
	}
	return began
}

// endSlow reports a statement that began at the given time. It returned that many rows; noRows if it does not return any.
func (db *DB) endSlow(ctx context.Context, began time.Time, sql string, rows int, err error) {
	db.tellSlow(ctx, since(began), sql, rows, err)
}

// since returns how long ago a statement began, or zero if its duration does not matter.
func since(began time.Time) (took time.Duration) {
	if !began.IsZero() {
		took = time.Since(began)
	}
	return took
}

// tellSlow reports a statement that took the given time to those who measure, and as slow if it is.
func (db *DB) tellSlow(ctx context.Context, took time.Duration, sql string, rows int, err error) {
	if observe := db.slow.observe.Load(); observe != nil {
		(*observe)(db.observation(took, sql, rows, err))
	}
	tell := db.slow.tell.Load()
	if db.slow.bound == 0 || took < db.slow.bound || tell == nil {
		return
	}
	(*tell)(ctx, Slow{db.settings.Name, fault.Shortened(sql, slowTextBytes), took, err})
}
