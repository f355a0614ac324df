package data

import (
	"context"
	"strings"

	"github.com/fwrun/fwrun/data/sqltext"
)

// Prepare has the database prepare one statement, and does not run it. It tells the columns of the result; nil when there is
// none, or when the database says so only to who runs the statement, as MySQL does. An error of the kind Syntax has an
// Offset wherever the database's words tell what they are about.
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

// find looks for what an error is about. It is -1 when there is no such thing.
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

// prepare implements session, with the statement that has no name, which the next one takes the place of.
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
