package sqltext

import (
	"slices"
	"strings"
)

// unfitPragmas are SQLite's pragmas that do nothing, or fail, within a transaction when they are given a value.
var unfitPragmas = []string{
	"AUTO_VACUUM", "ENCODING", "FOREIGN_KEYS", "JOURNAL_MODE", "LOCKING_MODE", "PAGE_SIZE", "SYNCHRONOUS", "TEMP_STORE",
	"TEMP_STORE_DIRECTORY", "WAL_CHECKPOINT",
}

// Unfit returns the words of a statement that fails within a transaction, or does nothing there; "" for a statement that is fit for
// one. Whether ALTER TYPE … ADD VALUE is, depends on what follows; see [AddedValue].
func Unfit(d Dialect, sql string) string {
	words := firstWords(d, sql, 12)
	if len(words) == 0 {
		return ""
	}
	switch d {
	case SQLite:
		return unfitForSQLite(sql, words)
	case Postgres:
		return unfitForPostgres(words)
	default:
		return ""
	}
}

func unfitForSQLite(sql string, words []string) string {
	switch words[0] {
	case "VACUUM", "DETACH":
		return words[0]
	case "PRAGMA":
		for _, name := range words[1:min(3, len(words))] { // a schema may come first
			if slices.Contains(unfitPragmas, name) && (name == "WAL_CHECKPOINT" || strings.ContainsAny(sql, "=(")) {
				return "PRAGMA " + strings.ToLower(name)
			}
		}
	}
	return ""
}

func unfitForPostgres(words []string) string {
	starts := func(begin ...string) bool { return len(words) >= len(begin) && slices.Equal(words[:len(begin)], begin) }
	concurrently := slices.Contains(words, "CONCURRENTLY")
	switch {
	case concurrently && (starts("CREATE", "INDEX") || starts("CREATE", "UNIQUE", "INDEX")):
		return "CREATE INDEX CONCURRENTLY"
	case concurrently && starts("DROP", "INDEX"):
		return "DROP INDEX CONCURRENTLY"
	case concurrently && starts("REINDEX"):
		return "REINDEX CONCURRENTLY"
	case concurrently && starts("ALTER", "TABLE") && slices.Contains(words, "DETACH"):
		return "DETACH PARTITION CONCURRENTLY"
	case starts("ALTER", "DATABASE") && slices.Contains(words, "TABLESPACE"):
		return "ALTER DATABASE … SET TABLESPACE"
	}
	for _, begin := range [][]string{
		{"VACUUM"},
		{"CREATE", "DATABASE"},
		{"DROP", "DATABASE"},
		{"CREATE", "TABLESPACE"},
		{"DROP", "TABLESPACE"},
		{"ALTER", "SYSTEM"},
		{"REINDEX", "DATABASE"},
		{"REINDEX", "SYSTEM"},
		{"REINDEX", "SCHEMA"},
		{"CREATE", "SUBSCRIPTION"},
		{"DROP", "SUBSCRIPTION"},
		{"DISCARD", "ALL"},
	} {
		if starts(begin...) {
			return strings.Join(begin, " ")
		}
	}
	return ""
}

// AddedValue returns the value, as it is written, that a statement of PostgreSQL adds to an enumeration: it cannot be used before the
// transaction has ended.
func AddedValue(sql string) (literal string, ok bool) {
	scan, last := scanner{dialect: Postgres, text: sql}, ""
	for _, wanted := range []string{"ALTER", "TYPE"} {
		if got, _ := scan.nextWord(); got != wanted {
			return "", false
		}
	}
	for t, more := scan.next(); more; t, more = scan.next() {
		text := sql[t.start:t.end]
		switch {
		case t.kind == word && strings.EqualFold(text, "VALUE") && last == "ADD":
			ok = true
		case t.kind == word:
			last = strings.ToUpper(text)
		case t.kind == quoted && ok && text[0] == '\'':
			return text, true
		}
	}
	return "", false
}

// Mentions reports whether a statement has a literal.
func Mentions(d Dialect, sql, literal string) bool {
	scan := scanner{dialect: d, text: sql}
	for t, ok := scan.next(); ok; t, ok = scan.next() {
		if t.kind == quoted && sql[t.start:t.end] == literal {
			return true
		}
	}
	return false
}

// CommitsItself reports whether MySQL commits the transaction before it runs a statement.
func CommitsItself(sql string) bool {
	words := firstWords(MySQL, sql, 2)
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "CREATE", "DROP":
		return len(words) < 2 || words[1] != "TEMPORARY"
	case "ALTER", "TRUNCATE", "RENAME", "GRANT", "REVOKE", "ANALYZE", "OPTIMIZE", "REPAIR", "LOCK", "UNLOCK", "INSTALL", "UNINSTALL", "FLUSH":
		return true
	}
	return false
}

// firstWords returns up to most words of a statement in capitals, without what is in parentheses or quotes.
func firstWords(d Dialect, sql string, most int) (words []string) {
	scan, depth := scanner{dialect: d, text: sql}, 0
	for t, ok := scan.next(); ok && len(words) < most; t, ok = scan.next() {
		switch text := sql[t.start:t.end]; {
		case text == "(":
			depth++
		case text == ")":
			depth--
		case t.kind == word && depth == 0:
			words = append(words, strings.ToUpper(text))
		}
	}
	return words
}
