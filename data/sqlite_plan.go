package data

import (
	"strings"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// By default SQLite prepares a statement again each time a parameter gets a value that the plan depends on: that of LIMIT
// and OFFSET, which become constants, that of LIKE and GLOB, and those of comparisons with columns of which ANALYZE has
// taken samples. That often takes longer than to run it. So connections have what SQLite calls the query planner stability
// guarantee: a statement has one plan, whatever the values are.
//
// A statement with LIKE or GLOB is an exception, because only the value says whether an index can be used: that of
// LIKE 'Ad%' can. It is prepared, and prepared again, without the guarantee.

// keepPlans sets the guarantee. If the flag is not where it is expected, the connection is left as SQLite has it.
func (h *sqliteHandle) keepPlans() error {
	if err := h.configure(sqlite3.SQLITE_DBCONFIG_ENABLE_QPSG, 1); err != nil {
		return err
	}
	if h.flags()&sqlite3.SQLITE_EnableQPSG != 0 {
		h.plansKept = true
		return nil
	}
	return h.configure(sqlite3.SQLITE_DBCONFIG_ENABLE_QPSG, 0)
}

// plan sets how statements are prepared: with one plan, or with one that depends on values. SQLite's own function for that
// would make it prepare all statements again.
func (h *sqliteHandle) plan(byValues bool) {
	if !h.plansKept || h.planning == byValues {
		return
	}
	h.planning = byValues
	flags := &valueAt[sqlite3.Tsqlite3](h.db).Fflags
	if *flags |= sqlite3.SQLITE_EnableQPSG; byValues {
		*flags &^= sqlite3.SQLITE_EnableQPSG
	}
}

func (h *sqliteHandle) flags() uint64 { return valueAt[sqlite3.Tsqlite3](h.db).Fflags }

// configure sets an option of the connection.
func (h *sqliteHandle) configure(option, value int32) error {
	args := libc.NewVaList(value, uintptr(0))
	if args == 0 {
		return errSQLiteMemory
	}
	defer libc.Xfree(h.tls, args)
	if rc := sqlite3.Xsqlite3_db_config(h.tls, h.db, option, args); rc != sqlite3.SQLITE_OK {
		return h.failure(rc)
	}
	return nil
}

// plansByValues reports whether the plan of a statement may depend on patterns that it gets as values.
func plansByValues(sql string) bool { return hasWord(sql, "like") || hasWord(sql, "glob") }

// hasWord reports whether a text has a word, which is in lower case, in any case.
func hasWord(text, word string) bool {
	for at := 0; at+len(word) <= len(text); at++ {
		if text[at]|0x20 != word[0] || !strings.EqualFold(text[at:at+len(word)], word) {
			continue
		}
		after := at + len(word)
		if (at == 0 || !isWordByte(text[at-1])) && (after == len(text) || !isWordByte(text[after])) {
			return true
		}
	}
	return false
}

func isWordByte(b byte) bool {
	return b == '_' || b == '$' || b >= 0x80 || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
}
