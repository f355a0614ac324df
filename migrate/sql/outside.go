package sql

import (
	"context"
	"fmt"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/migrate"
)

// applyOutside runs a file statement by statement, each on its own. While it runs its record has no hash: if the
// process dies, nobody knows which statements have taken effect, and the file must neither run again nor count as
// applied by itself.
func (t *Target) applyOutside(ctx context.Context, c *change, o migrate.ApplyOptions) (record *migrate.Record, err error) {
	if t.db.Dialect() == data.SQLite {
		return t.applyClaimed(ctx, c, o) // its lock is a transaction that keeps all others from writing
	}
	err = t.lockedOutside(ctx, func(ctx context.Context) error {
		before, err := executed(ctx, t.db, c.file.Path)
		if err != nil || c.settledBy(before) {
			return err
		}
		if err := claim(ctx, t.db, c, before, o.By); err != nil {
			return err
		}
		record, err = t.applyAlone(ctx, c, before, o)
		return err
	})
	return record, err
}

// applyClaimed runs a file without the lock, which only its claim needs.
func (t *Target) applyClaimed(ctx context.Context, c *change, o migrate.ApplyOptions) (*migrate.Record, error) {
	var before *migrate.Record
	settled := false
	err := t.locked(ctx, nil, func(ctx context.Context, tx *data.Tx) (err error) {
		before, err = executed(ctx, tx, c.file.Path)
		if settled = err == nil && c.settledBy(before); err != nil || settled {
			return err
		}
		return claim(ctx, tx, c, before, o.By)
	})
	if err != nil || settled {
		return nil, err
	}
	return t.applyAlone(ctx, c, before, o)
}

// claim records that a file begins to run.
func claim(ctx context.Context, on updater, c *change, before *migrate.Record, by string) error {
	if before != nil && before.Hash == "" {
		return interrupted(c.file, *before)
	}
	return write(ctx, on, before, migrate.Record{Path: c.file.Path, At: time.Now(), By: by, Took: -1})
}

// applyAlone runs the statements of a file that has been claimed.
func (t *Target) applyAlone(ctx context.Context, c *change, before *migrate.Record, o migrate.ApplyOptions) (*migrate.Record, error) {
	began := time.Now()
	if err := t.statements(ctx, c, o, t.db.ExecuteOne); err != nil {
		return nil, t.release(ctx, c, before, err)
	}
	record := migrate.Record{Path: c.file.Path, Hash: c.file.Hash, At: time.Now(), By: o.By, Took: time.Since(began)}
	return &record, write(ctx, t.db, &record, record)
}

// release takes back the claim on a file that failed.
func (t *Target) release(ctx context.Context, c *change, before *migrate.Record, failed error) error {
	ctx = context.WithoutCancel(ctx)
	err := error(nil)
	if before == nil {
		_, err = t.db.Update(ctx, "DELETE FROM framework_migrations WHERE migration_path = ?", data.Positional(c.file.Path))
	} else {
		err = write(ctx, t.db, before, *before)
	}
	if err != nil {
		return fmt.Errorf("%w; and its record could not be removed: %w", failed, err)
	}
	return failed
}

// interrupted returns the error about a file of which another process has run a part, or is running it.
func interrupted(f *migrate.File, r migrate.Record) error {
	return fault.Diagnostic{
		Code: "migration-interrupted", Place: fault.Place{File: f.Shown},
		Message: fmt.Sprintf("the file runs outside of a transaction, and began %s for %s without an end",
			r.At.UTC().Format(time.RFC3339), r.By),
		Why: "either another process is still running it, or one was ended while it did; nobody knows which statements have taken effect",
		Hint: "look at the database; then either complete the rest by hand and run `fwrun migrate repair`, or undo it and " +
			"delete the file's row from framework_migrations",
	}
}
