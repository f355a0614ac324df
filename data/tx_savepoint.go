package data

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/data/sqltext"
)

// Savepoint runs f such that an error undoes only what f did and leaves the transaction usable.
func (tx *Tx) Savepoint(ctx context.Context, f func() error) error {
	if err := tx.Execute(ctx, "SAVEPOINT fwrun"); err != nil {
		return err
	}
	err := f()
	if err != nil {
		ctx := context.WithoutCancel(ctx)
		return errors.Join(err, tx.Execute(ctx, "ROLLBACK TO SAVEPOINT fwrun; RELEASE SAVEPOINT fwrun"))
	}
	return tx.Execute(ctx, "RELEASE SAVEPOINT fwrun")
}

// leaserOf is leaseFor for a script. One that undoes a part of the transaction takes the streams with it
// that were begun in that part.
func (tx *Tx) leaserOf(script string) leaser {
	return func(ctx context.Context, read bool, f func(session) error) error {
		tx.mu.Lock()
		defer tx.mu.Unlock()
		if len(tx.cursors) == 0 || !undoesPart(tx.db.dialect, script) {
			return tx.leased(f)
		}
		if tx.db.dialect == MySQL {
			// No savepoint was set while one of them was open, so all were begun later.
			tx.undo(ctx, tx.cursors)
			return tx.leased(f)
		}
		err := tx.leased(f)
		tx.undo(ctx, tx.lost(ctx))
		return err
	}
}

// undoesPart tells whether a script has a ROLLBACK TO a savepoint in it.
func undoesPart(d Dialect, script string) bool {
	pieces, _ := sqltext.Split(d, script)
	return slices.ContainsFunc(pieces, func(p sqltext.Piece) bool {
		return p.Kind == sqltext.Savepoint && strings.HasPrefix(strings.ToUpper(p.Text), "ROLLBACK")
	})
}

// lost lists the cursors that the database has no more.
func (tx *Tx) lost(ctx context.Context) (lost []*Cursor) {
	_ = tx.lease.run(func(session) error {
		for _, c := range tx.cursors {
			if c.source.lost(ctx) {
				lost = append(lost, c)
			}
		}
		return nil
	})
	return lost
}

// undo ends cursors of an undone part: to read on is a mistake.
func (tx *Tx) undo(ctx context.Context, cursors []*Cursor) {
	for _, c := range slices.Clone(cursors) {
		c.undone = true
		c.finish(ctx)
	}
}
