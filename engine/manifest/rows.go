package manifest

import (
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
)

// Kept is how a value of a field is kept in a column, where databases differ.
type Kept uint8

// The ways of keeping. A document is an object, a list or a map, which is kept as JSON.
const (
	Scalar   Kept = iota // as it is
	Textual              // as it is, and never a number
	Truth                // as a boolean, which some databases do not have
	Moment               // as a date or a time, or in its usual text
	Document             // as JSON
)

// Query is a method of a repository that runs a statement.
type Query struct {
	Method string
	Name   string // for people
	SQL    string
	Params []string // its parameters, in order
	Finds  Finding
	Class  *schema.Class   // of which each row found is made an object; nil for plain ones
	Kept   Kept            // how a value that it finds is kept, or each of a plain row
	Fields map[string]Kept // how those of a plain row are, by their names; nil when nothing is known of them
	May    bool            // find nothing
	Async  bool            // it gives a promise
	Place  fault.Place     // of @Query
	Width  int             // of what stands there, in UTF-16 units
}

// Unreadable is a statement whose parameters cannot be told.
func (q *Query) Unreadable(err error) fault.Diagnostic {
	return fault.Spot{Place: q.Place, Length: q.Width}.Problem("query-statement", "%s: %s", q.Name, err)
}

// Finding is what a query gives to its caller.
type Finding uint8

// What queries give. A statement that returns no rows gives, as a value, how many it has changed.
const (
	FindsUnsaid  Finding = iota // no type was written
	FindsNothing                // void
	FindsValue                  // the first column of the only row
	FindsValues                 // the first column of all rows
	FindsRow
	FindsRows
)

// Problem is a mistake in the statement, which only who knows the database finds.
func (q *Query) Problem(code, message string) fault.Diagnostic {
	return fault.Spot{Place: q.Place, Length: q.Width}.Problem(code, "%s: %s", q.Name, message)
}

// Repository is a class that finds and keeps the rows of one table.
type Repository struct {
	Class   Ref
	Name    string // for people
	Rows    *Table
	Queries []*Query
}

// Problem is a mistake about the table.
func (t *Table) Problem(code, message string) fault.Diagnostic {
	return t.Spot.Problem(code, "%s", message)
}

// Problem is a mistake about the column.
func (c *Column) Problem(code, message string) fault.Diagnostic {
	return fault.SpotOf(c.Place, c.Field).Problem(code, "%s", message)
}

// Table is what a row class says of its table.
type Table struct {
	Class      *schema.Class
	Name       string // as it is written, with a schema in front maybe
	Datasource string // of its own; empty for the primary one
	Columns    []Column
	ID         int    // the column of @Id
	Generated  string // by whom an id is: GeneratedByDatabase, GeneratedUUID, or empty for nobody
	Version    int    // the column of @Version, or -1

	Spot fault.Spot // of @Table

	// Bare: an object of the class is its prototype and its columns, so it need not be constructed.
	Bare bool
}

// By whom ids are made.
const (
	GeneratedByDatabase = "database"
	GeneratedUUID       = "uuid"
)

// Column is a field that is kept in the table.
type Column struct {
	Field string
	Name  string // in the table
	Kept  Kept
	Place fault.Place // of the field
}
