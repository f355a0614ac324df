package data

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// sqliteTime is the format of stored times: the one that SQLite's own functions write and parse.
// It sorts as text, and is in UTC.
const sqliteTime = "2006-01-02 15:04:05.000"

// bind binds a statement's values. Text and bytes are copied to the connection's scratch memory,
// where they stay until the next bind. Every call binds every parameter.
func (h *sqliteHandle) bind(st *sqliteStatement, values []any) error {
	if wanted := int(sqlite3.Xsqlite3_bind_parameter_count(h.tls, st.handle)); wanted != len(values) {
		return badParameters(wrongCount(wanted, len(values)))
	}
	size := 0
	for _, v := range values {
		size += sqliteSize(v)
	}
	if err := h.reserve(size); err != nil {
		return err
	}
	used := 0
	for i, v := range values {
		n, err := h.bindOne(st, int32(i+1), v, used)
		if err != nil {
			return err
		}
		used += n
	}
	return nil
}

// sqliteSize returns the most scratch memory that a value may take.
func sqliteSize(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case []byte:
		return len(v)
	case time.Time:
		return len(sqliteTime) + 8
	case *big.Int:
		return v.BitLen()/3 + 2
	default:
		return 0
	}
}

// bindOne binds the i-th parameter and returns how much scratch memory it took.
func (h *sqliteHandle) bindOne(st *sqliteStatement, i int32, v any, used int) (int, error) {
	var rc int32
	switch v := v.(type) {
	case nil:
		rc = sqlite3.Xsqlite3_bind_null(h.tls, st.handle, i)
	case bool:
		var n int32
		if v {
			n = 1
		}
		rc = sqlite3.Xsqlite3_bind_int(h.tls, st.handle, i, n)
	case int64:
		rc = sqlite3.Xsqlite3_bind_int64(h.tls, st.handle, i, v)
	case int:
		rc = sqlite3.Xsqlite3_bind_int64(h.tls, st.handle, i, int64(v))
	case float64:
		rc = sqlite3.Xsqlite3_bind_double(h.tls, st.handle, i, v)
	case string:
		return h.bindText(st, i, v, used)
	case time.Time:
		return h.bindText(st, i, v.UTC().Format(sqliteTime), used)
	case *big.Int:
		if v.IsInt64() {
			rc = sqlite3.Xsqlite3_bind_int64(h.tls, st.handle, i, v.Int64())
			break
		}
		return h.bindText(st, i, v.String(), used)
	case []byte:
		return h.bindBytes(st, i, v, used)
	default:
		return 0, unknownValue(int(i), v)
	}
	return 0, h.bound(rc)
}

func (h *sqliteHandle) bindText(st *sqliteStatement, i int32, v string, used int) (int, error) {
	at := h.scratch + uintptr(used)
	copy(foreign(at, len(v)), v)
	return len(v), h.bound(sqlite3.Xsqlite3_bind_text(h.tls, st.handle, i, at, int32(len(v)), h.keeping))
}

func (h *sqliteHandle) bindBytes(st *sqliteStatement, i int32, v []byte, used int) (int, error) {
	if len(v) == 0 {
		return 0, h.bound(sqlite3.Xsqlite3_bind_zeroblob(h.tls, st.handle, i, 0))
	}
	at := h.scratch + uintptr(used)
	copy(foreign(at, len(v)), v)
	return len(v), h.bound(sqlite3.Xsqlite3_bind_blob(h.tls, st.handle, i, at, int32(len(v)), h.keeping))
}

// bindCopies is like bind, for a statement that stays open while others run.
func (h *sqliteHandle) bindCopies(st *sqliteStatement, values []any) error {
	const transient = ^uintptr(0) // SQLite makes its own copy
	h.keeping = transient
	defer func() { h.keeping = 0 }()
	return h.bind(st, values)
}

func (h *sqliteHandle) bound(rc int32) error {
	if rc != sqlite3.SQLITE_OK {
		return h.failure(rc)
	}
	return nil
}

func unknownValue(position int, v any) error {
	return badParameters(fmt.Sprintf("value %d is a %T, which a database cannot hold", position, v))
}

// sqliteDecode is the conversion that a column's declared type requires. A value of a time column
// is a time if it is stored as text; numbers, which may be seconds or days, stay numbers.
type sqliteDecode uint8

const (
	asStored sqliteDecode = iota
	asBool
	asTimestamp
	asJSON
)

func decodeFor(declared string) sqliteDecode {
	name, _, _ := strings.Cut(declared, "(")
	switch strings.TrimSpace(name) {
	case "BOOLEAN", "BOOL":
		return asBool
	case "DATE", "DATETIME", "TIMESTAMP":
		return asTimestamp
	case "JSON":
		return asJSON
	default:
		return asStored
	}
}

// describeColumns reads the columns of a statement that has been stepped. It reads them again if
// SQLite has reprepared the statement because the schema has changed.
func (h *sqliteHandle) describeColumns(st *sqliteStatement) {
	reprepare := sqlite3.Xsqlite3_stmt_status(h.tls, st.handle, sqlite3.SQLITE_STMTSTATUS_REPREPARE, 0)
	if reprepare == st.reprepare {
		return
	}
	list := make([]Column, sqlite3.Xsqlite3_column_count(h.tls, st.handle))
	decode := make([]sqliteDecode, len(list))
	for i := range list {
		list[i].Name = h.text(sqlite3.Xsqlite3_column_name(h.tls, st.handle, int32(i)))
		list[i].Type = strings.ToUpper(h.text(sqlite3.Xsqlite3_column_decltype(h.tls, st.handle, int32(i))))
		decode[i] = decodeFor(list[i].Type)
	}
	if !st.columns.same(list) {
		st.columns = newColumns(list)
	}
	st.decode, st.reprepare = decode, reprepare
}
