package table

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

// database is what stores and brokers write to. It is opened, and its tables are made, when it is first needed.
type database struct {
	path  string // of a file of its own; "" for memory or a datasource
	lazy  bool   // what is written to the file need not be safe from a crash of the machine
	given *data.DB
	check func(ctx context.Context, db *data.DB) error // whether it can be used; may be nil

	opening sync.Mutex
	ready   atomic.Pointer[opened]
	closed  atomic.Bool
}

// opened is a database with its tables.
type opened struct {
	*data.DB
	dialect *dialect
	writes  group[func(context.Context, runner) error]
}

// A page of messages is bounded by the statements that read it; these limits are above all of them.
const (
	mostRows  = 1 << 20
	mostBytes = 256 << 20
)

func (d *database) get(ctx context.Context) (*opened, error) {
	if o := d.ready.Load(); o != nil {
		return o, nil
	}
	d.opening.Lock()
	defer d.opening.Unlock()
	if o := d.ready.Load(); o != nil {
		return o, nil
	}
	if d.closed.Load() {
		return nil, fault.New("queue.table", fault.Unavailable, "the store of queues is closed")
	}
	db, err := d.open(ctx)
	if err != nil {
		return nil, err
	}
	o := &opened{DB: db.Primary().WithLimits(mostRows, mostBytes), dialect: newDialect(db.Dialect())}
	o.writes = group[func(context.Context, runner) error]{write: o.together, most: 100, writers: 1}
	if d.check != nil {
		err = d.check(ctx, o.DB)
	}
	if err == nil {
		err = prepare(ctx, o.DB)
	}
	if err != nil {
		if d.given == nil {
			_ = db.Close()
		}
		return nil, err
	}
	d.ready.Store(o)
	return o, nil
}

func (d *database) open(ctx context.Context) (*data.DB, error) {
	if d.given != nil {
		return d.given, nil
	}
	s := data.Settings{Name: "store of queues", URL: "sqlite::memory:", Durable: !d.lazy, MaxConnections: 2}
	if d.path != "" {
		s.URL, s.Folder = "sqlite:"+filepath.Base(d.path), filepath.Dir(d.path)
	}
	return data.Open(ctx, s)
}

// empty reports whether nothing can be in the database, because its file does not exist. The file is made with the
// first write.
func (d *database) empty() bool {
	if d.given != nil || d.path == "" || d.ready.Load() != nil {
		return false
	}
	_, err := os.Stat(d.path)
	return os.IsNotExist(err)
}

func (d *database) close() error {
	d.opening.Lock()
	defer d.opening.Unlock()
	d.closed.Store(true)
	if o := d.ready.Swap(nil); o != nil && d.given == nil {
		return o.DB.Close()
	}
	return nil
}

// transaction runs f in a transaction. SQLite has one writer, so what several callers write at the same time is one
// transaction; servers group commits themselves. f may be run more than once.
func (o *opened) transaction(ctx context.Context, f func(context.Context, runner) error) error {
	if o.dialect.Dialect == data.SQLite {
		return o.writes.do(ctx, f)
	}
	return again(ctx, func() error {
		return o.Transaction(ctx, data.TxOptions{Isolation: data.ReadCommitted}, func(tx *data.Tx) error { return f(ctx, tx) })
	})
}

// single is like transaction, for statements that need none.
func (o *opened) single(ctx context.Context, f func(context.Context, runner) error) error {
	if o.dialect.Dialect == data.SQLite {
		return o.writes.do(ctx, f)
	}
	return again(ctx, func() error { return f(ctx, o) })
}

func (o *opened) together(ctx context.Context, list []func(context.Context, runner) error) error {
	return again(ctx, func() error {
		return o.Transaction(ctx, data.TxOptions{}, func(tx *data.Tx) error {
			for _, f := range list {
				if err := f(ctx, tx); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// query runs a template that reads.
func (o *opened) query(ctx context.Context, template string, values ...any) (*data.Rows, error) {
	return o.Query(ctx, o.dialect.sql(template), data.Args{Values: values})
}
