package data

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/platform/trace"
)

// Cursor reads a result piece by piece, so that the result may be larger than memory. It holds a connection until
// Next returns nil or an error, or until Close. It may pass between goroutines.
type Cursor struct {
	db   *DB
	call call

	mu     *sync.Mutex // that of its transaction, or its own
	tx     *Tx         // nil outside of a transaction
	lease  lease
	life   context.Context // ends a result that a server is still sending; its cause says why
	cancel context.CancelCauseFunc
	source source
	piece  sizeHint
	began  time.Time
	took   time.Duration // time in the database so far
	rows   int
	failed error
	span   *trace.Span
	kept   []*Rows // rows read in advance, where no connection can be held
	over   bool
	undone bool // the part of the transaction in which the cursor was opened has been rolled back

	fetching atomic.Bool
}

// source is a result that a session is reading.
type source interface {
	// fetch adds rows until b is full or no rows are left. done reports that none are left.
	fetch(ctx context.Context, b *builder) (done bool, err error)
	// close ends the statement. The session may be unusable afterwards.
	close(ctx context.Context) error
	// lost reports whether the statement has ended because a part of the transaction was rolled back.
	lost(ctx context.Context) bool
}

// The limits of one piece.
const (
	pieceRows  = 256
	pieceBytes = 256 << 10
)

// Stream runs one statement that reads, and returns its rows piece by piece. MaxRows does not apply, and MaxBytes
// applies to a single value only. QueryTimeout applies to each piece.
func (db *DB) Stream(ctx context.Context, sql string, args Args) (*Cursor, error) {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	c, err := db.newCursor(sql, args)
	began := db.slow.begin()
	if err == nil {
		ctx, c.span = db.startSpan(ctx, c.call.statement)
		err = c.onReader(ctx)
	}
	if errors.Is(err, errNotRead) {
		err = errStreamWrites
	}
	if c.begun(ctx, began, err); err != nil {
		return nil, db.failure(ctx, "data.stream", sql, err)
	}
	return c, nil
}

// Stream is like DB.Stream, within the transaction. The cursor ends with the transaction. In MySQL, other statements
// of the transaction fail while the cursor is open.
func (tx *Tx) Stream(ctx context.Context, sql string, args Args) (*Cursor, error) {
	ctx, cancel := tx.db.bounded(ctx)
	defer cancel()
	c, err := tx.db.newCursor(sql, args)
	began := tx.db.slow.begin()
	if err == nil {
		ctx, c.span = tx.db.startSpan(ctx, c.call.statement)
		c.tx, c.mu, c.lease = tx, &tx.mu, tx.lease
		err = tx.leaseFor(ctx, true, func(s session) error { return c.open(ctx, s) })
	}
	if c.begun(ctx, began, err); err != nil {
		return nil, tx.db.failure(ctx, "data.stream", sql, err)
	}
	return c, nil
}

func (db *DB) newCursor(sql string, args Args) (*Cursor, error) {
	bound, err := db.call(sql, args)
	if err != nil {
		return nil, err
	}
	if !bound.reads() {
		return nil, errStreamWrites
	}
	return &Cursor{db: db, call: bound, mu: new(sync.Mutex)}, nil
}

// begun records how long opening the cursor took. If the statement has already ended, because it failed or because
// its rows were read in advance, begun reports it when it was slow. c is nil if the values could not be bound.
func (c *Cursor) begun(ctx context.Context, began time.Time, err error) {
	if c == nil {
		return
	}
	for _, piece := range c.kept {
		c.rows += piece.count
	}
	c.began = began
	if c.took = since(began); c.source == nil {
		c.db.tellSlow(ctx, c.took, c.call.Source, c.rows, err)
		c.db.tellRan(ctx, began, []call{c.call}, c.rows, 0, err)
		endSpan(c.span, err)
	}
}

var (
	errStreamWrites = badParameters("a stream can only read; use query or update for a statement that changes rows")
	errStreaming    = badParameters("a stream of the transaction is still open; " +
		"read it to its end, or leave its loop, before the next statement")
	errUndone = badParameters("the part of the transaction that opened the stream has been rolled back")
)

// onReader takes a connection for the cursor alone. A database in memory has only one connection, which other
// statements need while the cursor is open, so all rows are read in advance.
func (c *Cursor) onReader(ctx context.Context) error {
	if c.db.dialect == SQLite && c.db.readers == c.db.writers {
		return c.db.writers.with(ctx, func(s session) error {
			return alone(ctx, s, func(s session) error { return c.keepAll(ctx, s) })
		})
	}
	return c.db.onReader(ctx, func(p *pool) error {
		l, err := p.acquire(ctx)
		if err != nil {
			return err
		}
		if err := l.run(func(s session) error { return c.open(ctx, s) }); err != nil {
			l.close()
			return err
		}
		c.lease = l
		return nil
	})
}

