package sql

import (
	"context"
	"time"
)

// timed is a transaction with a time limit.
type timed struct {
	Transaction
	deadline time.Time
}

// bounded returns a context that ends at the deadline, if there is one.
func bounded(ctx context.Context, deadline time.Time) (context.Context, context.CancelFunc) {
	if deadline.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, deadline)
}

func (t timed) Query(ctx context.Context, sql string, args Args) (Rows, error) {
	ctx, end := bounded(ctx, t.deadline)
	defer end()
	return t.Transaction.Query(ctx, sql, args)
}

func (t timed) Update(ctx context.Context, sql string, args Args) (int64, any, error) {
	ctx, end := bounded(ctx, t.deadline)
	defer end()
	return t.Transaction.Update(ctx, sql, args)
}

func (t timed) BatchUpdate(ctx context.Context, sql string, batch []Args) ([]int64, []any, error) {
	ctx, end := bounded(ctx, t.deadline)
	defer end()
	return t.Transaction.BatchUpdate(ctx, sql, batch)
}

func (t timed) Execute(ctx context.Context, script string) error {
	ctx, end := bounded(ctx, t.deadline)
	defer end()
	return t.Transaction.Execute(ctx, script)
}

func (t timed) Stream(ctx context.Context, sql string, args Args) (Cursor, error) {
	ctx, end := bounded(ctx, t.deadline)
	defer end()
	c, err := t.Transaction.Stream(ctx, sql, args)
	if err != nil {
		return nil, err
	}
	return timedCursor{c, t.deadline}, nil
}

// timedCursor is a cursor of a transaction with a time limit.
type timedCursor struct {
	Cursor
	deadline time.Time
}

func (c timedCursor) Next(ctx context.Context) (Rows, error) {
	ctx, end := bounded(ctx, c.deadline)
	defer end()
	return c.Cursor.Next(ctx)
}
