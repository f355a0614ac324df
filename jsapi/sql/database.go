package sql

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
)

// Args are a statement's parameters: by position, or by name when Names, which has the name of each value, is not nil.
// Values are nil, bool, int64, float64, string, []byte, time.Time or *big.Int, or a List of them. The slice of values
// belongs to who is given it.
type Args struct {
	Values []any
	Names  []string
	Unfit  map[string]string // why a value that was given by name is not among them
}

// List is the value of a parameter of IN (…).
type List []any

// Session runs statements: a datasource, or a transaction on one.
type Session interface {
	Query(ctx context.Context, sql string, args Args) (Rows, error)
	Update(ctx context.Context, sql string, args Args) (affected int64, key any, err error)
	// BatchUpdate returns, for each run, the number of rows and the generated key, which is nil if there is none.
	BatchUpdate(ctx context.Context, sql string, batch []Args) (affected []int64, keys []any, err error)
	Execute(ctx context.Context, script string) error
	Stream(ctx context.Context, sql string, args Args) (Cursor, error)
}

// Cursor reads a result in pieces, from any goroutine.
type Cursor interface {
	Next(ctx context.Context) (Rows, error) // returns at least one row, or nil at the end
	Over() bool                             // it holds no connection any more, whatever it still returns
	Close()                                 // may be called at any time, and more than once
}

// Database is the database behind a SqlTemplate.
type Database interface {
	Session
	Begin(ctx context.Context, options TxOptions) (Transaction, error)
	// OneWriter reports whether a second transaction that writes has to wait for the first.
	OneWriter() bool
	// Reads reports whether a query uses a connection for reading, judging by its text.
	Reads(sql string) bool
	Room() Room
	// Waits reports whether a statement, or a transaction, would have to wait for a connection.
	Waits(reads bool) bool
	// LineUp counts a transaction that has not asked for a connection yet among those that wait for one. It fails if as many wait as
	// may.
	LineUp(reads bool) (Place, error)
	// Briefly returns a context for a statement or transaction that waits for a connection for a second at most.
	Briefly(ctx context.Context) context.Context
	Primary() Session // the database without its replicas
}

// Place is that of a transaction which waits until it may ask for a connection.
type Place struct {
	Longest time.Duration // that it may wait
	Leave   func()        // gives the place up; called once
	Late    func() error  // returns the error of a transaction that has waited for too long
}

// Room is the number of connections of a database: Writers can do both, Readers can only read. If Readers is 0, reads
// use the Writers; if it is negative, the number of readers is not limited here.
type Room struct{ Writers, Readers int }

// TxOptions configure a new transaction. An empty Isolation means the database's default.
type TxOptions struct {
	Primary   bool // not on a replica, even if it is read-only
	ReadOnly  bool
	Isolation string
	Wait      Wait // for a connection
}

// Transaction is an open transaction. Commit or Rollback ends it.
type Transaction interface {
	Session
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
}

// Rows is a result that stays in Go until the script looks at it.
type Rows interface {
	Len() int
	Names() []string // distinct, in the order of an object's properties
	Column(name string) (column int, ok bool)

	// Value returns nil, bool, int64, uint64, float64, string, []byte or time.Time; of an IsJSON column it returns
	// the text.
	Value(row, column int) any
	IsJSON(row, column int) bool

	// Convert converts the values of a column to the type that their field declares, for databases without such a
	// type.
	Convert(column int, as manifest.ColumnType)

	AppendJSON(dst []byte) []byte
	AppendCellJSON(dst []byte, row, column int) []byte
	IsStringified(row, column int) bool // AppendCellJSON writes what JSON.stringify would for the script's value
}

// DatabaseError is the interface of errors of a Session that say what happened in the database.
type DatabaseError interface {
	error
	Kind() string       // "unique violation"
	Code() string       // the database's own
	Constraint() string // the name of the violated constraint; "" if unknown
	Message() string    // the database's text
}

// Grammar answers questions about a database's SQL without a connection.
type Grammar interface {
	// Dialect is "sqlite", "postgres" or "mysql".
	Dialect() string
	// Describe parses one statement. It returns an error for a text that it cannot parse.
	Describe(sql string) (Statement, error)
}

// Statement describes a SQL text, judging by its words.
type Statement struct {
	Names []string // of its parameters, each once
	Marks int      // how many parameters it has that go by position
	Rows  bool     // it returns rows
}
