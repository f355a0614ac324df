package tape

import (
	"context"
	"errors"
	"slices"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// Snapshots are rows that can be kept as they are.
type Snapshots interface{ Snapshot() *data.Rows }

// Database returns a database that records what is done with it.
func (r *Recorder) Database(name string, dialect sqltext.Dialect, db sql.Database) sql.Database {
	return &recordedDatabase{recordedSession{db, r, name, dialect}, db}
}

type recordedDatabase struct {
	recordedSession
	db sql.Database
}

func (d *recordedDatabase) OneWriter() bool        { return d.db.OneWriter() }
func (d *recordedDatabase) Reads(text string) bool { return d.db.Reads(text) }
func (d *recordedDatabase) Room() sql.Room         { return d.db.Room() }
func (d *recordedDatabase) Waits(reads bool) bool  { return d.db.Waits(reads) }

func (d *recordedDatabase) Briefly(ctx context.Context) context.Context { return d.db.Briefly(ctx) }

func (d *recordedDatabase) LineUp(reads bool) (sql.Place, error) { return d.db.LineUp(reads) }

func (d *recordedDatabase) Primary() sql.Session {
	return &recordedSession{d.db.Primary(), d.by, d.name, d.dialect}
}

func (d *recordedDatabase) Begin(ctx context.Context, o sql.TxOptions) (sql.Transaction, error) {
	tx, err := d.db.Begin(ctx, o)
	if t := replay.Of(ctx); t != nil && !errors.Is(err, sql.ErrNoneFree) { // else it is tried again
		d.controlled(t, beginAsks(d.name, o), err)
	}
	if err != nil {
		return nil, err
	}
	return &recordedTransaction{recordedSession{tx, d.by, d.name, d.dialect}, tx}, nil
}

// beginAsks is what is asked by who begins a transaction.
func beginAsks(datasource string, o sql.TxOptions) map[string]any {
	asks := map[string]any{"transaction": "begin", "datasource": datasource}
	if o.ReadOnly {
		asks["readOnly"] = true
	}
	if o.Isolation != "" {
		asks["isolation"] = o.Isolation
	}
	return asks
}

func controlAsks(datasource, what string) map[string]any {
	return map[string]any{"transaction": what, "datasource": datasource}
}

type recordedTransaction struct {
	recordedSession
	tx sql.Transaction
}

func (x *recordedTransaction) Commit(ctx context.Context) error {
	err := x.tx.Commit(ctx)
	if t := replay.Of(ctx); t != nil {
		x.controlled(t, controlAsks(x.name, "commit"), err)
	}
	return err
}

func (x *recordedTransaction) Rollback(ctx context.Context) error {
	err := x.tx.Rollback(ctx)
	if t := replay.Of(ctx); t != nil {
		x.controlled(t, controlAsks(x.name, "rollback"), err)
	}
	return err
}

// recordedSession is a [sql.Session] that is recorded.
type recordedSession struct {
	inner   sql.Session
	by      *Recorder
	name    string // of the datasource
	dialect sqltext.Dialect
}

func (s *recordedSession) Query(ctx context.Context, text string, args sql.Args) (sql.Rows, error) {
	t := replay.Of(ctx)
	if t == nil {
		return s.inner.Query(ctx, text, args)
	}
	args = keptArgs(args)
	rows, err := s.inner.Query(ctx, text, keptArgs(args))
	s.add(t, "query", text, []sql.Args{args}, snapshots(rows), nil, err)
	return rows, err
}

func (s *recordedSession) Update(ctx context.Context, text string, args sql.Args) (int64, any, error) {
	t := replay.Of(ctx)
	if t == nil {
		return s.inner.Update(ctx, text, args)
	}
	args = keptArgs(args)
	changed, key, err := s.inner.Update(ctx, text, keptArgs(args))
	s.add(t, "update", text, []sql.Args{args}, nil, changedOf(changed, key), err)
	return changed, key, err
}

func (s *recordedSession) BatchUpdate(ctx context.Context, text string, batch []sql.Args) ([]int64, []any, error) {
	t := replay.Of(ctx)
	if t == nil {
		return s.inner.BatchUpdate(ctx, text, batch)
	}
	all := make([]sql.Args, len(batch))
	for i := range batch {
		all[i] = keptArgs(batch[i])
	}
	changed, keys, err := s.inner.BatchUpdate(ctx, text, batch)
	gives := make([]any, len(changed))
	for i := range changed {
		gives[i] = changedOf(changed[i], keys[i])
	}
	s.add(t, "batch", text, all, nil, gives, err)
	return changed, keys, err
}

func (s *recordedSession) Execute(ctx context.Context, script string) error {
	err := s.inner.Execute(ctx, script)
	if t := replay.Of(ctx); t != nil {
		s.add(t, "execute", script, nil, nil, nil, err)
	}
	return err
}

func (s *recordedSession) Stream(ctx context.Context, text string, args sql.Args) (sql.Cursor, error) {
	t := replay.Of(ctx)
	if t == nil {
		return s.inner.Stream(ctx, text, args)
	}
	args = keptArgs(args)
	cursor, err := s.inner.Stream(ctx, text, keptArgs(args))
	if err != nil {
		s.add(t, "stream", text, []sql.Args{args}, nil, nil, err)
		return nil, err
	}
	kept := &recordedCursor{Cursor: cursor, tape: t}
	s.add(t, "stream", text, []sql.Args{args}, kept.rows, nil, nil)
	return kept, nil
}

// keptArgs copies parameters: the slice belongs to who is given it.
func keptArgs(args sql.Args) sql.Args {
	return sql.Args{Values: slices.Clone(args.Values), Names: args.Names}
}

// changedOf is what an update gives.
func changedOf(changed int64, key any) map[string]any {
	gives := map[string]any{"changed": changed}
	if key != nil {
		gives["key"] = replay.ValueOf(key)
	}
	return gives
}

// snapshots returns a function that returns the rows as they are now.
func snapshots(rows sql.Rows) func() ([]*data.Rows, error) {
	if rows == nil {
		return nil
	}
	kept, ok := rows.(Snapshots)
	if !ok {
		return nil
	}
	one := []*data.Rows{kept.Snapshot()}
	return func() ([]*data.Rows, error) { return one, nil }
}

// controlled adds what begins or ends a transaction.
func (s *recordedSession) controlled(t *replay.Tape, asks map[string]any, err error) {
	t.Add(replay.SQL, 64, func() (replay.Call, error) {
		return replay.Call{Asks: asks, Fails: s.by.sqlFailure(err, false)}, nil
	})
}

// add adds a statement.
func (s *recordedSession) add(t *replay.Tape, verb, text string, sets []sql.Args, rows func() ([]*data.Rows, error), gives any, err error) {
	size := len(text)
	for _, args := range sets {
		size += 64 + argBytes(args.Values)
	}
	if rows != nil && verb == "query" {
		if pieces, _ := rows(); len(pieces) == 1 {
			size += pieces[0].Size()
		}
	}
	t.Add(replay.SQL, size, func() (replay.Call, error) { return s.call(verb, text, sets, rows, gives, err) })
}

func argBytes(values []any) (n int) {
	for _, v := range values {
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		case sql.List:
			n += argBytes(v)
		}
		n += 16
	}
	return n
}

