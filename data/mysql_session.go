package data

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data/sqltext"
)

// mysqlConn lists the interfaces of the driver's connections that are used.
type mysqlConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
	driver.Pinger
}

// mysqlStatement is a statement that the server has prepared.
type mysqlStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// mysqlSession is one connection with its prepared statements.
type mysqlSession struct {
	conn        mysqlConn
	prepared    *lru[string, mysqlStatement]
	transaction bool // whether one is open; the driver does not say
	streaming   bool // rows are being read, during which the driver reports the connection as broken
	dead        bool

	reach      driver.Connector // opens another connection to the server
	id, server string           // of the connection, and where that holds
}

func newMySQLSession(conn mysqlConn) *mysqlSession {
	return &mysqlSession{conn: conn, prepared: newLRU[string](maxPrepared, func(st mysqlStatement) {
		_ = st.Close() // if that fails the connection is broken, which the next call reports
	})}
}

func (s *mysqlSession) query(ctx context.Context, c call, b *builder) error {
	rows, err := s.open(ctx, c)
	if err != nil {
		return err
	}
	if err := readMySQL(rows, b, c.hint()); err != nil {
		s.abandon() // rows may still be coming: there may be millions
		return err
	}
	return rows.Close()
}

// open runs a statement that returns rows. A statement without values is sent as text, since MySQL
// cannot prepare every kind of statement.
func (s *mysqlSession) open(ctx context.Context, c call) (driver.Rows, error) {
	if len(c.values) == 0 {
		return s.conn.QueryContext(ctx, c.SQL, nil)
	}
	values, err := mysqlParams(c.values)
	if err != nil {
		return nil, err
	}
	st, err := s.statement(ctx, c)
	if err != nil {
		return nil, err
	}
	return st.QueryContext(ctx, values)
}

func (s *mysqlSession) update(ctx context.Context, c call) (Result, error) {
	if strings.Contains(strings.ToUpper(c.SQL), "RETURNING") {
		return s.returning(ctx, c)
	}
	var result driver.Result
	values, err := mysqlParams(c.values)
	switch {
	case err != nil:
	case len(values) == 0:
		result, err = s.conn.ExecContext(ctx, c.SQL, nil)
	default:
		var st mysqlStatement
		if st, err = s.statement(ctx, c); err == nil {
			result, err = st.ExecContext(ctx, values)
		}
	}
	if err != nil {
		return Result{}, err
	}
	return mysqlResult(result)
}

func mysqlResult(r driver.Result) (result Result, err error) {
	if result.Affected, err = r.RowsAffected(); err != nil {
		return result, err
	}
	if key, err := r.LastInsertId(); err == nil && key != 0 {
		result.Key = key
	}
	return result, nil
}

// returning runs MariaDB's INSERT … RETURNING. The text identifies such a statement, because the
// driver's Exec discards the rows.
func (s *mysqlSession) returning(ctx context.Context, c call) (result Result, err error) {
	b := builder{limits: limits{rows: 1 << 30, bytes: 1 << 30}}
	if err := s.query(ctx, c, &b); err != nil {
		return result, err
	}
	result.Affected = int64(b.rows.Len())
	if result.Affected > 0 && len(b.rows.Columns()) > 0 {
		result.Key = ownedValue(b.rows.Cell(0, 0))
	}
	return result, nil
}

func (s *mysqlSession) statement(ctx context.Context, c call) (mysqlStatement, error) {
	if st, ok := s.prepared.get(c.SQL); ok {
		return st, nil
	}
	prepared, err := s.conn.PrepareContext(ctx, c.SQL)
	if err != nil {
		return nil, err
	}
	st := prepared.(mysqlStatement)
	if wanted := st.NumInput(); wanted != len(c.values) {
		_ = st.Close()
		return nil, badParameters(wrongCount(wanted, len(c.values)))
	}
	s.prepared.put(c.SQL, st)
	return st, nil
}

