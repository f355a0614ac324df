package data

import (
	"errors"
	"strings"
	"time"
)

// Observation is a statement that was run, as it is measured: without its text and its values.
type Observation struct {
	Datasource string
	System     string // as OpenTelemetry calls it: sqlite, postgresql or mysql
	Operation  string // its first word, such as SELECT; OTHER if that is not well known
	Failure    string // the kind of its error, such as "unique violation"; empty if it succeeded
	Rows       int    // of its result; negative if it does not return any
	Took       time.Duration
}

// noRows is the number of rows of a statement that does not return any.
const noRows = -1

// OnStatement sets the function that is called for every statement. It must not block. A later call replaces the function.
func (db *DB) OnStatement(observe func(Observation)) { db.slow.observe.Store(&observe) }

func (db *DB) observation(took time.Duration, sql string, rows int, err error) Observation {
	return Observation{
		Datasource: db.settings.Name, System: systems[db.dialect], Operation: operationOf(sql), Failure: failureOf(err), Rows: rows, Took: took,
	}
}

var systems = map[Dialect]string{SQLite: "sqlite", Postgres: "postgresql", MySQL: "mysql"}

// System returns the kind of database, as OpenTelemetry calls it; other_sql if the URL does not say it.
func (s Settings) System() string {
	dialect, err := dialectOf(s)
	if err != nil {
		return "other_sql"
	}
	return systems[dialect]
}

// operations are the words that have a series of their own, so that the number of series is bounded.
var operations = []string{
	"SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "MERGE", "REPLACE", "VALUES", "CALL", "CREATE", "ALTER", "DROP", "TRUNCATE", "SET", "PRAGMA",
	"EXPLAIN", "ANALYZE", "COPY", "SHOW", "GRANT", "REVOKE", "LOCK", "VACUUM", "REFRESH", "COMMENT",
}

// operationOf returns the first word of a statement.
func operationOf(sql string) string {
	sql = strings.TrimLeft(sql, " \t\r\n(")
	for strings.HasPrefix(sql, "--") || strings.HasPrefix(sql, "/*") {
		end := "\n"
		if sql[0] == '/' {
			end = "*/"
		}
		_, rest, _ := strings.Cut(sql[2:], end)
		sql = strings.TrimLeft(rest, " \t\r\n(")
	}
	n := 0
	for n < len(sql) && (sql[n]|0x20 >= 'a' && sql[n]|0x20 <= 'z') {
		n++
	}
	for _, word := range operations {
		if strings.EqualFold(sql[:n], word) {
			return word
		}
	}
	return "OTHER"
}

// failureOf returns the kind of an error.
func failureOf(err error) string {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind.String()
	}
	if isContextError(err) {
		return Canceled.String()
	}
	return Other.String()
}

// PoolStats is the state of one pool of connections.
type PoolStats struct {
	Name            string // the datasource's, with ".writer" for the one writer of an SQLite file and ".replica-1" for a replica
	Used, Idle, Max int
	MinIdle         int
	Waits, Timeouts int64 // requests that had to wait for a connection, and those that did not get one
	Pending         int   // requests that wait
}

// Pools returns the states of the pools.
func (db *DB) Pools() (all []PoolStats) {
	for name, p := range db.pools() {
		least := db.settings.MinIdle
		if p == db.writers && !db.OnePool() {
			least = 0
		}
		all = append(all, p.stats(name, least))
	}
	return all
}

func (p *pool) stats(name string, minIdle int) PoolStats {
	open, used := p.db.Stats().OpenConnections, len(p.slots)
	return PoolStats{
		Name: name, Used: used, Idle: max(0, open-used), Max: cap(p.slots), MinIdle: minIdle,
		Waits: p.waits.Load(), Timeouts: p.timeouts.Load(), Pending: int(p.pending.Load() + p.elsewhere.Load()),
	}
}
