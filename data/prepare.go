package data

import (
	"context"
	"strings"

	"github.com/fwrun/fwrun/data/sqltext"
)

// Prepare has the database prepare one statement without running it, and returns the columns of the result. They are
// nil if there is no result, or if the database reports columns only when a statement runs, as MySQL does. An error
// of kind Syntax has an Offset wherever the database's message says what it is about.
func (db *DB) Prepare(ctx context.Context, sql string) ([]Column, error) {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	const op = "data.prepare"
	s, err := db.statements.get(sql)
	if err != nil {
		return nil, db.failure(ctx, op, sql, err)
	}
	var columns []Column
	err = db.readers.with(ctx, func(on session) (err error) {
		columns, err = on.prepare(ctx, call{statement: s})
		return err
	})
	if err == nil {
		return columns, nil
	}
	e := db.describe(err)
	if e.Offset < 0 && e.Kind == Syntax {
		if at := db.find(s.SQL, e.about()); at >= 0 {
			e.Offset = s.SourceOffset(at)
		}
	}
	return nil, db.failure(ctx, op, sql, e)
}

// find returns the offset of the text that an error is about, or -1 if the statement does not contain it.
func (db *DB) find(sql, about string) int {
	switch about {
	case "":
		return -1
	case theEnd:
		return len(sql)
	}
	if at := sqltext.FindName(db.dialect, sql, about); at >= 0 {
		return at
	}
	return strings.Index(sql, about)
}

// prepare implements session.
func (s *sqliteSession) prepare(_ context.Context, c call) ([]Column, error) {
	st, err := s.prepareOne(c)
	if err != nil {
		return nil, err
	}
	defer s.handle.finalize(st)
	s.handle.describeColumns(st)
	return st.columns.list, nil
}

// prepare implements session. It uses the unnamed statement, which the next statement replaces.
func (s *postgresSession) prepare(ctx context.Context, c call) ([]Column, error) {
	description, err := s.conn.Prepare(ctx, "", c.SQL, nil)
	if err != nil {
		return nil, inPostgresSource(err, c)
	}
	_, _, columns := postgresColumns(description.Fields)
	if columns == nil {
		return nil, nil
	}
	return columns.list, nil
}

// prepare implements session.
func (s *mysqlSession) prepare(ctx context.Context, c call) ([]Column, error) {
	st, err := s.conn.PrepareContext(ctx, c.SQL)
	if err != nil {
		return nil, err
	}
	return nil, st.Close()
}
