package databases

import (
	"context"
	"strings"

	"github.com/fwrun/fwrun/data"
)

// Tables are the tables and views of a database by name, in the order of their columns.
type Tables map[string][]Column

// Column is a column of a table.
type Column struct {
	Name, Type       string // the type as it is declared; empty if none is
	NotNull, Primary bool
}

// columnsOf asks SQLite for the columns of what has a kind, and is of the application.
const columnsOf = `SELECT m.name, c.name, c.type, c."notnull", c.pk FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) c
	WHERE m.type = ? AND m.name NOT LIKE 'sqlite^_%' ESCAPE '^'
	AND m.name NOT LIKE 'fwrun^_%' ESCAPE '^' AND m.name <> 'framework_migrations'`

// TablesOf returns the tables of an SQLite database; nil for any other. Views of which one is broken are left out.
func TablesOf(ctx context.Context, db *data.DB) Tables {
	if db.Dialect() != data.SQLite {
		return nil
	}
	tables := Tables{}
	for _, kind := range []string{"table", "view"} {
		rows, err := db.Query(ctx, columnsOf, data.Positional(kind))
		if err != nil {
			continue
		}
		for i := range rows.Len() {
			name := strings.Clone(rows.Cell(i, 0).Text())
			tables[name] = append(tables[name], Column{
				Name: strings.Clone(rows.Cell(i, 1).Text()), Type: strings.Clone(rows.Cell(i, 2).Text()),
				NotNull: rows.Cell(i, 3).Int() != 0, Primary: rows.Cell(i, 4).Int() != 0,
			})
		}
	}
	return tables
}
