package tape

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"sync"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// PlayedDatabase returns a database that answers from recordings. Outside of a replayed request the database behind it does, unless it is a
// server, which is not reached.
func PlayedDatabase(name string, db sql.Database, server bool, adapt func(*data.Rows) sql.Rows) sql.Database {
	return &playedDatabase{playedSession{db, name, server, adapt}, db}
}

type playedDatabase struct {
	playedSession
	db sql.Database
}

func (d *playedDatabase) OneWriter() bool        { return false }
func (d *playedDatabase) Reads(text string) bool { return d.db.Reads(text) }
func (d *playedDatabase) Room() sql.Room         { return sql.Room{Writers: 1 << 20} }
func (d *playedDatabase) Waits(bool) bool        { return false }
func (d *playedDatabase) Primary() sql.Session   { return &d.playedSession }

func (d *playedDatabase) Briefly(ctx context.Context) context.Context { return d.db.Briefly(ctx) }

func (d *playedDatabase) LineUp(reads bool) (sql.Place, error) { return d.db.LineUp(reads) }

func (d *playedDatabase) Begin(ctx context.Context, o sql.TxOptions) (sql.Transaction, error) {
	p := replay.PlayerOf(ctx)
	if p == nil {
		if err := d.reachable(); err != nil {
			return nil, err
		}
		return d.db.Begin(ctx, o)
	}
	if _, err := d.given(p, beginAsks(d.name, o)); err != nil {
		return nil, err
	}
	return &playedTransaction{d.playedSession}, nil
}

type playedTransaction struct{ playedSession }

func (t *playedTransaction) Commit(ctx context.Context) error   { return t.end(ctx, "commit") }
func (t *playedTransaction) Rollback(ctx context.Context) error { return t.end(ctx, "rollback") }

func (t *playedTransaction) end(ctx context.Context, how string) error {
	p := replay.PlayerOf(ctx)
	if p == nil { // it is over with its request
		return nil
	}
	_, err := t.given(p, controlAsks(t.name, how))
	return err
}

type playedSession struct {
	inner  sql.Session
	name   string
	server bool
	adapt  func(*data.Rows) sql.Rows
}

// reachable returns an error for a database that is not reached.
func (s *playedSession) reachable() error {
	if !s.server {
		return nil
	}
	return fault.New("tape.sql", fault.Unavailable, fmt.Sprintf("the datasource %q is a server, "+
		"which a replay does not reach: only requests were recorded", s.name)).
		WithHint("catch the errors of calls that the application makes when it starts, " +
			"or give the datasource url: \"sqlite::memory:\" in config/application-test.yml")
}

// given returns the call that was recorded.
func (s *playedSession) given(p *replay.Player, asks map[string]any) (*replay.Call, error) {
	c, err := p.Ask(replay.SQL, asks)
	if err != nil {
		return nil, err
	}
	switch {
	case c.Fails == nil:
		return c, nil
	case c.Fails.Kind == "": // no database has said it
		return nil, errorOf(c.Fails)
	}
	return nil, &playedError{c.Fails}
}

// playedError is an error of a database that was recorded.
type playedError struct{ of *replay.Failure }

func (e *playedError) Error() string {
	if e.of.Code != "" {
		return e.of.Message + " (" + e.of.Code + ")"
	}
	return e.of.Message
}
func (e *playedError) Kind() string       { return e.of.Kind }
func (e *playedError) Code() string       { return e.of.Code }
func (e *playedError) Constraint() string { return e.of.Constraint }
func (e *playedError) Message() string    { return e.of.Message }

// asks is what a statement asks.
func (s *playedSession) asks(verb, text string, sets ...sql.Args) map[string]any {
	asks := statementAsks(s.name, verb, text)
	list := make([]any, len(sets))
	for i, args := range sets {
		list[i] = argsOf(args, func(_ int, _ string, value any) any { return value })
	}
	if len(list) > 0 {
		addArgs(asks, verb, list)
	}
	return asks
}

func (s *playedSession) Query(ctx context.Context, text string, args sql.Args) (sql.Rows, error) {
	p := replay.PlayerOf(ctx)
	if p == nil {
		if err := s.reachable(); err != nil {
			return nil, err
		}
		return s.inner.Query(ctx, text, args)
	}
	return s.rows(p, s.asks("query", text, args))
}

