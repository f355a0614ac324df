package workbench

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/devtools"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

const (
	queryLimit = 10 * time.Second // for one look at a database
	mostRows   = 500              // that are shown at a time
	mostCells  = 200_000
	mostText   = 2000 // bytes of one cell
)

// database is a datasource with its tables.
type database struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"` // sqlite, postgres or mysql
	Primary bool    `json:"primary"`
	Tables  []table `json:"tables"`
	Error   string  `json:"error,omitempty"` // why they are not known
}

type table struct {
	Name string `json:"name"` // with its schema, where that is needed
	View bool   `json:"view,omitempty"`
}

// tablesOf maps the kinds of databases to what lists tables: schema, name, and whether it is a view.
var tablesOf = map[data.Dialect]string{
	data.SQLite: `SELECT '', name, type = 'view' FROM sqlite_schema WHERE type IN ('table', 'view') ` +
		`AND name NOT LIKE 'sqlite^_%' ESCAPE '^' ORDER BY name`,
	data.Postgres: `SELECT CASE WHEN table_schema = current_schema() THEN '' ELSE table_schema END, table_name, table_type = 'VIEW'
		FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
	data.MySQL: `SELECT '', table_name, table_type = 'VIEW' FROM information_schema.tables WHERE table_schema = database() ORDER BY 2`,
}

// databases lists the datasources with their tables.
func (p *Parts) databases(r *http.Request) (any, error) {
	list := []database{}
	for _, name := range p.Databases.Names() {
		db, _ := p.Databases.ByName(name)
		one := database{Name: name, Kind: db.Dialect().String(), Primary: db == p.Databases.Primary(), Tables: []table{}}
		tables, err := listTables(r.Context(), db)
		if err != nil {
			one.Error = messageOf(err)
		}
		one.Tables = append(one.Tables, tables...)
		list = append(list, one)
	}
	return map[string]any{"databases": list}, nil
}

func listTables(ctx context.Context, db *data.DB) (list []table, err error) {
	seen, err := look(ctx, db, tablesOf[db.Dialect()], 5000)
	for _, part := range seen.Parts {
		for i := range part.Len() {
			name := textOf(part.Cell(i, 1))
			if schema := textOf(part.Cell(i, 0)); schema != "" {
				name = schema + "." + name
			}
			view := part.Cell(i, 2).Value()
			list = append(list, table{name, view == true || view == int64(1)})
		}
	}
	return list, err
}

// textOf returns the text of a cell, which MySQL may send as bytes.
func textOf(c data.Cell) string {
	switch v := c.Value().(type) {
	case string:
		return strings.Clone(v)
	case []byte:
		return string(v)
	}
	return ""
}

// look runs a statement that only reads, in bounded time.
func look(ctx context.Context, db *data.DB, sql string, most int) (data.Seen, error) {
	ctx, cancel := context.WithTimeout(ctx, queryLimit)
	defer cancel()
	return db.Inspect(ctx, sql, data.Args{}, most)
}

// result is what a statement has found.
type result struct {
	Columns []string  `json:"columns"`
	Types   []string  `json:"types"`
	Rows    [][]any   `json:"rows"`
	More    bool      `json:"more"` // there are more
	Millis  float64   `json:"ms"`
	SQL     string    `json:"sql"`
	Total   *rowCount `json:"total,omitempty"`
}

// rowCount is how many rows a table has, or that it has more.
type rowCount struct {
	Rows int64 `json:"rows"`
	More bool  `json:"more"`
}

// rows returns rows of a table: ?database=&table=&offset=&limit=&sort=&down=.
func (p *Parts) rows(r *http.Request) (any, error) {
	query := r.URL.Query()
	db, err := p.databaseOf(query.Get("database"))
	if err != nil {
		return nil, err
	}
	tables, err := listTables(r.Context(), db)
	if err != nil {
		return nil, refused(err)
	}
	name := query.Get("table")
	if !slices.ContainsFunc(tables, func(t table) bool { return t.Name == name }) {
		return nil, fault.New(op, fault.NotFound, "there is no table "+name)
	}
	offset, _ := strconv.ParseInt(query.Get("offset"), 10, 64) // 0 if it is missing
	limit, _ := strconv.Atoi(query.Get("limit"))
	if limit <= 0 || limit > mostRows {
		limit = 100
	}
	from := quoted(db, name)
	sql := "SELECT * FROM " + from
	if by := query.Get("sort"); by != "" {
		sql += " ORDER BY " + quotedName(db, by)
		if query.Get("down") == "true" {
			sql += " DESC"
		}
	}
	sql += fmt.Sprintf(" LIMIT %d OFFSET %d", limit, max(offset, 0))
	found, err := run(r.Context(), db, sql, limit)
	if err != nil {
		return nil, err
	}
	found.Total = count(r.Context(), db, from)
	return found, nil
}

// countAtMost is up to how many rows are counted: a large table takes long.
const countAtMost = 100_000

func count(ctx context.Context, db *data.DB, from string) *rowCount {
	seen, err := look(ctx, db, fmt.Sprintf("SELECT count(*) FROM (SELECT 1 AS one FROM %s LIMIT %d) AS some", from, countAtMost+1), 1)
	if err != nil || len(seen.Parts) == 0 || seen.Parts[0].Len() == 0 {
		return nil
	}
	n, _ := seen.Parts[0].Cell(0, 0).Value().(int64)
	return &rowCount{min(n, countAtMost), n > countAtMost}
}

// quoted returns the name of a table, with its schema, as the database reads it.
func quoted(db *data.DB, name string) string {
	if db.Dialect() == data.Postgres {
		if schema, rest, has := strings.Cut(name, "."); has {
			return quotedName(db, schema) + "." + quotedName(db, rest)
		}
	}
	return quotedName(db, name)
}

func quotedName(db *data.DB, name string) string {
	mark := `"`
	if db.Dialect() == data.MySQL {
		mark = "`"
	}
	return mark + strings.ReplaceAll(strings.ReplaceAll(name, "\x00", ""), mark, mark+mark) + mark
}