func (s *recordedSession) call(verb, text string, sets []sql.Args, rows func() ([]*data.Rows, error), gives any, err error) (replay.Call, error) {
	c := replay.Call{Asks: s.asks(verb, text, sets), Fails: s.by.sqlFailure(err, s.by.hasSecretName(s.dialect, text))}
	switch {
	case err != nil:
		return c, nil
	case rows != nil:
		pieces, err := rows()
		if err != nil {
			return c, err
		}
		return c, c.Set(s.by.rows(pieces))
	case gives != nil:
		return c, c.Set(gives)
	}
	return c, nil
}

// asks is what a statement asks, without secrets. Where a name in it is that of a secret, the values that are written in it are left out.
func (s *recordedSession) asks(verb, text string, sets []sql.Args) map[string]any {
	asks := statementAsks(s.name, verb, s.by.statement(s.dialect, text))
	columns := parametersOf(s.dialect, text)
	secret := s.by.hasSecretName(s.dialect, text)
	if len(sets) == 0 {
		return asks
	}
	list := make([]any, len(sets))
	for i, args := range sets {
		list[i] = argsOf(args, func(position int, name string, value any) any {
			column := columns.at(position, name)
			if value != nil && (s.by.masks.IsSecret(name) || s.by.masks.IsSecret(column) || column == "" && name == "" && secret) {
				return replay.Masked
			}
			if text, ok := value.(string); ok {
				return stories.Harmless(text)
			}
			return value
		})
	}
	addArgs(asks, verb, list)
	return asks
}

// statement returns the text of a statement without secrets.
func (r *Recorder) statement(d sqltext.Dialect, text string) string {
	if r.hasSecretName(d, text) {
		masked, _ := sqltext.Masked(d, text)
		if _, err := sqltext.Parse(d, text); err == nil && masked != "" {
			return hideLiterals(masked, text)
		}
	}
	return stories.Harmless(text)
}

func (r *Recorder) hasSecretName(d sqltext.Dialect, text string) bool {
	for name := range sqltext.Identifiers(d, text) {
		if r.masks.IsSecret(name) {
			return true
		}
	}
	return false
}

func (r *Recorder) sqlFailure(err error, secret bool) *replay.Failure {
	if err == nil {
		return nil
	}
	f := &replay.Failure{Message: stories.Harmless(err.Error())}
	if known, ok := errors.AsType[sql.DatabaseError](err); ok {
		f.Message, f.Kind, f.Code, f.Constraint = stories.Harmless(known.Message()), known.Kind(), known.Code(), known.Constraint()
	}
	if secret {
		f.Message = replay.Masked
	}
	return f
}
