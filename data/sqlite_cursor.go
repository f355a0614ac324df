package data

import "context"

// sqliteSource is a statement of its own, not one of the cached ones, so that others, even with
// the same text, can run while it is read.
type sqliteSource struct {
	session   *sqliteSession
	call      call
	statement *sqliteStatement
}

func (s *sqliteSession) stream(_, _ context.Context, c call) (source, error) {
	st, err := s.prepareOne(c)
	if err != nil {
		return nil, err
	}
	if !st.readOnly {
		s.handle.finalize(st)
		return nil, errStreamWrites
	}
	if err := s.handle.bindCopies(st, c.values); err != nil {
		s.handle.finalize(st)
		return nil, err
	}
	return &sqliteSource{s, c, st}, nil
}

func (c *sqliteSource) fetch(ctx context.Context, b *builder) (done bool, err error) {
	c.session.enter(ctx)
	defer c.session.leave()
	h := c.session.handle
	for full := false; !full; {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		more, err := h.step(c.statement)
		if err != nil {
			return false, inSource(err, c.call.Statement)
		}
		if b.rows.columns == nil {
			h.describeColumns(c.statement)
			b.begin(c.statement.columns, b.piece)
		}
		if !more {
			return true, nil
		}
		h.readRow(c.statement, b)
		if full, err = b.endRowOfPiece(); err != nil {
			return false, err
		}
	}
	return false, nil
}

func (c *sqliteSource) close(context.Context) error {
	c.session.handle.finalize(c.statement)
	return nil
}

// lost always returns false: SQLite continues a statement that reads with the rows it finds.
func (*sqliteSource) lost(context.Context) bool { return false }
