package rowsql

import "strings"

// Dialect is the SQL of one kind of database.
type Dialect string

// The dialects.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
	MySQL    Dialect = "mysql" // and MariaDB
)

// Table writes the statements of one table. It is immutable.
type Table struct {
	dialect Dialect
	name    string   // quoted
	columns []string // quoted
	id      int
	find    string // SELECT … FROM …
}

// New makes a table from its name, which may begin with a schema and a dot, its columns, and the index of its id
// column.
func New(dialect Dialect, name string, columns []string, id int) *Table {
	t := &Table{dialect: dialect, columns: make([]string, len(columns)), id: id}
	parts := strings.Split(name, ".")
	for i, part := range parts {
		parts[i] = t.quote(part)
	}
	t.name = strings.Join(parts, ".")
	for i, column := range columns {
		t.columns[i] = t.quote(column)
	}
	t.find = "SELECT " + strings.Join(t.columns, ", ") + " FROM " + t.name
	return t
}

// quote quotes a name, which may be any text.
func (t *Table) quote(name string) string {
	mark := `"`
	if t.dialect == MySQL {
		mark = "`"
	}
	return mark + strings.ReplaceAll(name, mark, mark+mark) + mark
}
