package data

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/fwrun/fwrun/data/sqltext"
)

// postgresSession is one connection with its prepared statements.
type postgresSession struct {
	conn     *pgconn.PgConn
	prepared *lru[string, *postgresStatement]
	names    int
	used     time.Time
}

// postgresStatement is a statement that the server has prepared.
type postgresStatement struct {
	name    string
	formats []int16 // the format in which each column is sent
	types   []uint32
	columns *columns
}

func newPostgresSession(conn *pgconn.PgConn) *postgresSession {
	s := &postgresSession{conn: conn, used: time.Now()}
	s.prepared = newLRU[string](maxPrepared, s.deallocate)
	return s
}

func (s *postgresSession) deallocate(st *postgresStatement) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = s.conn.Deallocate(ctx, st.name) // if that fails the connection is broken, which the next call reports
}

func (s *postgresSession) query(ctx context.Context, c call, b *builder) error {
	return s.running(ctx, c, func(st *postgresStatement, r *pgconn.ResultReader) error {
		b.begin(st.columns, c.hint())
		for r.NextRow() {
			for i, v := range r.Values() {
				readPostgresCell(b, st.types[i], v)
			}
			if err := b.endRow(); err != nil {
				return err
			}
		}
		_, err := r.Close()
		return err
	})
}

func (s *postgresSession) update(ctx context.Context, c call) (result Result, err error) {
	err = s.running(ctx, c, func(st *postgresStatement, r *pgconn.ResultReader) error {
		result, err = postgresResult(st, r)
		return err
	})
	return result, err
}

func postgresResult(st *postgresStatement, r *pgconn.ResultReader) (result Result, err error) {
	if r.NextRow() && len(st.types) > 0 { // RETURNING
		var b builder
		b.begin(st.columns, sizeHint{})
		for i, v := range r.Values() {
			readPostgresCell(&b, st.types[i], v)
		}
		result.Key = ownedValue(b.rows.Cell(0, 0))
	}
	tag, err := r.Close()
	result.Affected = tag.RowsAffected()
	return result, err
}

// batch sends all values at once and then reads all results, instead of waiting for the answer to
// each set: over a network, nearly all of the time would be waiting.
func (s *postgresSession) batch(ctx context.Context, calls []call) ([]Result, error) {
	st, err := s.statement(ctx, calls[0])
	if err != nil {
		return nil, err
	}
	var batch pgconn.Batch
	for _, c := range calls {
		values, formats, err := postgresParams(c.values)
		if err != nil {
			return nil, err
		}
		batch.ExecPrepared(st.name, values, formats, st.formats)
	}
	results := make([]Result, 0, len(calls))
	answers := s.conn.ExecBatch(ctx, &batch)
	for answers.NextResult() {
		result, err := postgresResult(st, answers.ResultReader())
		if err != nil {
			_ = answers.Close() // returns the same error again
			return nil, err
		}
		results = append(results, result)
	}
	return results, answers.Close()
}

// running runs a statement. It runs it once more if the server has lost the prepared statement,
// or if the statement's columns have changed because the schema has changed.
func (s *postgresSession) running(
	ctx context.Context, c call, f func(*postgresStatement, *pgconn.ResultReader) error,
) error {
	err := s.runOnce(ctx, c, f)
	if err != nil && s.conn.TxStatus() == 'I' && isStalePlan(err) {
		s.prepared.remove(c.SQL)
		err = s.runOnce(ctx, c, f)
	}
	return inPostgresSource(err, c)
}

// inPostgresSource makes the offset of an error refer to the statement as it was written.
func inPostgresSource(err error, c call) error {
	offset := postgresOffset(err, c.SQL)
	if offset < 0 {
		return err
	}
	e, _ := postgresBackend{}.describe(err)
	e.Err, e.Offset = err, c.SourceOffset(offset)
	return e
}

func isStalePlan(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == "26000" || e.Code == "0A000" && e.Routine == "RevalidateCachedQuery")
}

func (s *postgresSession) runOnce(
	ctx context.Context, c call, f func(*postgresStatement, *pgconn.ResultReader) error,
) error {
	st, err := s.statement(ctx, c)
	if err != nil {
		return err
	}
	values, formats, err := postgresParams(c.values)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := s.conn.ExecPrepared(ctx, st.name, values, formats, st.formats)
	if err := f(st, r); err != nil {
		cancel() // closes the connection when rows are still coming: there may be millions
		_, _ = r.Close()
		return err
	}
	return nil
}

