package data

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
)

// mysqlSource is a result that the server is sending. Until it has ended, the connection cannot
// run another statement.
type mysqlSource struct {
	session *mysqlSession
	rows    driver.Rows
	columns *columns
	values  []driver.Value
	done    bool
}

func (s *mysqlSession) stream(_, life context.Context, c call) (source, error) {
	rows, err := s.open(life, c)
	if err != nil {
		return nil, err
	}
	s.streaming = true
	columns := mysqlColumns(rows)
	return &mysqlSource{session: s, rows: rows, columns: columns, values: make([]driver.Value, len(columns.list))}, nil
}

func (c *mysqlSource) fetch(ctx context.Context, b *builder) (done bool, err error) {
	b.begin(c.columns, b.piece)
	for full := false; !full; {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		switch err := c.rows.Next(c.values); {
		case errors.Is(err, io.EOF):
			c.done = true
			return true, nil
		case err != nil:
			return false, err
		}
		for i, v := range c.values {
			readMySQLCell(b, c.columns.list[i].Type, v)
		}
		if full, err = b.endRowOfPiece(); err != nil {
			return false, err
		}
	}
	return false, nil
}

// lost always returns false: a statement that was begun in a part of a transaction has to end
// before that part can be rolled back.
func (*mysqlSource) lost(context.Context) bool { return false }

// close reads the remaining rows if a transaction still needs the connection. Without one,
// closing the connection costs less, because millions of rows may follow.
func (c *mysqlSource) close(context.Context) error {
	c.session.streaming = false
	if !c.done && !c.session.transaction {
		c.session.abandon()
		return nil
	}
	return c.rows.Close()
}
