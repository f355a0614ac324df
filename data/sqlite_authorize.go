package data

import (
	"strings"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLite asks an authorizer about each thing that a statement would do, while it prepares it. See sqlite3_set_authorizer.

// onlyLook makes SQLite refuse, from now on, to prepare or run statements that could do anything but read this database.
func (h *sqliteHandle) onlyLook() {
	sqlite3.Xsqlite3_set_authorizer(h.tls, h.db, addressOfLooks, 0)
}

// doAnything ends onlyLook.
func (h *sqliteHandle) doAnything() { sqlite3.Xsqlite3_set_authorizer(h.tls, h.db, 0, 0) }

var addressOfLooks = addressOf(looks)

// looks allows what only reads. The meaning of the names depends on the action.
func looks(_ *libc.TLS, _ uintptr, action int32, first, second, _, _ uintptr) int32 {
	allowed := false
	switch action {
	case sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE:
		allowed = true
	case sqlite3.SQLITE_FUNCTION:
		allowed = !strings.EqualFold(textAt(second), "load_extension")
	case sqlite3.SQLITE_PRAGMA:
		allowed = isCatalogue(textAt(first))
	}
	if allowed {
		return sqlite3.SQLITE_OK
	}
	return sqlite3.SQLITE_DENY
}

// isCatalogue reports whether a pragma describes tables, and does nothing else.
func isCatalogue(pragma string) bool {
	switch strings.ToLower(pragma) {
	case "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list", "database_list",
		"collation_list", "compile_options":
		return true
	}
	return false
}

func textAt(p uintptr) string {
	if p == 0 {
		return ""
	}
	return libc.GoString(p)
}
