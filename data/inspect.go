package data

import (
	"context"
	"slices"
	"strings"
)

// Seen is what [DB.Inspect] has read.
type Seen struct {
	Columns []Column
	Parts   []*Rows // the rows, in order
	More    bool    // there are more than were asked for
}

// Inspect runs one statement that may be anything, for people who look at a database, and returns its first rows: at most
// most and a few. The database itself sees to it that nothing is changed: the statement runs in a transaction that only reads, on a
// connection of its own that is closed afterwards. SQLite, in which a pragma would end such a transaction, is asked to prepare nothing
// but what reads. The error has the message of the database.
func (db *DB) Inspect(ctx context.Context, sql string, args Args, most int) (seen Seen, err error) {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	c, err := db.call(sql, args)
	if err == nil {
		err = db.onOwn(ctx, func(s session) error {
			if err := db.beginLook(ctx, s); err != nil {
				return err
			}
			defer func() { _ = s.rollback(ctx) }() // the connection is closed, or has nothing to roll back
			defer lookOnly(s)()
			seen, err = db.look(ctx, s, c, most)
			return err
		})
	}
	return seen, db.outcome(ctx, "data.inspect", sql, err)
}

// beginLook begins the transaction. MySQL and MariaDB end one before they change a table, so that all that follow read only, too.
func (db *DB) beginLook(ctx context.Context, s session) error {
	if db.dialect == MySQL {
		if err := s.script(ctx, "SET SESSION TRANSACTION READ ONLY"); err != nil {
			return err
		}
	}
	return s.begin(ctx, TxOptions{ReadOnly: true})
}

// onOwn calls f with a connection of its own. A database in memory has only one.
func (db *DB) onOwn(ctx context.Context, f func(session) error) error {
	if db.dialect == SQLite && db.readers == db.writers {
		return db.writers.with(ctx, f)
	}
	backend := db.backend
	if file, ok := backend.(sqliteBackend); ok {
		file.reader = true
		backend = file
	}
	ctx, cancel := context.WithTimeout(ctx, db.settings.ConnectTimeout+db.settings.QueryTimeout)
	defer cancel()
	s, err := backend.connect(ctx)
	if err != nil {
		return unavailable(err)
	}
	defer func() { _ = s.close() }() // nothing is left to be lost
	return f(s)
}

// lookOnly lets SQLite refuse whatever does more than read, until end is called.
func lookOnly(s session) (end func()) {
	if pooled, ok := s.(*pooled); ok {
		s = pooled.session
	}
	lite, ok := s.(*sqliteSession)
	if !ok {
		return func() {}
	}
	lite.handle.onlyLook()
	return lite.handle.doAnything
}

// look reads the first rows of a statement.
func (db *DB) look(ctx context.Context, s session, c call, most int) (seen Seen, err error) {
	if !selects(c.SQL) { // EXPLAIN, SHOW, PRAGMA: there are few rows
		b := &builder{limits: db.settings.limits()}
		if err := s.query(ctx, c, b); err != nil {
			return seen, err
		}
		return seenOf(&b.rows, false), nil
	}
	source, err := s.stream(ctx, ctx, c)
	if err != nil {
		return seen, err
	}
	defer func() { _ = source.close(ctx) }() // only reads
	for count := 0; ; {
		b := &builder{limits: db.settings.limits()}
		done, err := source.fetch(ctx, b)
		if err != nil {
			return seen, err
		}
		count += b.rows.count
		part := seenOf(&b.rows, !done)
		if len(seen.Columns) == 0 {
			seen.Columns = part.Columns
		}
		seen.Parts, seen.More = append(seen.Parts, part.Parts...), part.More
		if done || count >= most {
			return seen, nil
		}
	}
}

// selects reports whether a statement may have many rows, of which the first are enough. Others cannot be read piece by piece everywhere.
func selects(sql string) bool {
	words := strings.Fields(sql)
	return len(words) > 0 && slices.Contains([]string{"SELECT", "WITH", "VALUES", "TABLE"}, strings.ToUpper(words[0]))
}

func seenOf(r *Rows, more bool) Seen {
	if r.columns == nil {
		return Seen{More: more}
	}
	return Seen{r.columns.list, []*Rows{r}, more}
}
