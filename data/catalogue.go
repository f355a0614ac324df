package data

import (
	"context"
	"errors"
	"strings"
)

// Catalogue is what a database has: the columns of its tables and views by their names, in lower case.
type Catalogue map[string][]string

// catalogueOf asks for tables, their schemas where these must be named, and columns.
var catalogueOf = map[Dialect]string{
	SQLite: `SELECT m.name, c.name FROM sqlite_schema m LEFT JOIN pragma_table_xinfo(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite^_%' ESCAPE '^'`,
	Postgres: `SELECT CASE WHEN pg_table_is_visible(t.oid) THEN t.relname ELSE n.nspname || '.' || t.relname END, a.attname
		FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
		LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE t.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
	MySQL: `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = database()`,
}

// Catalogue asks the database what it has. Views of SQLite, which may be broken, are those that can be read.
func (db *DB) Catalogue(ctx context.Context) (Catalogue, error) {
	rows, err := db.Query(ctx, catalogueOf[db.dialect], Args{})
	if err != nil {
		return nil, err
	}
	c := Catalogue{}
	c.add(rows)
	if db.dialect != SQLite {
		return c, nil
	}
	views, err := db.Query(ctx, `SELECT name FROM sqlite_schema WHERE type = 'view'`, Args{})
	if err != nil {
		return nil, err
	}
	for i := range views.Len() {
		name := views.Cell(i, 0).Text()
		columns, err := db.Query(ctx, `SELECT ?, name FROM pragma_table_xinfo(?)`, Positional(name, name))
		if e, ok := errors.AsType[*Error](err); ok && e.Kind == Syntax {
			continue
		}
		if err != nil {
			return nil, err
		}
		c.add(columns)
	}
	return c, nil
}

// add takes in rows of tables and columns, of which a table may have none.
func (c Catalogue) add(rows *Rows) {
	for i := range rows.Len() {
		table := strings.ToLower(rows.Cell(i, 0).Text())
		c[table] = append(c[table], nameIn(rows.Cell(i, 1))...)
	}
}

// nameIn is the text of a cell, which MySQL may give as bytes.
func nameIn(cell Cell) []string {
	switch cell.Kind() {
	case Text:
		return []string{strings.Clone(cell.Text())}
	case Bytes:
		return []string{string(cell.Bytes())}
	default:
		return nil
	}
}
