package sql_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// page has the exports as globals, and `sql`, a template over a fake database.
type page struct {
	*realmtest.Page
	database *fakeDatabase
}

func newPage(t testing.TB) *page {
	t.Helper()
	database := &fakeDatabase{}
	p := &page{realmtest.New(t, sql.Module([]sql.Datasource{{Name: "main", Primary: true, Database: database, Source: database}}, nil)), database}
	p.SetBean("sql", "main-template", "")
	p.SetBean("source", "main", "")
	return p
}

// fakeDatabase answers every query with its rows, and records the calls.
type fakeDatabase struct {
	mu   sync.Mutex
	said []string
	args []sql.Args
	rows *fakeRows
	fail error // returned by every statement
	busy int   // transactions that find no connection at once
}

func (d *fakeDatabase) say(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.said = append(d.said, fmt.Sprintf(format, args...))
}

// told returns what was recorded since the last call of told.
func (d *fakeDatabase) told() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	text := strings.Join(d.said, ", ")
	d.said = nil
	return text
}

func (d *fakeDatabase) Query(_ context.Context, text string, args sql.Args) (sql.Rows, error) {
	d.say("query %s", text)
	d.args = append(d.args, args)
	if d.fail != nil {
		return nil, d.fail
	}
	return d.rows, nil
}

func (d *fakeDatabase) Update(_ context.Context, text string, args sql.Args) (int64, any, error) {
	d.say("update %s", text)
	d.args = append(d.args, args)
	return 2, int64(7), d.fail
}

func (d *fakeDatabase) BatchUpdate(_ context.Context, text string, batch []sql.Args) ([]int64, []any, error) {
	d.say("batch %s", text)
	d.args = append(d.args, batch...)
	keys := make([]any, len(batch))
	for i := range keys {
		keys[i] = int64(i + 1)
	}
	return make([]int64, len(batch)), keys, d.fail
}

func (d *fakeDatabase) Stream(_ context.Context, text string, args sql.Args) (sql.Cursor, error) {
	d.say("stream %s", text)
	d.args = append(d.args, args)
	if d.fail != nil {
		return nil, d.fail
	}
	return &fakeCursor{database: d, pieces: []*fakeRows{d.rows, d.rows}}, nil
}

func (d *fakeDatabase) Primary() sql.Session { return &fakePrimary{d} }

func (d *fakeDatabase) Dialect() string { return "sqlite" }

func (d *fakeDatabase) Ping(context.Context) error { return d.fail }

func (d *fakeDatabase) Stats() sql.PoolStats {
	return sql.PoolStats{Open: 3, InUse: 1, Idle: 2, Max: 10}
}

// fakePrimary marks the calls that it records.
type fakePrimary struct{ *fakeDatabase }

func (p *fakePrimary) Query(ctx context.Context, text string, args sql.Args) (sql.Rows, error) {
	return p.fakeDatabase.Query(ctx, "primary:"+text, args)
}

// fakeCursor returns the rows in pieces.
type fakeCursor struct {
	database *fakeDatabase
	pieces   []*fakeRows
}

func (c *fakeCursor) Next(context.Context) (sql.Rows, error) {
	if len(c.pieces) == 0 {
		return nil, nil
	}
	next := c.pieces[0]
	c.pieces = c.pieces[1:]
	return next, nil
}

func (c *fakeCursor) Over() bool { return len(c.pieces) == 0 }

func (c *fakeCursor) Close() { c.database.say("close") }

func (d *fakeDatabase) Execute(_ context.Context, script string) error {
	d.say("execute %s", script)
	return d.fail
}

func (d *fakeDatabase) OneWriter() bool { return false }

func (d *fakeDatabase) Waits(bool) bool { return false }

func (d *fakeDatabase) Briefly(ctx context.Context) context.Context { return ctx }

func (d *fakeDatabase) LineUp(bool) (sql.Place, error) {
	return sql.Place{Longest: time.Minute, Leave: func() {}, Late: func() error { return errors.New("late") }}, nil
}

func (d *fakeDatabase) Reads(string) bool { return true }

func (d *fakeDatabase) Room() sql.Room { return sql.Room{Writers: 100} }

func (d *fakeDatabase) Begin(_ context.Context, options sql.TxOptions) (sql.Transaction, error) {
	switch {
	case options.Wait == sql.AtOnce && d.busy > 0:
		d.busy--
		return nil, sql.ErrNoneFree
	case options.Wait == sql.Aside:
		d.say("aside")
	}
	d.say("begin %v %q", options.ReadOnly, options.Isolation)
	return &fakeTransaction{fakeDatabase: d}, d.fail
}

// fakeTransaction marks the calls that it records.
type fakeTransaction struct{ *fakeDatabase }

func (t *fakeTransaction) Update(ctx context.Context, text string, args sql.Args) (int64, any, error) {
	return t.fakeDatabase.Update(ctx, "tx:"+text, args)
}

func (t *fakeTransaction) Query(ctx context.Context, text string, args sql.Args) (sql.Rows, error) {
	return t.fakeDatabase.Query(ctx, "tx:"+text, args)
}

func (t *fakeTransaction) Stream(ctx context.Context, text string, args sql.Args) (sql.Cursor, error) {
	return t.fakeDatabase.Stream(ctx, "tx:"+text, args)
}

func (t *fakeTransaction) Commit(context.Context) error {
	t.say("commit")
	return nil
}

func (t *fakeTransaction) Rollback(context.Context) error {
	t.say("rollback")
	return nil
}

// fakeRows are rows in memory. A jsonText is a value of a JSON column.
type fakeRows struct {
	names   []string
	cells   [][]any
	written int // how often AppendJSON was called
}

type jsonText string

func (r *fakeRows) Len() int        { return len(r.cells) }
func (r *fakeRows) Names() []string { return r.names }

func (r *fakeRows) Column(name string) (int, bool) {
	i := slices.Index(r.names, name)
	return i, i >= 0
}

func (r *fakeRows) Value(row, column int) any {
	if text, ok := r.cells[row][column].(jsonText); ok {
		return string(text)
	}
	return r.cells[row][column]
}

func (r *fakeRows) IsJSON(row, column int) bool {
	_, ok := r.cells[row][column].(jsonText)
	return ok
}

func (r *fakeRows) Convert(column int, as manifest.ColumnType) {
	for _, row := range r.cells {
		switch v := row[column].(type) {
		case int64:
			if as == manifest.Truth {
				row[column] = v != 0
			}
		case string:
			if as == manifest.Document {
				row[column] = jsonText(v)
			}
		}
	}
}

func (r *fakeRows) AppendJSON(dst []byte) []byte {
	r.written++
	dst = append(dst, '[')
	for i := range r.cells {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '{')
		for column, name := range r.names {
			if column > 0 {
				dst = append(dst, ',')
			}
			dst = r.AppendCellJSON(fmt.Appendf(dst, "%q:", name), i, column)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func (r *fakeRows) AppendCellJSON(dst []byte, row, column int) []byte {
	value, _ := json.Marshal(r.cells[row][column])
	if text, ok := r.cells[row][column].(jsonText); ok {
		value = []byte(text)
	}
	return append(dst, value...)
}

func (r *fakeRows) IsStringified(row, column int) bool {
	switch v := r.cells[row][column].(type) {
	case int64:
		return v == int64(float64(v))
	case jsonText:
		return false
	}
	return true
}

// people returns two rows with the types of columns that most tables have.
func people() *fakeRows {
	return &fakeRows{
		names: []string{"id", "full_name", "active"},
		cells: [][]any{{int64(1), "Ada", true}, {int64(2), "Grace", false}},
	}
}