func (s *playedSession) rows(p *replay.Player, asks map[string]any) (sql.Rows, error) {
	c, err := s.given(p, asks)
	if err != nil {
		return nil, err
	}
	rows, err := readRows(c)
	if err != nil {
		return nil, fmt.Errorf("what the recording gives for a query cannot be read: %w", err)
	}
	return s.adapt(rows), nil
}

// readRows reads the rows that a call gives.
func readRows(c *replay.Call) (*data.Rows, error) {
	var given struct {
		Columns []string            `json:"columns"`
		Rows    [][]json.RawMessage `json:"rows"`
	}
	if err := c.Given(&given); err != nil {
		return nil, err
	}
	rows := make([][]any, len(given.Rows))
	for i, row := range given.Rows {
		rows[i] = make([]any, len(row))
		for column, text := range row {
			value, err := readCell(text)
			if err != nil {
				return nil, err
			}
			rows[i][column] = value
		}
	}
	return data.RowsOf(given.Columns, rows)
}

// readCell reads a value as databases have them.
func readCell(text json.RawMessage) (any, error) {
	value, err := replay.Read(text)
	switch v := value.(type) {
	case replay.Document:
		return data.Document(v), err
	case *big.Int:
		return v.String(), err
	}
	return value, err
}

// changed is what an update gives.
type changed struct {
	Changed int64           `json:"changed"`
	Key     json.RawMessage `json:"key"`
}

func (s *playedSession) Update(ctx context.Context, text string, args sql.Args) (int64, any, error) {
	p := replay.PlayerOf(ctx)
	if p == nil {
		if err := s.reachable(); err != nil {
			return 0, nil, err
		}
		return s.inner.Update(ctx, text, args)
	}
	c, err := s.given(p, s.asks("update", text, args))
	if err != nil {
		return 0, nil, err
	}
	var given changed
	if err := c.Given(&given); err != nil {
		return 0, nil, err
	}
	key, err := replay.Read(given.Key)
	return given.Changed, key, err
}

func (s *playedSession) BatchUpdate(ctx context.Context, text string, batch []sql.Args) (affected []int64, keys []any, err error) {
	p := replay.PlayerOf(ctx)
	if p == nil {
		if err := s.reachable(); err != nil {
			return nil, nil, err
		}
		return s.inner.BatchUpdate(ctx, text, batch)
	}
	c, err := s.given(p, s.asks("batch", text, batch...))
	if err != nil {
		return nil, nil, err
	}
	var given []changed
	if err := c.Given(&given); err != nil {
		return nil, nil, err
	}
	if len(given) != len(batch) {
		return nil, nil, errors.New("the recording does not give as much as the batch has")
	}
	for _, one := range given {
		key, err := replay.Read(one.Key)
		if err != nil {
			return nil, nil, err
		}
		affected, keys = append(affected, one.Changed), append(keys, key)
	}
	return affected, keys, nil
}

func (s *playedSession) Execute(ctx context.Context, script string) error {
	p := replay.PlayerOf(ctx)
	if p == nil {
		if err := s.reachable(); err != nil {
			return err
		}
		return s.inner.Execute(ctx, script)
	}
	_, err := s.given(p, s.asks("execute", script))
	return err
}

func (s *playedSession) Stream(ctx context.Context, text string, args sql.Args) (sql.Cursor, error) {
	p := replay.PlayerOf(ctx)
	if p == nil {
		if err := s.reachable(); err != nil {
			return nil, err
		}
		return s.inner.Stream(ctx, text, args)
	}
	rows, err := s.rows(p, s.asks("stream", text, args))
	return &playedCursor{rows: rows}, err
}

// playedCursor gives all rows at once.
type playedCursor struct {
	mu   sync.Mutex
	rows sql.Rows // nil at the end
}

func (c *playedCursor) Next(context.Context) (sql.Rows, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	rows := c.rows
	c.rows = nil
	if rows != nil && rows.Len() == 0 {
		return nil, nil
	}
	return rows, nil
}

func (c *playedCursor) Over() bool { return true }

func (c *playedCursor) Close() {}
