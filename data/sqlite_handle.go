package data

import (
	"errors"
	"strings"

	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/fwrun/fwrun/data/sqltext"
)

// sqliteHandle is an open SQLite connection. It is called directly, and not through database/sql
// and modernc's driver for it, for three reasons: cells go from SQLite's memory into a result
// without an allocation each; a statement that runs for long between two rows can be canceled;
// and SQLite itself says whether a statement only reads, and where in the text an error is.
//
// It is used by one goroutine at a time; only interrupt may be called from another.
//
// Addresses of SQLite's memory, which the Go runtime does not manage, are uintptr.
type sqliteHandle struct {
	tls     *libc.TLS
	db      uintptr
	out     uintptr // room for the two pointers that preparing returns
	scratch uintptr // memory of bound text and bytes while a statement runs
	room    int     // size of scratch
	keeping uintptr // how SQLite keeps bound values; 0: they stay in scratch
	direct  bool    // rows are read where SQLite keeps them

	plansKept bool // see keepPlans
	planning  bool // by values
}

// sqliteStatement is a prepared statement.
type sqliteStatement struct {
	handle    uintptr
	readOnly  bool
	byValues  bool // its plan depends on values
	asksKey   bool // it needs the key that the statement before has generated
	columns   *columns
	decode    []sqliteDecode // by column
	reprepare int32          // how often SQLite had reprepared it when the columns were read
}

var errSQLiteMemory = errors.New("sqlite: out of memory")

func openSQLiteHandle(path string) (*sqliteHandle, error) {
	separatePages()
	h := &sqliteHandle{tls: libc.NewTLS()}
	h.out = libc.Xmalloc(h.tls, types.Size_t(2*pointerSize))
	if h.out == 0 {
		h.tls.Close()
		return nil, errSQLiteMemory
	}
	name, err := libc.CString(path)
	if err != nil {
		h.close()
		return nil, err
	}
	defer libc.Xfree(h.tls, name)
	// No mutex: database/sql's pool gives a connection to one goroutine at a time.
	const flags = sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_CREATE |
		sqlite3.SQLITE_OPEN_NOMUTEX | sqlite3.SQLITE_OPEN_EXRESCODE
	rc := sqlite3.Xsqlite3_open_v2(h.tls, name, h.out, flags, 0)
	h.db = *valueAt[uintptr](h.out)
	if rc != sqlite3.SQLITE_OK {
		err := h.failure(rc)
		h.close()
		return nil, err
	}
	if err := errors.Join(h.quoteStrictly(), h.keepPlans()); err != nil {
		h.close()
		return nil, err
	}
	h.direct = h.cellsAreKnown()
	return h, nil
}

// quoteStrictly makes "x" always a name. By default SQLite treats "x" as the text 'x' if no
// column has that name, so that a condition on a misspelt column is true or false for all rows.
// Existing schemas are still read as they were written.
func (h *sqliteHandle) quoteStrictly() error {
	for _, option := range [...]int32{sqlite3.SQLITE_DBCONFIG_DQS_DML, sqlite3.SQLITE_DBCONFIG_DQS_DDL} {
		if err := h.configure(option, 0); err != nil {
			return err
		}
	}
	return nil
}

// close also works on a handle that openSQLiteHandle could not complete.
func (h *sqliteHandle) close() {
	if h.db != 0 {
		sqlite3.Xsqlite3_close_v2(h.tls, h.db)
		h.db = 0
	}
	libc.Xfree(h.tls, h.out)
	if h.scratch != 0 {
		libc.Xfree(h.tls, h.scratch)
	}
	h.tls.Close()
}

// prepare prepares the first statement of sql and returns how many bytes it took.
func (h *sqliteHandle) prepare(sql string) (st *sqliteStatement, length int, err error) {
	text, err := libc.CString(sql)
	if err != nil {
		return nil, 0, err
	}
	defer libc.Xfree(h.tls, text)
	byValues := plansByValues(sql)
	h.plan(byValues)
	if st, length, err = h.prepareAt(text, len(sql), sqlite3.SQLITE_PREPARE_PERSISTENT); err == nil {
		st.byValues = byValues
	}
	return st, length, err
}

// prepareAt is like prepare, for text that is in SQLite's memory and ends in a zero byte. The
// statement's handle is 0 if there is only white space or a comment.
func (h *sqliteHandle) prepareAt(text uintptr, size int, flags uint32) (*sqliteStatement, int, error) {
	rest := h.out + uintptr(pointerSize)
	rc := sqlite3.Xsqlite3_prepare_v3(h.tls, h.db, text, int32(size+1), flags, h.out, rest)
	if rc != sqlite3.SQLITE_OK {
		e := h.failure(rc)
		if e.Kind == Other {
			e.Kind = Syntax // whatever the code says, the text is wrong
		}
		return nil, 0, e
	}
	st := &sqliteStatement{handle: *valueAt[uintptr](h.out), reprepare: -1}
	st.readOnly = st.handle != 0 && sqlite3.Xsqlite3_stmt_readonly(h.tls, st.handle) != 0
	return st, int(*valueAt[uintptr](rest) - text), nil
}

