package data

import (
	"context"
	"sync/atomic"
	"time"
)

// Slow is a statement that took long.
type Slow struct {
	Datasource string
	SQL        string // as written, cut to slowTextBytes; never the values of its parameters
	Took       time.Duration
	Err        error // nil when it succeeded
}

// slowTextBytes is as much of a statement as a log line can bear.
const slowTextBytes = 2000

// slowLog tells somebody of slow statements. The one it tells may change.
type slowLog struct {
	bound time.Duration // 0: nobody is told
	tell  atomic.Pointer[func(context.Context, Slow)]
}

// OnSlow has tell called, with the statement's context, whenever one took at least the
// SlowQuery of the settings. Later calls replace tell.
func (db *DB) OnSlow(tell func(context.Context, Slow)) { db.slow.tell.Store(&tell) }

// begin is when a statement begins; zero when its time does not matter.
func (l *slowLog) begin() (began time.Time) {
	if l.bound > 0 {
		began = time.Now()
	}
	return began
}

// endSlow tells of a statement that began then, if it was slow.
func (db *DB) endSlow(ctx context.Context, began time.Time, sql string, err error) {
	db.tellSlow(ctx, since(began), sql, err)
}

// since is how long ago a statement began; zero when its time does not matter.
func since(began time.Time) (took time.Duration) {
	if !began.IsZero() {
		took = time.Since(began)
	}
	return took
}

// tellSlow tells of a statement that took so long, if that is slow.
func (db *DB) tellSlow(ctx context.Context, took time.Duration, sql string, err error) {
	tell := db.slow.tell.Load()
	if db.slow.bound == 0 || took < db.slow.bound || tell == nil {
		return
	}
	if len(sql) > slowTextBytes {
		sql = sql[:slowTextBytes] + "…"
	}
	(*tell)(ctx, Slow{db.settings.Name, sql, took, err})
}
