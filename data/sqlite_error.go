package data

import (
	"strconv"

	sqlite3 "modernc.org/sqlite/lib"
)

// describe returns false: the errors of this package's SQLite connection are *Error already.
func (b sqliteBackend) describe(error) (*Error, bool) { return nil, false }

// sqliteKind returns the kind of an extended result code.
func sqliteKind(rc int32) ErrorKind {
	switch rc {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return UniqueViolation
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return ForeignKeyViolation
	case sqlite3.SQLITE_CONSTRAINT_NOTNULL:
		return NotNullViolation
	case sqlite3.SQLITE_CONSTRAINT_DATATYPE:
		return InvalidValue
	}
	switch rc & 0xff {
	case sqlite3.SQLITE_CONSTRAINT: // CHECK, and RAISE in a trigger
		return CheckViolation
	case sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE:
		return InvalidValue
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return Busy
	case sqlite3.SQLITE_INTERRUPT:
		return Canceled
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH:
		return PermissionDenied
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CORRUPT,
		sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
		return Unavailable
	default:
		return Other
	}
}

// sqliteCode returns the code as SQLite's documentation lists it.
func sqliteCode(rc int32) string { return strconv.Itoa(int(rc)) }
