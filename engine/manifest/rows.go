package manifest

import (
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// ColumnType says how the value of a field is stored in a column, where databases differ.
type ColumnType uint8

// The types of columns. A document is an object, a list or a map, which is stored as JSON.
const (
	Scalar   ColumnType = iota // as it is
	Textual                    // as it is, but never as a number
	Truth                      // as a boolean, which some databases do not have
	Moment                     // as a date or a time, or in its usual text form
	Document                   // as JSON
)

// Query is a method of a repository that runs a statement.
type Query struct {
	Method string
	Name   string // for messages
	SQL    string
	Params []string // its parameters, in order
	Finds  Finding
	Class  *schema.Class         // the class of the objects that rows become; nil for plain objects
	Type   ColumnType            // how the value that it finds, or each value of a plain row, is stored
	Fields map[string]ColumnType // how the values of a plain row are stored, by name; nil if nothing is known
	May    bool                  // it may find nothing
	Async  bool                  // it returns a promise
	Place  fault.Place           // of @Query
	Width  int                   // of the text at Place, in UTF-16 units
}

// Unreadable reports a statement whose parameters cannot be found.
func (q *Query) Unreadable(err error) fault.Diagnostic {
	return fault.Spot{Place: q.Place, Length: q.Width}.Problem("query-statement", "%s: %s", q.Name, err)
}

// Finding is what a query returns to its caller.
type Finding uint8

// What queries return. A statement that returns no rows has the number of changed rows as its value.
const (
	FindsUnsaid  Finding = iota // no type is declared
	FindsNothing                // void
	FindsValue                  // the first column of the only row
	FindsValues                 // the first column of all rows
	FindsRow
	FindsRows
)

// Problem reports a mistake in the statement that is found with the database.
func (q *Query) Problem(code, message string) fault.Diagnostic {
	return fault.Spot{Place: q.Place, Length: q.Width}.Problem(code, "%s: %s", q.Name, message)
}

// Repository is a class that finds and stores the rows of one table.
type Repository struct {
	Class   Ref
	Name    string // for messages
	Rows    *Table
	Queries []*Query
}

// Problem reports a mistake in the table.
func (t *Table) Problem(code, message string) fault.Diagnostic {
	return t.Spot.Problem(code, "%s", message)
}

// Problem reports a mistake in the column.
func (c *Column) Problem(code, message string) fault.Diagnostic {
	return fault.SpotOf(c.Place, c.Field).Problem(code, "%s", message)
}

// Table is the table that a row class declares.
type Table struct {
	Class      *schema.Class
	Name       string // as written, possibly with a schema in front
	Datasource string // as declared; empty for the primary one
	Columns    []Column
	ID         int    // index of the column of @Id
	Generated  string // what makes an id: GeneratedByDatabase, GeneratedUUID, or empty for the application
	Version    int    // index of the column of @Version, or -1

	Spot fault.Spot // of @Table

	// Bare: an object of the class consists of its prototype and its columns, so its constructor need not be called.
	Bare bool
}

// What makes ids.
const (
	GeneratedByDatabase = "database"
	GeneratedUUID       = "uuid"
)

// Column is a field that is stored in the table.
type Column struct {
	Field string
	Name  string // in the table
	Type  ColumnType
	Place fault.Place // of the field
}
