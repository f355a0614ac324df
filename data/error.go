package data

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/fault"
)

// ErrorKind is what a database complains about, the same for every database.
type ErrorKind uint8

// The kinds.
const (
	Other               ErrorKind = iota
	UniqueViolation               // fault.Conflict
	ForeignKeyViolation           // fault.Conflict
	NotNullViolation              // fault.Invalid
	CheckViolation                // fault.Invalid
	InvalidValue                  // fault.Invalid: too long, out of range, no number
	Syntax                        // also tables and columns that do not exist
	BadParameters                 // the values given do not fit the statement's parameters
	ResultTooLarge                // MaxRows or MaxBytes passed
	PermissionDenied              // the database user may not do this
	Busy                          // fault.Conflict: deadlock, serialization failure; trying again helps
	Timeout                       // fault.Timeout
	Canceled                      // fault.Canceled
	Unavailable                   // fault.Unavailable: not reachable, refused, full, broken
	StaleRow                      // fault.Conflict: what a repository was to update has been changed or deleted
)

func (k ErrorKind) String() string {
	return [...]string{
		"other", "unique violation", "foreign key violation", "not null violation", "check violation",
		"invalid value", "syntax", "bad parameters", "result too large", "permission denied", "busy", "timeout",
		"canceled", "unavailable", "stale row",
	}[k]
}

// Public is what the world outside is told of it.
func (k ErrorKind) Public() string { return edge[k].public }

// Error is a failed statement. It is the cause of the fault.Error every method returns;
// find it with errors.AsType[*data.Error].
type Error struct {
	Datasource string
	Kind       ErrorKind
	Code       string // the database's own: an SQLSTATE, MySQL's number, SQLite's extended result code
	Message    string // the database's words, or ours when it was not asked
	Constraint string // its name, or for SQLite "users.email"; "" when unknown
	SQL        string // the statement as written, for the log: may hold values, never show it
	Offset     int    // byte of SQL the database points at; -1 when it points nowhere
	Err        error  // the driver's error, if any
}

func (e *Error) Error() string {
	text := e.Message
	if e.Code != "" {
		text += " (" + e.Code + ")"
	}
	if e.Kind == Unavailable && e.Datasource != "" {
		text = "datasource " + strconv.Quote(e.Datasource) + ": " + text
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// edge is what the world outside is told about an ErrorKind.
var edge = [...]struct {
	kind   fault.Kind
	public string
	hint   string
}{
	Other:               {fault.Internal, "the database refused the statement", ""},
	UniqueViolation:     {fault.Conflict, "a row with this value exists already", ""},
	ForeignKeyViolation: {fault.Conflict, "the row refers to one that is not there, or is referred to", ""},
	NotNullViolation:    {fault.Invalid, "a required value is missing", ""},
	CheckViolation:      {fault.Invalid, "a value is not allowed", ""},
	InvalidValue:        {fault.Invalid, "a value does not fit its column", ""},
	Syntax:              {fault.Internal, "the database does not understand the statement", ""},
	BadParameters:       {fault.Internal, "the statement was called with the wrong parameters", ""},
	ResultTooLarge: {
		fault.Internal, "the result of a query is too large",
		"narrow the query with LIMIT, or raise the bound in the datasource's settings",
	},
	PermissionDenied: {fault.Internal, "the database refused the statement", "grant the datasource's user the right"},
	Busy:             {fault.Conflict, "another transaction was in the way; try again", ""},
	Timeout:          {fault.Timeout, "the database took too long", ""},
	Canceled:         {fault.Canceled, "the caller went away", ""},
	Unavailable:      {fault.Unavailable, "the database is not available", ""},
	StaleRow:         {fault.Conflict, "the row has been changed or deleted meanwhile", ""},
}

// failure makes err of a driver, or of this package, the fault.Error that callers get.
func (db *DB) failure(ctx context.Context, op, sql string, err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	e := db.describe(err)
	e.Datasource = db.settings.Name
	if e.SQL == "" {
		e.SQL = sql
	}
	if kind, ended := endedBy(ctx, err); ended && (ctx.Err() != nil || e.Kind == Other) {
		e.Kind = kind
	}
	told := edge[e.Kind]
	return fault.New(op, told.kind, told.public).WithHint(told.hint).Because(e)
}

// endedBy tells whether the caller's context ended the call. What a canceled call fails
// with differs by driver; why it was canceled is what counts.
func endedBy(ctx context.Context, err error) (ErrorKind, bool) {
	ended := ctx.Err()
	if ended == nil {
		ended = err
	}
	switch {
	case errors.Is(ended, context.DeadlineExceeded) || errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return Timeout, true
	case errors.Is(ended, context.Canceled):
		return Canceled, true
	default:
		return Other, false
	}
}

// describe turns a driver's error into ours.
func (db *DB) describe(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return new(*e)
	}
	if e, ok := db.backend.describe(err); ok {
		e.Err = err
		return e
	}
	return &Error{Kind: Other, Message: err.Error(), Offset: -1, Err: err}
}

func isContextError(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// badParameters names what is wrong with the values given.
func badParameters(message string) *Error {
	return &Error{Kind: BadParameters, Message: message, Offset: -1}
}

func quotedList(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return ":" + strings.Join(names, ", :")
}