// each prepares the statements of a script one by one, each after f has run the previous one. The
// offset of an error refers to the script, and is the beginning of the statement if SQLite
// reports no offset.
func (h *sqliteHandle) each(script string, f func(*sqliteStatement) error) error {
	text, err := libc.CString(script)
	if err != nil {
		return err
	}
	defer libc.Xfree(h.tls, text)
	for at := 0; at < len(script); {
		st, length, err := h.prepareAt(text+uintptr(at), len(script)-at, 0)
		if err == nil && st.handle != 0 {
			err = f(st)
			h.finalize(st)
		}
		if e, ok := errors.AsType[*Error](err); ok {
			e.Offset = at + max(e.Offset, sqltext.Start(sqltext.SQLite, script[at:]))
		}
		if err != nil {
			return err
		}
		at += max(length, 1)
	}
	return nil
}

func (h *sqliteHandle) finalize(st *sqliteStatement) { sqlite3.Xsqlite3_finalize(h.tls, st.handle) }

// step runs the statement to its next row and returns true, or to its end and returns false.
func (h *sqliteHandle) step(st *sqliteStatement) (bool, error) {
	h.plan(st.byValues) // it may prepare the statement again
	switch rc := sqlite3.Xsqlite3_step(h.tls, st.handle); rc {
	case sqlite3.SQLITE_ROW:
		return true, nil
	case sqlite3.SQLITE_DONE:
		return false, nil
	default:
		return false, h.failure(rc)
	}
}

// reset makes a statement ready to run again, and ends its read transaction. It returns no error,
// because SQLite would only report the failure of the last step again.
func (h *sqliteHandle) reset(st *sqliteStatement) { sqlite3.Xsqlite3_reset(h.tls, st.handle) }

// interrupt makes the running statement fail. It uses a TLS of its own because the connection's
// is in use.
func (h *sqliteHandle) interrupt() {
	tls := libc.NewTLS()
	defer tls.Close()
	sqlite3.Xsqlite3_interrupt(tls, h.db)
}

func (h *sqliteHandle) inTransaction() bool { return sqlite3.Xsqlite3_get_autocommit(h.tls, h.db) == 0 }

func (h *sqliteHandle) changes() int64 { return int64(sqlite3.Xsqlite3_changes64(h.tls, h.db)) }
func (h *sqliteHandle) totalChanges() int64 {
	return int64(sqlite3.Xsqlite3_total_changes64(h.tls, h.db))
}

func (h *sqliteHandle) lastRowID() int64 {
	return int64(sqlite3.Xsqlite3_last_insert_rowid(h.tls, h.db))
}
func (h *sqliteHandle) setLastRowID(v int64) { sqlite3.Xsqlite3_set_last_insert_rowid(h.tls, h.db, v) }

// reserve grows scratch to at least n bytes.
func (h *sqliteHandle) reserve(n int) error {
	if n <= h.room {
		return nil
	}
	n = max(n, 1024, 2*h.room)
	p := libc.Xmalloc(h.tls, types.Size_t(n))
	if p == 0 {
		return errSQLiteMemory
	}
	if h.scratch != 0 {
		libc.Xfree(h.tls, h.scratch)
	}
	h.scratch, h.room = p, n
	return nil
}

// releaseScratch frees the scratch memory if an unusually large value made it grow.
func (h *sqliteHandle) releaseScratch() {
	const keep = 64 << 10
	if h.room > keep {
		libc.Xfree(h.tls, h.scratch)
		h.scratch, h.room = 0, 0
	}
}

func (h *sqliteHandle) text(p uintptr) string {
	if p == 0 {
		return ""
	}
	return libc.GoString(p)
}

// failure returns SQLite's error of the call that just failed.
func (h *sqliteHandle) failure(rc int32) *Error {
	e := &Error{Kind: sqliteKind(rc), Code: sqliteCode(rc), Offset: -1}
	e.Message = h.text(sqlite3.Xsqlite3_errstr(h.tls, rc))
	if h.db == 0 {
		return e
	}
	if sqlite3.Xsqlite3_extended_errcode(h.tls, h.db) == rc {
		e.Message = h.text(sqlite3.Xsqlite3_errmsg(h.tls, h.db))
		e.Offset = int(sqlite3.Xsqlite3_error_offset(h.tls, h.db))
	}
	if _, column, ok := strings.Cut(e.Message, "constraint failed: "); ok {
		e.Constraint = strings.TrimSuffix(strings.TrimPrefix(column, "index '"), "'") // "users.email", or a CHECK's or an index's name
	}
	return e
}
