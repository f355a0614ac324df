package data

import (
	"context"
	"errors"
	"strings"
)

// Catalogue maps the tables and views of a database to their columns. Names are in lower case.
type Catalogue map[string][]string

// catalogueOf maps a dialect to the query for tables, with their schemas where a statement has to name them,
// and columns.
var catalogueOf = map[Dialect]string{
	SQLite: `SELECT m.name, c.name FROM sqlite_schema m LEFT JOIN pragma_table_xinfo(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite^_%' ESCAPE '^'`,
	Postgres: `SELECT CASE WHEN pg_table_is_visible(t.oid) THEN t.relname ELSE n.nspname || '.' || t.relname END, a.attname
		FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
		LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE t.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
	MySQL: `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = database()`,
}

// Catalogue reads the catalogue of the database. A view of SQLite may be broken; views that cannot be read
// are left out.
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

// add adds rows of tables and columns. The column is null for a table without columns.
func (c Catalogue) add(rows *Rows) {
	for i := range rows.Len() {
		table := strings.ToLower(rows.Cell(i, 0).Text())
		c[table] = append(c[table], nameIn(rows.Cell(i, 1))...)
	}
}

// nameIn returns the text of a cell, which MySQL may send as bytes, and nothing for null.
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
