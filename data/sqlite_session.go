package data

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/data/sqltext"
)

// sqliteSession is one connection with its prepared statements.
type sqliteSession struct {
	handle   *sqliteHandle
	reader   bool
	prepared *lru[string, *sqliteStatement]
	watch    *sqliteWatch

	mu      sync.Mutex      // guards what follows, and interrupting
	running context.Context // of the running statement; nil if there is none, or if it cannot end early
	runs    uint64          // how many have begun
	seen    uint64          // how many had when the watch looked
	closed  bool
}

// maxPrepared is the largest number of prepared statements of one connection, for any database.
const maxPrepared = 128

func newSQLiteSession(h *sqliteHandle, reader bool, watch *sqliteWatch) *sqliteSession {
	s := &sqliteSession{handle: h, reader: reader, prepared: newLRU[string](maxPrepared, h.finalize), watch: watch}
	watch.add(s)
	return s
}

func (s *sqliteSession) query(ctx context.Context, c call, b *builder) error {
	st, err := s.statement(c)
	if err != nil {
		return err
	}
	if s.reader && !st.readOnly && !s.inTransaction() {
		return errNotRead
	}
	err = s.bound(ctx, st, c.values, func() error { return s.handle.readAll(st, b, c.hint()) })
	return inSource(err, c.Statement)
}

func (s *sqliteSession) update(ctx context.Context, c call) (result Result, err error) {
	st, err := s.statement(c)
	if err != nil {
		return result, err
	}
	err = s.bound(ctx, st, c.values, func() (err error) {
		result, err = s.change(st)
		return err
	})
	return result, inSource(err, c.Statement)
}

// change runs a statement to its end.
func (s *sqliteSession) change(st *sqliteStatement) (result Result, err error) {
	h := s.handle
	before, key := h.totalChanges(), h.lastRowID()
	if !st.asksKey {
		h.setLastRowID(0)
	}
	more, err := h.step(st)
	if more { // RETURNING
		var b builder
		h.describeColumns(st)
		b.begin(st.columns, sizeHint{})
		h.readRow(st, &b)
		result.Key = ownedValue(b.rows.Cell(0, 0))
	}
	for more && err == nil {
		more, err = h.step(st)
	}
	key = s.generated(st, key)
	if err != nil {
		return Result{}, err
	}
	// Statements that change no rows do not reset SQLite's number of changes.
	if h.totalChanges() != before {
		result.Affected = h.changes()
	}
	if key != 0 && result.Key == nil {
		result.Key = key
	}
	return result, nil
}

// generated returns the key that a statement has generated, or 0. SQLite keeps only the last key of all statements, so that
// is set to 0 before a statement, and to the previous one afterwards if the statement has generated none.
func (s *sqliteSession) generated(st *sqliteStatement, previous int64) int64 {
	if st.asksKey {
		return 0
	}
	key := s.handle.lastRowID()
	if key == 0 {
		s.handle.setLastRowID(previous)
	}
	return key
}

// ownedValue returns a cell's value without a reference to the result's memory.
func ownedValue(c Cell) any {
	switch v := c.Value().(type) {
	case string:
		return strings.Clone(v)
	case []byte:
		return append([]byte{}, v...)
	default:
		return v
	}
}

// statement returns the prepared statement for a call, from the cache or newly prepared.
func (s *sqliteSession) statement(c call) (*sqliteStatement, error) {
	if st, ok := s.prepared.get(c.SQL); ok {
		return st, nil
	}
	st, err := s.prepareOne(c)
	if err == nil {
		st.asksKey = strings.Contains(strings.ToLower(c.SQL), "last_insert_rowid")
		s.prepared.put(c.SQL, st)
	}
	return st, err
}

func (s *sqliteSession) prepareOne(c call) (*sqliteStatement, error) {
	st, length, err := s.handle.prepare(c.SQL)
	if err != nil {
		return nil, inSource(err, c.Statement)
	}
	if st.handle == 0 {
		return nil, &Error{Kind: Syntax, Offset: -1, Message: "the statement is empty"}
	}
	if rest := c.SQL[length:]; sqltext.Start(sqltext.SQLite, rest) < len(rest) {
		s.handle.finalize(st)
		return nil, &Error{
			Kind: Syntax, Offset: c.SourceOffset(length),
			Message: "several statements where one is expected; use execute",
		}
	}
	return st, nil
}

// inSource makes the offset of an error refer to the statement as it was written.
func inSource(err error, st *sqltext.Statement) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Offset < 0 {
		return err
	}
	e.Offset = st.SourceOffset(e.Offset)
	return e
}

// bound binds, runs and resets a statement, which ends when ctx does.
func (s *sqliteSession) bound(ctx context.Context, st *sqliteStatement, values []any, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.enter(ctx)
	defer s.leave()
	defer s.handle.releaseScratch()
	defer s.handle.reset(st)
	if err := s.handle.bind(st, values); err != nil {
		return err
	}
	return f()
}

func (s *sqliteSession) script(ctx context.Context, text string) error {
	s.enter(ctx)
	defer s.leave()
	return s.handle.each(text, func(st *sqliteStatement) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.handle.bind(st, nil); err != nil {
			return err
		}
		for {
			if more, err := s.handle.step(st); !more {
				return err
			}
		}
	})
}

func (s *sqliteSession) one(ctx context.Context, text string) error { return s.script(ctx, text) }

func (s *sqliteSession) batch(ctx context.Context, calls []call) ([]Result, error) {
	return oneByOne(ctx, s, calls)
}

func (s *sqliteSession) begin(ctx context.Context, o TxOptions) error {
	if o.ReadOnly {
		return s.control(ctx, "BEGIN")
	}
	// Take the write lock, and wait for it, now: a transaction that reads first and writes later
	// could not wait any more, since the rows it has read might have changed.
	return s.control(ctx, "BEGIN IMMEDIATE")
}

func (s *sqliteSession) commit(ctx context.Context) error   { return s.control(ctx, "COMMIT") }
func (s *sqliteSession) rollback(ctx context.Context) error { return s.control(ctx, "ROLLBACK") }

// control runs a statement that begins or ends a transaction. It is prepared once.
func (s *sqliteSession) control(ctx context.Context, text string) error {
	st, ok := s.prepared.get(text)
	if !ok {
		var err error
		if st, err = s.statement(call{statement: &statement{Statement: &sqltext.Statement{SQL: text, Source: text}}}); err != nil {
			return err
		}
	}
	return s.bound(ctx, st, nil, func() error {
		_, err := s.handle.step(st)
		return err
	})
}

func (s *sqliteSession) ping(ctx context.Context) error {
	if err := s.script(ctx, "SELECT count(*) FROM sqlite_schema"); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return nil
}

func (s *sqliteSession) inTransaction() bool             { return s.handle.inTransaction() }
func (s *sqliteSession) alive() bool                     { return !s.closed }
func (s *sqliteSession) checkIdle(context.Context) error { return nil }

func (s *sqliteSession) close() error {
	s.watch.remove(s)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	s.prepared.clear()
	s.handle.close()
	return nil
}
