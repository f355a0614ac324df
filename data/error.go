package data

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// ErrorKind classifies the errors of databases. The kinds are the same for every database.
type ErrorKind uint8

// The kinds.
const (
	Other               ErrorKind = iota
	UniqueViolation               // fault.Conflict
	ForeignKeyViolation           // fault.Conflict
	NotNullViolation              // fault.Invalid
	CheckViolation                // fault.Invalid
	InvalidValue                  // fault.Invalid: too long, out of range, not a number
	Syntax                        // also tables and columns that do not exist
	BadParameters                 // the values do not fit the statement's parameters
	ResultTooLarge                // MaxRows or MaxBytes exceeded
	PermissionDenied              // the database user may not do this
	Busy                          // fault.Conflict: deadlock, serialization failure; a retry may succeed
	Timeout                       // fault.Timeout
	Canceled                      // fault.Canceled
	Unavailable                   // fault.Unavailable: not reachable, refused, full, broken
	StaleRow                      // fault.Conflict: the row that a repository updates has been changed or deleted
)

func (k ErrorKind) String() string {
	return [...]string{
		"other", "unique violation", "foreign key violation", "not null violation", "check violation",
		"invalid value", "syntax", "bad parameters", "result too large", "permission denied", "busy", "timeout",
		"canceled", "unavailable", "stale row",
	}[k]
}

// Public returns the message for clients of the application.
func (k ErrorKind) Public() string { return edge[k].public }

// Error is a failed statement. It is the cause of the fault.Error that every method returns; find
// it with errors.AsType[*data.Error].
type Error struct {
	Datasource string
	Kind       ErrorKind
	Code       string // the database's own code: an SQLSTATE, MySQL's number, SQLite's extended result code
	Message    string // the database's message, or this package's if the database was not asked
	Constraint string // the constraint's name, or for SQLite "users.email"; "" if unknown
	SQL        string // the statement as written, for the log only: it may contain values, so never show it
	Offset     int    // the byte of SQL that the database points at; -1 if it points nowhere
	Err        error  // the driver's error, if there is one
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

// edge maps an ErrorKind to the code and message that clients of the application get.
var edge = [...]struct {
	kind   fault.Kind
	public string
	hint   string
}{
	Other:               {fault.Internal, "the database refused the statement", ""},
	UniqueViolation:     {fault.Conflict, "a row with this value already exists", ""},
	ForeignKeyViolation: {fault.Conflict, "the row refers to a row that does not exist, or another row refers to it", ""},
	NotNullViolation:    {fault.Invalid, "a required value is missing", ""},
	CheckViolation:      {fault.Invalid, "a value is not allowed", ""},
	InvalidValue:        {fault.Invalid, "a value does not fit its column", ""},
	Syntax:              {fault.Internal, "the database does not understand the statement", ""},
	BadParameters:       {fault.Internal, "the statement was called with the wrong parameters", ""},
	ResultTooLarge: {
		fault.Internal, "the result of a query is too large",
		"narrow the query with LIMIT, or raise the limit in the datasource's settings",
	},
	PermissionDenied: {fault.Internal, "the database refused the statement", "grant the privilege to the datasource's user"},
	Busy:             {fault.Conflict, "the statement conflicts with another transaction; try again", ""},
	Timeout:          {fault.Timeout, "the database took too long", ""},
	Canceled:         {fault.Canceled, "the caller went away", ""},
	Unavailable:      {fault.Unavailable, "the database is not available", ""},
	StaleRow:         {fault.Conflict, "the row has been changed or deleted meanwhile", ""},
}

// failure converts err, of a driver or of this package, to the fault.Error that callers get.
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
	answer := edge[e.Kind]
	return fault.New(op, answer.kind, answer.public).WithHint(answer.hint).Because(e)
}

// endedBy reports whether the caller's context ended the call, and the kind of the error. Drivers
// return different errors for a canceled call, so the cause of the cancellation decides.
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

// describe converts a driver's error to an *Error.
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

// badParameters returns an error for values that do not fit the statement.
func badParameters(message string) *Error {
	return &Error{Kind: BadParameters, Message: message, Offset: -1}
}

func quotedList(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return ":" + strings.Join(names, ", :")
}
