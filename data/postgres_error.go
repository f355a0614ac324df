package data

import (
	"errors"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
)

func (postgresBackend) describe(err error) (*Error, bool) {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		message := e.Message
		if e.Detail != "" {
			message += ": " + e.Detail
		}
		if e.Code == "42P18" || e.Code == "42725" { // a type, or a function or operator, that depends on the type of a parameter
			message += "; nothing in the statement says which type a parameter has: write a cast, such as ?::text or :name::text"
		}
		constraint := e.ConstraintName
		if constraint == "" && e.ColumnName != "" { // NOT NULL, whose constraint has no name
			constraint = e.TableName + "." + e.ColumnName
		}
		return &Error{
			Kind: postgresKind(e.Code), Code: e.Code, Message: message, Constraint: constraint, Offset: -1,
		}, true
	}
	if isContextError(err) {
		return nil, false
	}
	// Any other error is not an answer of the server, but a problem with reaching it.
	return &Error{Kind: Unavailable, Message: err.Error(), Offset: -1}, true
}

// postgresKind returns the kind of an SQLSTATE.
func postgresKind(code string) ErrorKind {
	switch code {
	case "23505", "23P01":
		return UniqueViolation
	case "23503", "23001":
		return ForeignKeyViolation
	case "23502":
		return NotNullViolation
	case "42501", "25006":
		return PermissionDenied
	case "57014": // statement_timeout
		return Timeout
	case "40001", "40P01", "55P03":
		return Busy
	}
	if len(code) < 2 {
		return Other
	}
	switch code[:2] {
	case "23":
		return CheckViolation
	case "22":
		return InvalidValue
	case "42":
		return Syntax
	case "08", "28", "3D", "53", "57", "58":
		return Unavailable
	default:
		return Other
	}
}

// postgresOffset returns the byte of sql that an error points at; the server counts characters
// from 1.
func postgresOffset(err error, sql string) int {
	e, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || e.Position < 1 {
		return -1
	}
	offset := 0
	for range e.Position - 1 {
		_, size := utf8.DecodeRuneInString(sql[offset:])
		offset += size
	}
	return offset
}
