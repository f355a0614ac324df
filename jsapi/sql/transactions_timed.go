package sql

import (
	"context"

	"github.com/fwrun/fwrun/platform/limit"
)

// timed is a transaction with a time limit.
type timed struct {
	Transaction
	deadline limit.Deadline
}

func (t timed) Query(ctx context.Context, sql string, args Args) (Rows, error) {
	ctx, end := t.deadline.In(ctx)
	defer end()
	return t.Transaction.Query(ctx, sql, args)
}

func (t timed) Update(ctx context.Context, sql string, args Args) (int64, any, error) {
	ctx, end := t.deadline.In(ctx)
	defer end()
	return t.Transaction.Update(ctx, sql, args)
}

func (t timed) BatchUpdate(ctx context.Context, sql string, batch []Args) ([]int64, []any, error) {
	ctx, end := t.deadline.In(ctx)
	defer end()
	return t.Transaction.BatchUpdate(ctx, sql, batch)
}

func (t timed) Execute(ctx context.Context, script string) error {
	ctx, end := t.deadline.In(ctx)
	defer end()
	return t.Transaction.Execute(ctx, script)
}

func (t timed) Stream(ctx context.Context, sql string, args Args) (Cursor, error) {
	ctx, end := t.deadline.In(ctx)
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
	deadline limit.Deadline
}

func (c timedCursor) Next(ctx context.Context) (Rows, error) {
	ctx, end := c.deadline.In(ctx)
	defer end()
	return c.Cursor.Next(ctx)
}