// open starts the statement. If ctx ends in the meantime, the cursor's life ends.
func (c *Cursor) open(ctx context.Context, s session) (err error) {
	c.life, c.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	defer endWith(ctx, c.cancel)()
	if c.source, err = s.stream(ctx, c.life, c.call); err != nil {
		c.cancel(nil)
		return err
	}
	if c.tx != nil {
		c.tx.cursors = append(c.tx.cursors, c)
	}
	return nil
}

func (c *Cursor) keepAll(ctx context.Context, s session) error {
	source, err := s.stream(ctx, ctx, c.call)
	if err != nil {
		return err
	}
	defer func() { _ = source.close(ctx) }()
	for {
		b := c.builder()
		done, err := source.fetch(ctx, b)
		if err != nil {
			return err
		}
		if b.rows.count > 0 {
			c.kept = append(c.kept, &b.rows)
		}
		if done {
			return nil
		}
	}
}

func (c *Cursor) builder() *builder { return &builder{limits: c.db.settings.limits(), piece: c.piece} }

// Next returns the next rows, at least one, or nil at the end.
func (c *Cursor) Next(ctx context.Context) (*Rows, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.kept) > 0 {
		rows := c.kept[0]
		c.kept = c.kept[1:]
		return rows, nil
	}
	if c.over || c.source == nil {
		return nil, c.ended()
	}
	ctx, done := c.db.bounded(ctx)
	defer done()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer endWith(ctx, c.cancel)() // do not wait for a server that sends nothing
	defer endWith(c.life, cancel)()
	return c.fetch(ctx)
}

// endWith calls cancel with the cause of ctx when ctx ends, unless stop is called first.
func endWith(ctx context.Context, cancel context.CancelCauseFunc) (stop func() bool) {
	return context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
}

// ended returns the error of reading past the end: nil, unless the rollback of a part of the transaction ended the
// cursor.
func (c *Cursor) ended() error {
	if c.undone {
		return c.db.failure(context.Background(), "data.stream", c.call.Source, errUndone)
	}
	if c.tx != nil && c.source != nil {
		return c.db.failure(context.Background(), "data.stream", c.call.Source, errEnded)
	}
	return nil
}

// Over reports whether the cursor holds no connection any more: whatever it still returns has been read.
func (c *Cursor) Over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.source == nil
}

func (c *Cursor) fetch(ctx context.Context) (rows *Rows, err error) {
	c.fetching.Store(true)
	defer c.fetching.Store(false)
	b, done, began := c.builder(), false, c.db.slow.begin()
	err = c.lease.run(func(session) (err error) {
		done, err = c.source.fetch(ctx, b)
		return err
	})
	if err != nil {
		err = c.db.failure(ctx, "data.stream", c.call.Source, err) // before finish ends ctx
	}
	c.piece, c.took, c.failed = hintFor(&b.rows), c.took+since(began), err
	c.rows += b.rows.count
	if err != nil || done {
		c.finish(ctx)
		c.source = nil
	}
	if err != nil || b.rows.count == 0 {
		return nil, err
	}
	return &b.rows, nil
}

// finish ends the statement, reports it if all of its pieces together were slow, and returns the connection. The
// caller holds the lock.
func (c *Cursor) finish(ctx context.Context) {
	if c.over {
		return
	}
	c.over = true
	_ = c.lease.run(func(session) error { return c.source.close(context.WithoutCancel(ctx)) })
	c.cancel(nil)
	c.db.tellSlow(c.life, c.took, c.call.Source, c.rows, c.failed)
	c.db.tellRan(c.life, c.began, []call{c.call}, c.rows, 0, c.failed)
	if c.span != nil {
		c.span.Set(slog.Int("db.response.returned_rows", c.rows))
		endSpan(c.span, c.failed)
	}
	if c.tx == nil {
		c.lease.close()
		return
	}
	c.tx.forget(c)
}

// Close ends the reading at once, even while Next is running. It may be called more than once.
func (c *Cursor) Close() {
	if c.fetching.Load() {
		c.cancel(nil)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = nil
	if c.source != nil {
		c.finish(context.Background())
		c.source = nil
	}
}

// endRowOfPiece counts a row and reports whether the piece is full.
func (b *builder) endRowOfPiece() (full bool, err error) {
	b.rows.count++
	if b.over {
		return true, b.tooManyBytes()
	}
	return b.rows.count >= pieceRows || b.rows.Size() >= pieceBytes, nil
}
