package repository_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// database is a SQLite database in memory behind the interfaces for scripts. It records the statements that it is given.
type database struct {
	session
	db *data.DB
}

// open returns a database with the tables that a script creates.
func open(t *testing.T, tables string) database {
	t.Helper()
	db, err := data.Open(t.Context(), data.Settings{Name: "main", URL: "sqlite::memory:"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Execute(t.Context(), tables); err != nil {
		t.Fatal(err)
	}
	return database{session{db, &log{}}, db}
}

type log struct {
	mu   sync.Mutex
	said []string
}

func (l *log) say(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.said = append(l.said, many.ReplaceAllStringFunc(what, func(marks string) string { return fmt.Sprintf("%d marks", strings.Count(marks, "?")) }))
}

// many matches the parameters of a long list.
var many = regexp.MustCompile(`\?(, \?){15,}`)

// told returns what was recorded since the last call, a statement a line.
func (l *log) told() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := strings.Join(l.said, "\n")
	l.said = nil
	return text
}

// session adapts a datasource or a transaction.
type session struct {
	on interface {
		Query(ctx context.Context, text string, args data.Args) (*data.Rows, error)
		Update(ctx context.Context, text string, args data.Args) (data.Result, error)
		BatchUpdate(ctx context.Context, text string, batch []data.Args) ([]data.Result, error)
		Execute(ctx context.Context, script string) error
	}
	*log
}

func (s session) Query(ctx context.Context, text string, args sql.Args) (sql.Rows, error) {
	s.say(text)
	found, err := s.on.Query(ctx, text, arguments(args))
	if err != nil {
		return nil, scriptError(err)
	}
	return rows{found}, nil
}

func (s session) Update(ctx context.Context, text string, args sql.Args) (int64, any, error) {
	s.say(text)
	result, err := s.on.Update(ctx, text, arguments(args))
	return result.Affected, result.Key, scriptError(err)
}

func (s session) BatchUpdate(ctx context.Context, text string, batch []sql.Args) (affected []int64, keys []any, err error) {
	s.say("batch " + text)
	list := make([]data.Args, len(batch))
	for i, args := range batch {
		list[i] = arguments(args)
	}
	results, err := s.on.BatchUpdate(ctx, text, list)
	for _, one := range results {
		affected, keys = append(affected, one.Affected), append(keys, one.Key)
	}
	return affected, keys, scriptError(err)
}

func (s session) Execute(ctx context.Context, script string) error { return s.on.Execute(ctx, script) }

func (s session) Stream(context.Context, string, sql.Args) (sql.Cursor, error) {
	return nil, errors.ErrUnsupported
}

func arguments(args sql.Args) data.Args {
	for i, value := range args.Values {
		if list, ok := value.(sql.List); ok {
			args.Values[i] = data.List(list)
		}
	}
	return data.Args{Values: args.Values, Names: args.Names, Partial: true, Unfit: args.Unfit}
}

func (d database) Begin(ctx context.Context, _ sql.TxOptions) (sql.Transaction, error) {
	d.say("begin")
	tx, err := d.db.Begin(ctx, data.TxOptions{})
	if err != nil {
		return nil, err
	}
	return transaction{session{tx, d.log}, tx}, nil
}

type transaction struct {
	session
	tx *data.Tx
}

func (t transaction) Commit(ctx context.Context) error {
	t.say("commit")
	return t.tx.Commit(ctx)
}

func (t transaction) Rollback(ctx context.Context) error {
	t.say("rollback")
	return t.tx.Rollback(ctx)
}

func (d database) OneWriter() bool                             { return true }
func (d database) Reads(text string) bool                      { return d.db.Reads(text) }
func (d database) Room() sql.Room                              { return sql.Room(d.db.Room()) }
func (d database) Waits(bool) bool                             { return false }
func (d database) LineUp(bool) (sql.Place, error)              { return sql.Place{}, errors.ErrUnsupported }
func (d database) Briefly(ctx context.Context) context.Context { return ctx }
func (d database) Primary() sql.Session                        { return d.session }

// rows adapts a result.
type rows struct{ *data.Rows }

func (r rows) Value(row, column int) any   { return r.Cell(row, column).Value() }
func (r rows) IsJSON(row, column int) bool { return r.Cell(row, column).Kind() == data.JSON }

func (r rows) Convert(column int, as manifest.ColumnType) {
	if kind, ok := map[manifest.ColumnType]data.CellKind{
		manifest.Truth: data.Bool, manifest.Moment: data.Time,
		manifest.Document: data.JSON,
	}[as]; ok {
		r.Rows.Convert(column, kind)
	}
}

// databaseError adapts the error of a statement.
type databaseError struct {
	error
	of *data.Error
}

func (e databaseError) Unwrap() error      { return e.error }
func (e databaseError) Kind() string       { return e.of.Kind.String() }
func (e databaseError) Code() string       { return e.of.Code }
func (e databaseError) Constraint() string { return e.of.Constraint }
func (e databaseError) Message() string    { return e.of.Message }

func scriptError(err error) error {
	if failed, ok := errors.AsType[*data.Error](err); ok {
		return databaseError{err, failed}
	}
	return err
}

// grammar describes the statements of a dialect.
type grammar struct{ dialect data.Dialect }

func (g grammar) Dialect() string { return g.dialect.String() }

func (g grammar) Describe(text string) (sql.Statement, error) {
	parsed, err := sqltext.Parse(g.dialect, text)
	if err != nil {
		return sql.Statement{}, err
	}
	s := sql.Statement{Rows: parsed.Kind == sqltext.Read || strings.Contains(text, "RETURNING")}
	for _, p := range parsed.Params {
		switch {
		case p.Name == "":
			s.Marks++
		case !slices.Contains(s.Names, p.Name):
			s.Names = append(s.Names, p.Name)
		}
	}
	return s, nil
}
