package data

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
)

// postgresSource is a cursor of the server. It lives in a transaction, which the source begins
// itself if there is none.
type postgresSource struct {
	session *postgresSession
	name    string
	types   []uint32
	formats []int16
	columns *columns
	own     bool
	gone    bool // closed with a part of the transaction
	rows    int  // number of rows to fetch next
}

// firstRows is the number of rows to fetch before the size of a row is known.
const firstRows = 16

func (s *postgresSession) stream(ctx, _ context.Context, c call) (source, error) {
	s.names++
	p := &postgresSource{session: s, name: "fwrun_" + strconv.Itoa(s.names), own: !s.inTransaction(), rows: firstRows}
	if p.own {
		if err := s.send(ctx, "BEGIN READ ONLY"); err != nil {
			return nil, err
		}
	}
	if err := p.declare(ctx, c); err != nil {
		if p.own && !s.conn.IsClosed() {
			err = errors.Join(err, rollbackOf(ctx, s))
		}
		return nil, err
	}
	return p, nil
}

func (p *postgresSource) declare(ctx context.Context, c call) error {
	values, formats, err := postgresParams(c.values)
	if err != nil {
		return err
	}
	prefix := "DECLARE " + p.name + " NO SCROLL CURSOR FOR "
	conn := p.session.conn
	if err := conn.ExecParams(ctx, prefix+c.SQL, values, nil, formats, nil).Read().Err; err != nil {
		return inDeclared(err, prefix, c)
	}
	// Describe the cursor: a statement prepared earlier may have other columns.
	description, err := conn.Prepare(ctx, "", p.fetchText(1), nil)
	if err != nil {
		return err
	}
	p.types, p.formats, p.columns = postgresColumns(description.Fields)
	return nil
}

// inDeclared makes the offset of an error refer to the statement as it was written.
func inDeclared(err error, prefix string, c call) error {
	offset := postgresOffset(err, prefix+c.SQL) - len(prefix)
	if offset < 0 {
		return err
	}
	e, _ := postgresBackend{}.describe(err)
	e.Err, e.Offset = err, c.SourceOffset(offset)
	return e
}

func (p *postgresSource) fetchText(n int) string {
	return "FETCH " + strconv.Itoa(n) + " FROM " + p.name
}

func (p *postgresSource) fetch(ctx context.Context, b *builder) (done bool, err error) {
	b.begin(p.columns, b.piece)
	r := p.session.conn.ExecParams(ctx, p.fetchText(p.rows), nil, nil, nil, p.formats)
	for r.NextRow() && err == nil {
		for i, v := range r.Values() {
			readPostgresCell(b, p.types[i], v)
		}
		_, err = b.endRowOfPiece()
	}
	if _, closed := r.Close(); closed != nil {
		return false, closed
	}
	done = b.rows.count < p.rows
	if !done {
		p.rows = min(max(pieceBytes*b.rows.count/max(b.rows.Size(), 1), 1), pieceRows)
	}
	return done, err
}

func (p *postgresSource) close(ctx context.Context) error {
	s := p.session
	switch {
	case s.conn.IsClosed(), p.gone:
		return nil
	case p.own:
		return rollbackOf(ctx, s)
	case s.conn.TxStatus() == 'E': // it ended with the transaction
		return nil
	default:
		return s.send(ctx, "CLOSE "+p.name)
	}
}

// lost asks the server, because fetching from a cursor that does not exist fails the transaction.
func (p *postgresSource) lost(ctx context.Context) bool {
	conn := p.session.conn
	if conn.TxStatus() != 'T' {
		return false // nothing was rolled back
	}
	results, err := conn.Exec(ctx, "SELECT FROM pg_catalog.pg_cursors WHERE name = '"+p.name+"'").ReadAll()
	p.gone = err == nil && len(results) == 1 && len(results[0].Rows) == 0
	return p.gone
}

// postgresColumns returns the columns of a result, and the format in which each is to be sent.
func postgresColumns(fields []pgconn.FieldDescription) (types []uint32, formats []int16, c *columns) {
	list := make([]Column, len(fields))
	for i, field := range fields {
		list[i] = Column{Name: field.Name, Type: postgresTypes[field.DataTypeOID]}
		types = append(types, field.DataTypeOID)
		formats = append(formats, postgresFormat(field.DataTypeOID))
	}
	return types, formats, newColumns(list)
}
