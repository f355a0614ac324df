package sql

import (
	"context"

	"github.com/fwrun/fwrun/engine/manifest"
)

// Args are a statement's parameters: by position, or by name when Named is not nil.
// Values are nil, bool, int64, float64, string, []byte, time.Time or *big.Int, or a List of them.
type Args struct {
	Positional []any
	Named      map[string]any
}

// List is the value of a parameter in IN (…).
type List []any

// Session runs statements: a datasource, or a transaction on one.
type Session interface {
	Query(ctx context.Context, sql string, args Args) (Rows, error)
	Update(ctx context.Context, sql string, args Args) (affected int64, key any, err error)
	// BatchUpdate tells of each run the rows and the generated key, nil for none.
	BatchUpdate(ctx context.Context, sql string, batch []Args) (affected []int64, keys []any, err error)
	Execute(ctx context.Context, script string) error
	Stream(ctx context.Context, sql string, args Args) (Cursor, error)
}

// Cursor reads a result piece by piece, from any goroutine.
type Cursor interface {
	Next(ctx context.Context) (Rows, error) // at least one row, or nil at the end
	Close()                                 // may be called at any time, and again
}

// Database is what a SqlTemplate stands on.
type Database interface {
	Session
	Begin(ctx context.Context, options TxOptions) (Transaction, error)
	// OneWriter tells that a second transaction that writes has to wait for the first.
	OneWriter() bool
	// Reads reports whether a query takes a connection for reading, as far as its text tells.
	Reads(sql string) bool
	Room() Room
	Primary() Session // the same without its replicas
}

// Room is how many connections a database has: for whatever may write, and for reading alone.
// With no Readers, what reads takes one of the Writers; below zero, reading has no bound here.
type Room struct{ Writers, Readers int }

// TxOptions say how a transaction begins. Isolation is empty for the database's own.
type TxOptions struct {
	Primary   bool // not on a replica, although it is read-only
	ReadOnly  bool
	Isolation string
}

// Transaction ends with one of Commit and Rollback.
type Transaction interface {
	Session
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
}

// Rows is a result that stays in Go until the script looks at it.
type Rows interface {
	Len() int
	Names() []string // distinct, in the order of an object's keys
	Column(name string) (column int, ok bool)

	// Value is nil, bool, int64, uint64, float64, string, []byte or time.Time; for IsJSON the text.
	Value(row, column int) any
	IsJSON(row, column int) bool

	// Convert makes the values of a column what they are declared as, where the database has no such values.
	Convert(column int, as manifest.Kept)

	AppendJSON(dst []byte) []byte
	AppendRowJSON(dst []byte, row int) []byte
}

// DatabaseError is how an error of a Session tells the script what happened.
type DatabaseError interface {
	error
	Kind() string       // "unique violation"
	Code() string       // the database's own
	Constraint() string // the name of what was violated; "" when unknown
	Message() string    // the database's words
}

// Grammar is what is known of a database's SQL without asking it.
type Grammar interface {
	// Dialect is "sqlite", "postgres" or "mysql".
	Dialect() string
	// Describe reads one statement. What it cannot read is an error.
	Describe(sql string) (Statement, error)
}

// Statement is what a SQL text is, as far as its words tell.
type Statement struct {
	Names []string // of its parameters, each once
	Marks int      // how many parameters it has that go by position
	Rows  bool     // it returns rows
}