// asking is a statement that somebody has typed.
type asking struct {
	Database string `json:"database"`
	SQL      string `json:"sql"`
	Plan     bool   `json:"plan"` // how it would be run, instead of what it finds
}

// query runs a statement that somebody has typed. The database refuses what does more than read.
func (p *Parts) query(r *http.Request) (any, error) {
	var a asking
	if err := devtools.Read(r, &a); err != nil {
		return nil, err
	}
	db, err := p.databaseOf(a.Database)
	if err != nil {
		return nil, err
	}
	sql := strings.TrimRight(strings.TrimSpace(a.SQL), "; \t\r\n")
	switch {
	case sql == "":
		return nil, fault.New(op, fault.Invalid, "there is no statement")
	case a.Plan && db.Dialect() == data.SQLite:
		sql = "EXPLAIN QUERY PLAN " + sql
	case a.Plan:
		sql = "EXPLAIN " + sql
	}
	return run(r.Context(), db, sql, mostRows)
}

func (p *Parts) databaseOf(name string) (*data.DB, error) {
	if db, found := p.Databases.ByName(name); found {
		return db, nil
	}
	return nil, fault.New(op, fault.NotFound, "there is no datasource "+name)
}

// run runs a statement and returns what the page shows of its first rows.
func run(ctx context.Context, db *data.DB, sql string, most int) (*result, error) {
	began := time.Now()
	seen, err := look(ctx, db, sql, most)
	if err != nil {
		return nil, refused(err)
	}
	found := &result{Columns: []string{}, Types: []string{}, Rows: [][]any{}, More: seen.More, SQL: sql}
	found.Millis = float64(time.Since(began).Microseconds()) / 1000
	for _, c := range seen.Columns {
		found.Columns, found.Types = append(found.Columns, c.Name), append(found.Types, c.Type)
	}
	for _, part := range seen.Parts {
		for i := range part.Len() {
			if len(found.Rows) >= most || len(found.Rows)*len(found.Columns) >= mostCells {
				found.More = true
				return found, nil
			}
			found.Rows = append(found.Rows, shownRow(part, i))
		}
	}
	return found, nil
}

func shownRow(r *data.Rows, row int) []any {
	columns := r.Columns()
	shown := make([]any, len(columns))
	for i, c := range columns {
		shown[i] = shownCell(c.Name, r.Cell(row, i).Value())
	}
	return shown
}

// shownCell returns a value as the page shows it: secrets masked, long ones cut, and whole numbers that JavaScript would round as texts.
func shownCell(column string, value any) any {
	if value != nil && config.IsSecret(column) {
		return "******"
	}
	switch v := value.(type) {
	case string:
		if len(v) > mostText {
			return strings.ToValidUTF8(v[:mostText], "") + fmt.Sprintf(" … %d bytes", len(v))
		}
		return strings.ToValidUTF8(v, "\uFFFD")
	case []byte:
		return fmt.Sprintf("%d bytes: %s", len(v), hex.EncodeToString(v[:min(len(v), 32)]))
	case int64:
		if v > 1<<53 || v < -1<<53 {
			return strconv.FormatInt(v, 10)
		}
	case uint64:
		return strconv.FormatUint(v, 10)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
	}
	return value
}

// refused returns an error of a database with its own message: the page is a developer's.
func refused(err error) error {
	if e, ok := errors.AsType[*data.Error](err); ok {
		f := fault.New(op, fault.Invalid, "the database says: "+e.Message)
		if strings.Contains(e.Message, "not authorized") || strings.Contains(strings.ToLower(e.Message), "read-only transaction") {
			f = f.WithHint("statements that are typed here may only read")
		}
		return f
	}
	return err
}

func messageOf(err error) string {
	if e, ok := errors.AsType[*data.Error](err); ok {
		return e.Message
	}
	return fault.PublicText(err)
}
