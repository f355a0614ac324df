package databases

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// runner is the common interface of a datasource and a transaction.
type runner interface {
	Query(ctx context.Context, text string, args data.Args) (*data.Rows, error)
	Update(ctx context.Context, text string, args data.Args) (data.Result, error)
	BatchUpdate(ctx context.Context, text string, batch []data.Args) ([]data.Result, error)
	Execute(ctx context.Context, script string) error
	Stream(ctx context.Context, text string, args data.Args) (*data.Cursor, error)
}

// session adapts a runner to [sql.Session].
type session struct{ runner }

func (s session) Query(ctx context.Context, text string, args sql.Args) (sql.Rows, error) {
	r, err := s.runner.Query(ctx, text, arguments(args))
	if err != nil {
		return nil, scriptError(err)
	}
	return rows{r}, nil
}

func (s session) Update(ctx context.Context, text string, args sql.Args) (int64, any, error) {
	result, err := s.runner.Update(ctx, text, arguments(args))
	return result.Affected, result.Key, scriptError(err)
}

func (s session) BatchUpdate(ctx context.Context, text string, batch []sql.Args) (affected []int64, keys []any, err error) {
	list := make([]data.Args, len(batch))
	for i, args := range batch {
		list[i] = arguments(args)
	}
	results, err := s.runner.BatchUpdate(ctx, text, list)
	affected, keys = make([]int64, len(results)), make([]any, len(results))
	for i, result := range results {
		affected[i], keys[i] = result.Affected, result.Key
	}
	return affected, keys, scriptError(err)
}

func (s session) Stream(ctx context.Context, text string, args sql.Args) (sql.Cursor, error) {
	c, err := s.runner.Stream(data.Aside(ctx), text, arguments(args)) // the rows are read beside the worker
	if err != nil {
		return nil, scriptError(err)
	}
	return cursor{c}, nil
}

func (s session) Execute(ctx context.Context, script string) error {
	return scriptError(s.runner.Execute(ctx, script))
}

func arguments(args sql.Args) data.Args {
	for i, v := range args.Values {
		if list, ok := v.(sql.List); ok {
			args.Values[i] = data.List(list)
		}
	}
	return data.Args{Values: args.Values, Names: args.Names, Partial: true, Unfit: args.Unfit} // scripts pass whole objects
}

// cursor adapts a data.Cursor to [sql.Cursor].
type cursor struct{ *data.Cursor }

func (c cursor) Next(ctx context.Context) (sql.Rows, error) {
	r, err := c.Cursor.Next(ctx)
	if r == nil || err != nil {
		return nil, scriptError(err)
	}
	return rows{r}, nil
}

// database adapts a datasource to [sql.Database].
type database struct {
	session
	db *data.DB
}

func (d database) Begin(ctx context.Context, options sql.TxOptions) (sql.Transaction, error) {
	isolation, err := isolationLevel(options.Isolation)
	if err != nil {
		return nil, err
	}
	db := d.db
	if options.Primary {
		db = db.Primary()
	}
	switch options.Wait {
	case sql.AtOnce:
		ctx = data.AtOnce(ctx)
	case sql.Aside:
		ctx = data.Aside(ctx)
	}
	tx, err := db.Begin(ctx, data.TxOptions{ReadOnly: options.ReadOnly, Isolation: isolation})
	if errors.Is(err, data.ErrNoneFree) {
		return nil, sql.ErrNoneFree
	}
	if err != nil {
		return nil, scriptError(err)
	}
	return transaction{session{tx}, tx}, nil
}

func (d database) OneWriter() bool { return d.db.Dialect() == data.SQLite }

func (d database) Reads(text string) bool { return d.db.Reads(text) }

func (d database) Room() sql.Room { return sql.Room(d.db.Room()) }

func (d database) Waits(reads bool) bool {
	readers, writers := d.db.Full()
	return reads && readers || !reads && writers
}

func (d database) Briefly(ctx context.Context) context.Context { return data.Briefly(ctx) }

func (d database) LineUp(reads bool) (sql.Place, error) {
	place, err := d.db.LineUp(reads)
	if err != nil {
		return sql.Place{}, scriptError(err)
	}
	return sql.Place{Longest: place.Longest, Leave: place.Leave, Late: func() error { return scriptError(place.Late()) }}, nil
}

func (d database) Primary() sql.Session { return session{d.db.Primary()} }

// isolationLevel parses the option isolation of SqlTemplate.transaction, in SQL's own words.
func isolationLevel(name string) (data.Isolation, error) {
	switch strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(name)) {
	case "":
		return data.DefaultIsolation, nil
	case "read uncommitted":
		return data.ReadUncommitted, nil
	case "read committed":
		return data.ReadCommitted, nil
	case "repeatable read":
		return data.RepeatableRead, nil
	case "serializable":
		return data.Serializable, nil
	}
	return 0, fault.New("app.isolation", fault.Internal, fmt.Sprintf("%q is not an isolation level", name)).
		WithHint("use read uncommitted, read committed, repeatable read or serializable")
}

// transaction adapts a Tx to [sql.Transaction].
type transaction struct {
	session
	tx *data.Tx
}

func (t transaction) Commit(ctx context.Context) error   { return scriptError(t.tx.Commit(ctx)) }
func (t transaction) Rollback(ctx context.Context) error { return scriptError(t.tx.Rollback(ctx)) }

// dataSource adapts a datasource to [sql.Source].
type dataSource struct{ db *data.DB }

func (d dataSource) Dialect() string                { return d.db.Dialect().String() }
func (d dataSource) Ping(ctx context.Context) error { return scriptError(d.db.Ping(ctx)) }

func (d dataSource) Stats() sql.PoolStats {
	readers, writers := d.db.Stats()
	stats := sql.PoolStats{Open: readers.OpenConnections, InUse: readers.InUse, Idle: readers.Idle, Max: readers.MaxOpenConnections}
	if !d.db.OnePool() {
		stats.Open, stats.InUse = stats.Open+writers.OpenConnections, stats.InUse+writers.InUse
		stats.Idle, stats.Max = stats.Idle+writers.Idle, stats.Max+writers.MaxOpenConnections
	}
	return stats
}

// rows adapts a result to [sql.Rows].
type rows struct{ *data.Rows }

// Snapshot returns the rows for somebody who keeps them.
func (r rows) Snapshot() *data.Rows { return r.Rows.Snapshot() }

func (r rows) Names() []string             { return r.Rows.Names() }
func (r rows) Value(row, column int) any   { return r.Cell(row, column).Value() }
func (r rows) IsJSON(row, column int) bool { return r.Cell(row, column).Kind() == data.JSON }

// Convert implements [sql.Rows].
func (r rows) Convert(column int, as manifest.ColumnType) {
	switch as {
	case manifest.Truth:
		r.Rows.Convert(column, data.Bool)
	case manifest.Moment:
		r.Rows.Convert(column, data.Time)
	case manifest.Document:
		r.Rows.Convert(column, data.JSON)
	}
}

// databaseError adapts a failed statement to [sql.DatabaseError].
type databaseError struct {
	error
	cause *data.Error
}

func (e databaseError) Unwrap() error      { return e.error }
func (e databaseError) Kind() string       { return e.cause.Kind.String() }
func (e databaseError) Code() string       { return e.cause.Code }
func (e databaseError) Constraint() string { return e.cause.Constraint }
func (e databaseError) Message() string    { return e.cause.Message }

func scriptError(err error) error {
	if failed, ok := errors.AsType[*data.Error](err); ok {
		return databaseError{err, failed}
	}
	return err
}
