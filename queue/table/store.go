package table

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/clock"
)

// Lease is how long rows stay claimed by a process that does not renew its claim, because it has died.
const Lease = 15 * time.Second

// Store remembers, for one connection, what brokers cannot. It is safe for concurrent use, also by several processes on
// the same database. The methods that write return when what they wrote is safe from a crash of the machine, as far as
// the database promises that.
type Store struct {
	db         *database
	connection string
	token      string // of this process's claims
	now        func() time.Time
	lease      time.Duration

	turn  atomic.Bool // whether the row that claims lock has been made
	swept atomic.Int64
	left  atomic.Bool // by a caller of Due, whose claim may have been written in spite of that

	mu      sync.Mutex
	claimed map[int64]bool // by Seq
	renewer *time.Timer    // nil if nothing is claimed
}

// OpenStore returns the Store of a connection in a datasource, which has to stay open until the Store is closed. It
// does not use the datasource yet.
func OpenStore(db *data.DB, connection string) *Store {
	return newStore(&database{given: db}, connection)
}

// OpenFile returns the Store of a connection in an SQLite file of its own, or in memory if path is "". The file and its
// folder are made with the first write.
func OpenFile(path, connection string) *Store { return newStore(&database{path: path}, connection) }

// OpenStarts is like [OpenFile] for a Store whose methods need not return when the disk has what they wrote: it is for what matters after
// the end of a process only.
func OpenStarts(path, connection string) *Store {
	return newStore(&database{path: path, lazy: true}, connection)
}

func newStore(db *database, connection string) *Store {
	return &Store{db: db, connection: connection, token: rand.Text(), now: time.Now, lease: Lease, claimed: map[int64]bool{}}
}

// GoBy lets the store go by a clock, but for claims, which are of the process. It comes before any other method.
func (s *Store) GoBy(c clock.Clock) { s.now = c.Now }

// For returns the Store of another connection in the same database. Closing either closes both.
func (s *Store) For(connection string) *Store { return newStore(s.db, connection) }

// Ready opens the database and makes its tables, if that has not been done yet. Every method but [Store.ParkIn] does
// this by itself: a transaction cannot make tables in all databases.
func (s *Store) Ready(ctx context.Context) error {
	_, err := s.db.get(ctx)
	return explained(ctx, "queue.ready", err)
}

// Ping checks that the database answers, if it has been needed yet.
func (s *Store) Ping(ctx context.Context) error {
	if o := s.db.ready.Load(); o != nil {
		return o.Ping(ctx)
	}
	return nil
}

// Close gives back what is claimed, and closes the file of [OpenFile]. The datasource of [OpenStore] stays open.
func (s *Store) Close() error {
	s.mu.Lock()
	some := len(s.claimed) > 0
	clear(s.claimed)
	s.mu.Unlock()
	var err error
	if some || s.left.Load() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_, err = s.update(ctx, "queue.close", "update fwrun_queue_parked set lease = 0, token = '' where connection = ? and lease > 0 and token = ?",
			s.connection, s.token)
	}
	if closing := s.db.close(); closing != nil {
		err = closing
	}
	return err
}

// write runs f in a transaction.
func (s *Store) write(ctx context.Context, op string, f func(ctx context.Context, o *opened, on runner) error) error {
	o, err := s.db.get(ctx)
	if err == nil {
		err = o.transaction(ctx, func(ctx context.Context, on runner) error { return f(ctx, o, on) })
	}
	return explained(ctx, op, err)
}

// update runs one statement.
func (s *Store) update(ctx context.Context, op, template string, values ...any) (int64, error) {
	o, err := s.db.get(ctx)
	if err != nil {
		return 0, explained(ctx, op, err)
	}
	var result data.Result // not of the caller, who may leave while it is written
	err = o.single(ctx, func(ctx context.Context, on runner) (err error) {
		result, err = on.Update(ctx, o.dialect.sql(template), data.Args{Values: values})
		return err
	})
	if err != nil {
		return 0, explained(ctx, op, err)
	}
	return result.Affected, nil
}

// read runs a query. It returns nil if nothing can be in the database.
func (s *Store) read(ctx context.Context, op, template string, values ...any) (*data.Rows, error) {
	if s.db.empty() {
		return nil, nil
	}
	o, err := s.db.get(ctx)
	if err != nil {
		return nil, explained(ctx, op, err)
	}
	rows, err := o.query(ctx, template, values...)
	return rows, explained(ctx, op, err)
}
