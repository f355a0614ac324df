package tape_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// database gives for each statement what its text asks for, and counts the statements.
type database struct {
	asked int
	busy  bool // no connection is free at once
}

func (d *database) answer(text string) (sql.Rows, error) {
	d.asked++
	switch {
	case strings.Contains(text, "broken"):
		return nil, refusal{}
	case strings.Contains(text, "unreachable"):
		return nil, errors.New("postgres://ada:tulip@example.com is not there")
	case strings.Contains(text, "everything"):
		return rowsOf([]string{"id", "name", "password", "data", "at", "bytes", "real", "yes", "none", "big"},
			[]any{
				int64(1), "redis://ada:tulip@example.com", "tulip", data.Document(`{"b":1,"token":"tulip","a":2}`),
				time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
				[]byte{1, 2},
				1.5, true, nil, int64(1) << 60,
			},
			[]any{int64(2), "Bob", nil, nil, nil, nil, 2.0, false, nil, uint64(1) << 63})
	case strings.Contains(text, "nothing"):
		return rowsOf([]string{"id"})
	}
	return rowsOf([]string{"id"}, []any{int64(7)})
}

func rowsOf(columns []string, list ...[]any) (sql.Rows, error) {
	made, err := data.RowsOf(columns, list)
	return rows{made}, err
}

// rows are a result for scripts.
type rows struct{ *data.Rows }

func (r rows) Snapshot() *data.Rows                { return r.Rows.Snapshot() }
func (r rows) Value(row, column int) any           { return r.Cell(row, column).Value() }
func (r rows) IsJSON(row, column int) bool         { return r.Cell(row, column).Kind() == data.JSON }
func (r rows) Convert(int, manifest.ColumnType)    {}
func played(r *data.Rows) sql.Rows                 { return rows{r} }
func (d *database) OneWriter() bool                { return true }
func (d *database) Reads(text string) bool         { return strings.HasPrefix(text, "SELECT") }
func (d *database) Room() sql.Room                 { return sql.Room{Writers: 3} }
func (d *database) Waits(reads bool) bool          { return reads }
func (d *database) Primary() sql.Session           { return d }
func (d *database) Commit(context.Context) error   { return nil }
func (d *database) LineUp(bool) (sql.Place, error) { return sql.Place{Longest: time.Hour}, nil }
func (d *database) Rollback(context.Context) error { return refusal{} }

type brief struct{}

func (d *database) Briefly(ctx context.Context) context.Context {
	return context.WithValue(ctx, brief{}, true)
}

func (d *database) Begin(_ context.Context, o sql.TxOptions) (sql.Transaction, error) {
	switch {
	case d.busy:
		return nil, sql.ErrNoneFree
	case o.Isolation == "broken":
		return nil, refusal{}
	}
	return d, nil
}

func (d *database) Query(_ context.Context, text string, args sql.Args) (sql.Rows, error) {
	clear(args.Values) // the slice is its own
	return d.answer(text)
}

func (d *database) Update(_ context.Context, text string, args sql.Args) (int64, any, error) {
	clear(args.Values)
	if _, err := d.answer(text); err != nil {
		return 0, nil, err
	}
	if strings.HasPrefix(text, "INSERT") {
		return 1, int64(42), nil
	}
	return 3, nil, nil
}

func (d *database) BatchUpdate(_ context.Context, text string, batch []sql.Args) (affected []int64, keys []any, err error) {
	if _, err := d.answer(text); err != nil {
		return nil, nil, err
	}
	for i := range batch {
		clear(batch[i].Values)
		affected, keys = append(affected, int64(i)), append(keys, "k"+fmt.Sprint(i))
	}
	return affected, keys, nil
}

func (d *database) Execute(_ context.Context, script string) error {
	_, err := d.answer(script)
	return err
}

func (d *database) Stream(_ context.Context, text string, args sql.Args) (sql.Cursor, error) {
	clear(args.Values)
	first, err := d.answer(text)
	if err != nil {
		return nil, err
	}
	list := []sql.Rows{first}
	if strings.Contains(text, "pieces") {
		second, _ := rowsOf([]string{"id"}, []any{int64(8)}, []any{int64(9)})
		list = append(list, second)
	}
	if first.Len() == 0 {
		list = nil
	}
	return &cursor{list: list, breaks: strings.Contains(text, "breaks")}, nil
}

type cursor struct {
	list   []sql.Rows
	breaks bool
}

func (c *cursor) Next(context.Context) (sql.Rows, error) {
	if len(c.list) == 0 && c.breaks {
		return nil, errors.New("the connection was lost")
	}
	if len(c.list) == 0 {
		return nil, nil
	}
	first := c.list[0]
	c.list = c.list[1:]
	return first, nil
}

func (c *cursor) Over() bool { return false }
func (c *cursor) Close()     {}

// refusal is what a database says of a statement that it refuses.
type refusal struct{}

// wide is a database with one large row.
type wide struct {
	database
	text string
}

func (w *wide) Query(_ context.Context, text string, _ sql.Args) (sql.Rows, error) {
	if strings.Contains(text, "nothing") {
		return rowsOf([]string{"id"})
	}
	return rowsOf([]string{"text"}, []any{w.text})
}

func (w *wide) Stream(context.Context, string, sql.Args) (sql.Cursor, error) {
	r, err := rowsOf([]string{"text"}, []any{w.text})
	return &cursor{list: []sql.Rows{r}}, err
}

func (refusal) Error() string      { return "wrapped: " + refusal{}.Message() }
func (refusal) Kind() string       { return "unique violation" }
func (refusal) Code() string       { return "23505" }
func (refusal) Constraint() string { return "users_email" }
func (refusal) Message() string    { return "mail ada:tulip@example.com is there" }
