package data

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/data/sqltext"
)

// Savepoint runs f. If f returns an error, only its own changes are undone, and the transaction stays
// usable.
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

// leaserOf returns the leaser of a script. A script that rolls back a part of the transaction also ends
// the streams that were begun in that part.
func (tx *Tx) leaserOf(script string) leaser {
	return func(ctx context.Context, read bool, f func(session) error) error {
		tx.mu.Lock()
		defer tx.mu.Unlock()
		if len(tx.cursors) == 0 || !undoesPart(tx.db.dialect, script) {
			return tx.leased(f)
		}
		if tx.db.dialect == MySQL {
			// MySQL sets no savepoint while a stream is open, so all streams were begun after the
			// savepoint.
			tx.undo(ctx, tx.cursors)
			return tx.leased(f)
		}
		err := tx.leased(f)
		tx.undo(ctx, tx.lost(ctx))
		return err
	}
}

// undoesPart reports whether a script contains a ROLLBACK TO a savepoint.
func undoesPart(d Dialect, script string) bool {
	pieces, _ := sqltext.Split(d, script)
	return slices.ContainsFunc(pieces, func(p sqltext.Piece) bool {
		return p.Kind == sqltext.Savepoint && strings.HasPrefix(strings.ToUpper(p.Text), "ROLLBACK")
	})
}

// lost returns the cursors that no longer exist in the database.
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

// undo ends the cursors of a part that was rolled back. Reading from them returns an error.
func (tx *Tx) undo(ctx context.Context, cursors []*Cursor) {
	for _, c := range slices.Clone(cursors) {
		c.undone = true
		c.finish(ctx)
	}
}
