package data

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/data/sqltext"
)

// sqliteSession is one connection with its prepared statements.
type sqliteSession struct {
	handle   *sqliteHandle
	reader   bool
	prepared *lru[string, *sqliteStatement]

	mu     sync.Mutex // guards run, and interrupting
	run    uint64     // the number of the running call; an interrupt is for one call only
	closed bool
}

// maxPrepared is the largest number of prepared statements of one connection, for any database.
const maxPrepared = 128

func newSQLiteSession(h *sqliteHandle, reader bool) *sqliteSession {
	return &sqliteSession{handle: h, reader: reader, prepared: newLRU[string](maxPrepared, h.finalize)}
}

func (s *sqliteSession) query(ctx context.Context, c call, b *builder) error {
	st, err := s.statement(c)
	if err != nil {
		return err
	}
	if s.reader && !st.readOnly && !s.inTransaction() {
		return errNotRead
	}
	return s.running(ctx, c, st, func() error {
		more, err := s.handle.step(st)
		if err != nil {
			return err
		}
		s.handle.describeColumns(st)
		b.begin(st.columns, c.hint())
		for ; more && err == nil; more, err = s.handle.step(st) {
			s.handle.readRow(st, b)
			if err := b.endRow(); err != nil {
				return err
			}
		}
		return err
	})
}

func (s *sqliteSession) update(ctx context.Context, c call) (result Result, err error) {
	st, err := s.statement(c)
	if err != nil {
		return result, err
	}
	err = s.running(ctx, c, st, func() error {
		result, err = s.change(st, c)
		return err
	})
	return result, err
}

// change runs a statement to its end.
func (s *sqliteSession) change(st *sqliteStatement, c call) (result Result, err error) {
	h := s.handle
	before := h.totalChanges()
	generated := s.watchKey(c)
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
	key := generated()
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

// watchKey returns a function that returns the key a statement generated, or 0. SQLite keeps only
// the last key of all statements, so watchKey sets it to 0 first, and the function restores the
// previous key if none was generated.
func (s *sqliteSession) watchKey(c call) (generated func() int64) {
	if strings.Contains(strings.ToLower(c.SQL), "last_insert_rowid") {
		return func() int64 { return 0 } // the statement needs the previous one
	}
	previous := s.handle.lastRowID()
	s.handle.setLastRowID(0)
	return func() int64 {
		key := s.handle.lastRowID()
		if key == 0 {
			s.handle.setLastRowID(previous)
		}
		return key
	}
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

// running binds, runs and resets a statement, which ends when ctx does.
func (s *sqliteSession) running(ctx context.Context, c call, st *sqliteStatement, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	defer s.interruptible(ctx)()
	defer s.handle.releaseScratch()
	defer s.handle.reset(st)
	if err := s.handle.bind(st, c.values); err != nil {
		return err
	}
	return inSource(f(), c.Statement)
}

// interruptible interrupts the running statement if ctx ends before the returned function is
// called.
func (s *sqliteSession) interruptible(ctx context.Context) (finish func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	run := s.run
	stop := context.AfterFunc(ctx, func() { s.interrupt(run) })
	return func() {
		stop()
		s.mu.Lock()
		s.run++
		s.mu.Unlock()
	}
}

// interrupt stops a run. SQLite ignores an interrupt that comes before the statement's first
// step, so it is repeated until the run has ended.
func (s *sqliteSession) interrupt(run uint64) {
	for s.interruptOnce(run) {
		time.Sleep(2 * time.Millisecond)
	}
}

func (s *sqliteSession) interruptOnce(run uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run != run || s.closed {
		return false
	}
	s.handle.interrupt()
	return true
}

func (s *sqliteSession) script(ctx context.Context, text string) error {
	defer s.interruptible(ctx)()
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
	c := call{statement: &statement{Statement: &sqltext.Statement{SQL: text, Source: text}}}
	st, err := s.statement(c)
	if err != nil {
		return err
	}
	return s.running(ctx, c, st, func() error {
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
