package data

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
)

// batchChunk is the number of sets of values that are sent to the session at once, under one
// query timeout.
const batchChunk = 500

// batch binds all sets of values before it runs the first one.
func (db *DB) batch(ctx context.Context, on leaser, sql string, batch []Args) ([]Result, error) {
	const op = "data.batchUpdate"
	calls := make([]call, len(batch))
	for i, args := range batch {
		c, err := db.call(sql, args)
		if err == nil && hasList(args.Values) {
			err = badParameters("a list cannot be a value of a batch: the statement must be the same for all sets of values")
		}
		if err != nil {
			return nil, db.failure(ctx, op, sql, inBatch(err, i, len(batch)))
		}
		calls[i] = c
	}
	results := make([]Result, 0, len(batch))
	for chunk := range slices.Chunk(calls, batchChunk) {
		some, err := db.batchOnce(ctx, on, chunk)
		if err != nil {
			return nil, err
		}
		results = append(results, some...)
	}
	return results, nil
}

func (db *DB) batchOnce(ctx context.Context, on leaser, calls []call) (results []Result, err error) {
	ctx, cancel := db.bounded(ctx)
	defer cancel()
	ctx, span := db.startSpan(ctx, calls[0].statement)
	began := db.slow.begin()
	err = on(ctx, false, func(s session) error {
		results, err = s.batch(ctx, calls)
		return err
	})
	db.endSlow(ctx, began, calls[0].Source, noRows, err)
	db.tellRan(ctx, began, calls, noRows, affectedBy(results), err)
	if span != nil {
		span.Set(slog.Int("db.operation.batch.size", len(calls)))
		endSpan(span, err)
	}
	if err != nil {
		return nil, db.failure(ctx, "data.batchUpdate", calls[0].Source, err)
	}
	return results, nil
}

// inBatch adds the number of the set of values that failed to err.
func inBatch(err error, i, n int) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || n == 1 {
		return err
	}
	e.Message = fmt.Sprintf("batch entry %d of %d: %s", i+1, n, e.Message)
	return e
}

// affectedBy returns how many rows were changed altogether.
func affectedBy(results []Result) (rows int64) {
	for _, r := range results {
		rows += r.Affected
	}
	return rows
}
