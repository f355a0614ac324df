package rowsql

import "strings"

// Dialect is the database whose words are used.
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

// New makes a table of its name, which may have a schema in front and a dot between, its columns, and which of them is the id.
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

// quote makes a name of what is written, whatever it is.
func (t *Table) quote(name string) string {
	mark := `"`
	if t.dialect == MySQL {
		mark = "`"
	}
	return mark + strings.ReplaceAll(name, mark, mark+mark) + mark
}