func (s *postgresSession) statement(ctx context.Context, c call) (*postgresStatement, error) {
	if st, ok := s.prepared.get(c.SQL); ok {
		return st, nil
	}
	if sqltext.CopiesIn(c.SQL) {
		return nil, errNoRows
	}
	s.names++
	description, err := s.conn.Prepare(ctx, "fwrun_"+strconv.Itoa(s.names), c.SQL, nil)
	if err != nil {
		return nil, err
	}
	st := &postgresStatement{name: description.Name}
	st.types, st.formats, st.columns = postgresColumns(description.Fields)
	s.prepared.put(c.SQL, st)
	return st, nil
}

// script sends the whole script at once. The server runs it in one transaction, unless the script
// controls transactions itself, or has rows for COPY: what stands before and behind them is sent for itself.
func (s *postgresSession) script(ctx context.Context, text string) error {
	if rest, marked := strings.CutPrefix(text, sqltext.ByteOrderMark); marked {
		return behind(s.script(ctx, rest), len(sqltext.ByteOrderMark))
	}
	if !hasRows.MatchString(text) {
		return s.send(ctx, text)
	}
	pieces, err := sqltext.Split(sqltext.Postgres, text)
	if err != nil {
		return syntaxError(err)
	}
	if !slices.ContainsFunc(pieces, func(piece sqltext.Piece) bool { return sqltext.CopiesIn(piece.Text) }) {
		return s.send(ctx, text)
	}
	for _, piece := range pieces {
		if err := s.one(ctx, piece.Text); err != nil {
			return behind(err, piece.Offset)
		}
	}
	return nil
}

// hasRows matches scripts that may copy rows from what follows a statement; only these are taken apart.
var hasRows = regexp.MustCompile(`(?is)\bcopy\b.*\bstdin\b`)

// behind makes the offset of an error refer to a script, of which the statement is at an offset.
func behind(err error, offset int) error {
	if e, ok := errors.AsType[*Error](err); ok && e.Offset >= 0 {
		e.Offset += offset
		return e
	}
	return err
}

// one runs one statement. A server that was promised rows by COPY waits for them, so they follow at once.
func (s *postgresSession) one(ctx context.Context, text string) error {
	if !sqltext.CopiesIn(text) {
		return s.send(ctx, text)
	}
	statement, rows, ok := sqltext.SplitData(text)
	if !ok {
		return errNoRows
	}
	_, err := s.conn.CopyFrom(ctx, strings.NewReader(rows), statement)
	return inPostgres(err, statement)
}

// errNoRows is the error of a statement for which the server would wait for rows that nobody sends.
var errNoRows = &Error{
	Kind: BadParameters, Offset: -1,
	Message: `COPY … FROM stdin takes the rows that follow it in a script, up to a line with \. alone: run it with execute, or in a migration; ` +
		`batchUpdate inserts rows that a script has`,
}

func (s *postgresSession) send(ctx context.Context, text string) error {
	_, err := s.conn.Exec(ctx, text).ReadAll()
	return inPostgres(err, text)
}

// inPostgres returns the error of a text that was sent as it is, with its place in that.
func inPostgres(err error, text string) error {
	if offset := postgresOffset(err, text); offset >= 0 {
		e, _ := postgresBackend{}.describe(err)
		e.Err, e.Offset = err, offset
		return e
	}
	return err
}

func (s *postgresSession) begin(ctx context.Context, o TxOptions) error {
	text := "BEGIN"
	if level := o.Isolation.sql(); level != "" {
		text += " ISOLATION LEVEL " + level
	}
	if o.ReadOnly {
		text += " READ ONLY"
	}
	return s.send(ctx, text)
}

// commit checks the server's answer, because COMMIT of a failed transaction rolls back and
// reports success.
func (s *postgresSession) commit(ctx context.Context) error {
	if s.conn.TxStatus() == 'E' {
		return errEndedEarly
	}
	return s.send(ctx, "COMMIT")
}

func (s *postgresSession) rollback(ctx context.Context) error { return s.send(ctx, "ROLLBACK") }
func (s *postgresSession) ping(ctx context.Context) error     { return s.send(ctx, "-- ping") }
func (s *postgresSession) inTransaction() bool {
	return !s.conn.IsClosed() && s.conn.TxStatus() != 'I'
}

// alive also records when the session was last used, because it is called after every use.
func (s *postgresSession) alive() bool {
	s.used = time.Now()
	return !s.conn.IsClosed()
}

// checkIdle asks the server for an answer if the connection was unused for long, so that a caller
// does not get a connection which a restart or a firewall has cut.
func (s *postgresSession) checkIdle(ctx context.Context) error {
	if s.conn.IsClosed() {
		return errClosed
	}
	if time.Since(s.used) < trusted {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return s.ping(ctx)
}

var errClosed = errors.New("the connection is closed")

func (s *postgresSession) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.conn.Close(ctx)
}
