package data

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/data/sqltext"
)

// Ran is a statement that was run, for those who tell people what was done on whose behalf. Its texts and values may be secrets. It
// is valid until the function that is called with it returns.
type Ran struct {
	Datasource string
	Operation  string   // its first word, such as SELECT; OTHER if that is not well known
	SQL        string   // as written
	Values     []any    // of its parameters, in their order; those of the first set of a batch
	Columns    []string // that the values are compared with or assigned to, as far as that is known, and their own names; as many as Values
	Sets       int      // of values: more than one for a batch
	Rows       int      // of its result; negative if it does not return any
	Affected   int64    // rows that were changed
	Began      time.Time
	Took       time.Duration
	Err        error
	Control    bool // it begins or ends a transaction

	dialect   Dialect
	statement *statement // nil for a script
}

// Masked returns the statement without the values that are written in it.
func (r *Ran) Masked() string {
	if r.statement != nil {
		return r.statement.show(r.dialect).text
	}
	text, _ := sqltext.Masked(r.dialect, r.SQL)
	return text
}

// Identifiers yields the names in the statement, keywords among them.
func (r *Ran) Identifiers(yield func(name string) bool) {
	sqltext.Identifiers(r.dialect, r.SQL)(yield)
}

// listener is called for statements.
type listener struct {
	tell   func(context.Context, *Ran)
	wanted func() bool
}

// OnRan sets the function that is called, with the statement's context, for every statement that was run, also those that begin and end
// transactions. It must not block. While wanted reports false, statements cost no more than without it. A later call replaces both.
func (db *DB) OnRan(tell func(context.Context, *Ran), wanted func() bool) {
	db.slow.ran.Store(&listener{tell, wanted})
}

// listens returns the function to call for statements at the moment; nil if there is none.
func (l *slowLog) listens() func(context.Context, *Ran) {
	if to := l.ran.Load(); to != nil && to.wanted() {
		return to.tell
	}
	return nil
}

// tellRan reports a statement, or several sets of values for it.
func (db *DB) tellRan(ctx context.Context, began time.Time, calls []call, rows int, affected int64, err error) {
	tell := db.slow.listens()
	if tell == nil || began.IsZero() { // it began before anybody wanted to know
		return
	}
	first := calls[0]
	tell(ctx, &Ran{
		Datasource: db.settings.Name, Operation: operationOf(first.Source), SQL: first.Source, Values: first.values, Columns: first.columns(db.dialect),
		Sets: len(calls), Rows: rows, Affected: affected, Began: began, Took: since(began), Err: err, dialect: db.dialect, statement: first.statement,
	})
}

// tellScript reports a script, or what controls a transaction.
func (db *DB) tellScript(ctx context.Context, began time.Time, sql string, control bool, err error) {
	tell := db.slow.listens()
	if tell == nil || began.IsZero() {
		return
	}
	tell(ctx, &Ran{
		Datasource: db.settings.Name, Operation: operationOf(sql), SQL: sql, Rows: noRows, Began: began, Took: since(began), Err: err, Control: control,
		dialect: db.dialect,
	})
}

// columns returns the columns of the parameters, and their names.
func (s *statement) columns(d Dialect) []string {
	if known := s.owners.Load(); known != nil {
		return *known
	}
	made := s.Columns(d)
	for i, p := range s.Params {
		switch {
		case made[i] == "":
			made[i] = p.Name
		case p.Name != "" && p.Name != made[i]:
			made[i] += ", " + p.Name
		}
	}
	s.owners.Store(&made)
	return made
}