func mysqlParams(values []any) ([]driver.NamedValue, error) {
	named := make([]driver.NamedValue, len(values))
	for i, v := range values {
		switch value := v.(type) {
		case nil, bool, int64, float64, string, []byte:
		case int:
			v = int64(value)
		case time.Time:
			v = value.UTC()
		case *big.Int:
			v = mysqlInteger(value)
		default:
			return nil, unknownValue(i+1, v)
		}
		named[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return named, nil
}

// mysqlInteger passes a number of up to 64 bits as an integer, because MySQL compares a text with
// an integer as if both were floats.
func mysqlInteger(v *big.Int) any {
	switch {
	case v.IsInt64():
		return v.Int64()
	case v.IsUint64():
		return v.Uint64()
	default:
		return v.String()
	}
}

// script runs one statement after the other. The protocol can send several at once, but then the
// failing statement is not known.
func (s *mysqlSession) script(ctx context.Context, text string) error {
	pieces, err := sqltext.Split(sqltext.MySQL, text)
	if err != nil {
		return syntaxError(err)
	}
	for _, piece := range pieces {
		if err := s.one(ctx, piece.Text); err != nil {
			if e, ok := (mysqlBackend{}).describe(err); ok {
				e.Err, e.Offset = err, piece.Offset
				return e
			}
			return err
		}
	}
	return nil
}

func (s *mysqlSession) one(ctx context.Context, text string) error {
	_, err := s.conn.ExecContext(ctx, text, nil)
	if err == nil && sqltext.Classify(sqltext.MySQL, text) == sqltext.Transaction {
		s.follow(text)
	}
	return err
}

func syntaxError(err error) error {
	e := &Error{Kind: Syntax, Message: err.Error(), Offset: -1, Err: err}
	if u, ok := errors.AsType[*sqltext.UnterminatedError](err); ok {
		e.Offset = u.Offset
	}
	return e
}

// follow records whether a transaction is open.
func (s *mysqlSession) follow(text string) {
	first := strings.ToUpper(text)
	s.transaction = strings.HasPrefix(first, "BEGIN") || strings.HasPrefix(first, "START")
}

func (s *mysqlSession) batch(ctx context.Context, calls []call) ([]Result, error) {
	return oneByOne(ctx, s, calls)
}

func (s *mysqlSession) begin(ctx context.Context, o TxOptions) error {
	text := "START TRANSACTION"
	if o.ReadOnly {
		text += " READ ONLY"
	}
	if level := o.Isolation.sql(); level != "" {
		text = "SET TRANSACTION ISOLATION LEVEL " + level + "; " + text
	}
	return s.script(ctx, text)
}

func (s *mysqlSession) commit(ctx context.Context) error   { return s.script(ctx, "COMMIT") }
func (s *mysqlSession) rollback(ctx context.Context) error { return s.script(ctx, "ROLLBACK") }
func (s *mysqlSession) ping(ctx context.Context) error     { return s.conn.Ping(ctx) }
func (s *mysqlSession) inTransaction() bool                { return s.transaction && s.alive() }
func (s *mysqlSession) alive() bool                        { return !s.dead && (s.streaming || s.conn.IsValid()) }

func (s *mysqlSession) checkIdle(ctx context.Context) error { return s.conn.ResetSession(ctx) }

func (s *mysqlSession) abandon() { s.dead = true }

// killWait bounds how long the caller of a statement that was given up waits for its end in the server.
const killWait = time.Second

// kill ends the connection in the server. When a context ends, the driver closes its side, and the server goes on with the statement: it
// waits for a lock, gets it, and changes rows, after its caller got the error that it was given up.
func (s *mysqlSession) kill() {
	ctx, cancel := context.WithTimeout(context.Background(), killWait)
	defer cancel()
	conn, err := s.reach.Connect(ctx)
	if err != nil {
		return // then the server is not to be reached
	}
	defer func() { _ = conn.Close() }()
	other := conn.(mysqlConn)
	if _, server, err := whichMySQL(ctx, other); err == nil && server == s.server { // and not another one behind a load balancer
		_, _ = other.ExecContext(ctx, "KILL "+s.id, nil) // it fails if the connection has ended
	}
}

// whichMySQL returns the number of a connection, and the server that it is one of.
func whichMySQL(ctx context.Context, conn mysqlConn) (id, server string, err error) {
	rows, err := conn.QueryContext(ctx, "SELECT CONCAT(CONNECTION_ID(), ''), CONCAT(@@hostname, ':', @@port)", nil)
	if err != nil {
		return "", "", err
	}
	values := make([]driver.Value, 2)
	err = errors.Join(rows.Next(values), rows.Close())
	return fmt.Sprintf("%s", values[0]), fmt.Sprintf("%s", values[1]), err
}

func (s *mysqlSession) close() error {
	s.dead = true
	return s.conn.Close()
}

// readMySQL reads all rows into b.
func readMySQL(rows driver.Rows, b *builder, hint sizeHint) error {
	columns := mysqlColumns(rows)
	b.begin(columns, hint)
	values := make([]driver.Value, len(columns.list))
	for {
		switch err := rows.Next(values); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		for i, v := range values {
			readMySQLCell(b, columns.list[i].Type, v)
		}
		if err := b.endRow(); err != nil {
			return err
		}
	}
}

func mysqlColumns(rows driver.Rows) *columns {
	names := rows.Columns()
	list := make([]Column, len(names))
	typed, _ := rows.(driver.RowsColumnTypeDatabaseTypeName)
	for i, name := range names {
		list[i].Name = name
		if typed != nil {
			list[i].Type = typed.ColumnTypeDatabaseTypeName(i)
		}
	}
	return newColumns(list)
}
