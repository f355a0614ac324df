package sql

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// applyOutside runs a file statement by statement, each on its own. While it runs its record has no hash: if the
// process dies, nobody knows which statements have taken effect, and the file must neither run again nor count as
// applied by itself.
func (t *Target) applyOutside(ctx context.Context, c *change, o migrate.ApplyOptions) (record *migrate.Record, err error) {
	if t.db.Dialect() == data.SQLite {
		return t.applyGuarded(ctx, c, o) // its lock is a transaction that keeps all others from writing
	}
	err = t.lockedOutside(ctx, o.Stop, func(ctx context.Context) error {
		h, err := historyOf(ctx, t.db, t.db.Dialect())
		if err != nil {
			return err
		}
		before, err := h.executed(ctx, t.db, c.file.Path)
		if err != nil || c.settledBy(before) {
			return err
		}
		if err := h.claim(ctx, t.db, c, before, o.By); err != nil {
			return err
		}
		record, err = t.applyAlone(ctx, h, c, before, o)
		return err
	})
	return record, err
}

// applyGuarded runs a file without the lock, which only its claim needs. Other processes wait at the guard.
func (t *Target) applyGuarded(ctx context.Context, c *change, o migrate.ApplyOptions) (*migrate.Record, error) {
	end, err := t.guard(ctx, o.Stop)
	if err != nil {
		return nil, err
	}
	defer end()
	var h history
	var before *migrate.Record
	settled := false
	err = t.locked(ctx, o.Stop, func(ctx context.Context, tx *data.Tx, found history) (err error) {
		h = found
		before, err = h.executed(ctx, tx, c.file.Path)
		if settled = err == nil && c.settledBy(before); err != nil || settled {
			return err
		}
		return h.claim(ctx, tx, c, before, o.By)
	})
	if err != nil || settled {
		return nil, err
	}
	return t.applyAlone(ctx, h, c, before, o)
}

// guardEnding is what the name of a guard has after that of its database.
const guardEnding = "-migration"

// guard waits until no other process runs a file outside of a transaction on this SQLite database, and returns a function
// that lets the next one go on. The guard is the lock of an empty database beside it: the system releases that when a process
// ends, however it ends, so that a claim which is found behind the guard has no process any more. The file stays, since to
// remove it while others wait at it would give each of them a guard of its own.
func (t *Target) guard(ctx context.Context, stop <-chan struct{}) (end func(), err error) {
	rows, err := t.db.Query(ctx, "SELECT file FROM pragma_database_list WHERE name = 'main'", data.Args{})
	if err != nil {
		return nil, err
	}
	file := rows.Cell(0, 0).Text()
	if file == "" {
		return func() {}, nil // in memory, which no other process can reach
	}
	db, err := data.Open(ctx, data.Settings{
		Name: t.Name(), URL: "sqlite:" + strings.Clone(file) + guardEnding, BusyTimeout: min(t.o.LockTimeout, time.Second),
	})
	if err != nil {
		return nil, err
	}
	tx, err := (&Target{db: db, o: t.o}).lock(ctx, stop, "")
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return func() {
		_ = tx.Rollback(ctx) // there is nothing to commit
		_ = db.Close()
	}, nil
}

// claim records that a file begins to run.
func (h history) claim(ctx context.Context, on updater, c *change, before *migrate.Record, by string) error {
	if before != nil && before.Hash == "" {
		return c.interrupted(*before)
	}
	return h.write(ctx, on, before, migrate.Record{Path: c.file.Path, At: time.Now(), By: by, Took: -1})
}

// applyAlone runs the statements of a file that has been claimed.
func (t *Target) applyAlone(ctx context.Context, h history, c *change, before *migrate.Record, o migrate.ApplyOptions) (*migrate.Record, error) {
	began := time.Now()
	if err := t.statements(ctx, c, o, t.db.ExecuteOne); err != nil {
		return nil, h.release(context.WithoutCancel(ctx), t.db, c, before, err)
	}
	record := migrate.Record{Path: c.file.Path, Hash: c.file.Hash, At: time.Now(), By: o.By, Took: time.Since(began)}
	return &record, h.write(ctx, t.db, &record, record)
}

// release takes back the claim on a file that failed.
func (h history) release(ctx context.Context, on updater, c *change, before *migrate.Record, failed error) error {
	err := error(nil)
	if before == nil {
		_, err = on.Update(ctx, h.in("DELETE FROM "+Table+" WHERE migration_path = ?"), data.Positional(c.file.Path))
	} else {
		err = h.write(ctx, on, before, *before)
	}
	if err != nil {
		return fmt.Errorf("%w; and its record could not be removed: %w", failed, err)
	}
	return failed
}

// interrupted returns the error about a file of which a process that has ended may have run a part.
func (c *change) interrupted(r migrate.Record) error {
	why := "MySQL commits each change of the schema at once"
	if c.outside {
		why = "the file runs outside of a transaction"
	}
	connection, _, _ := strings.Cut(c.file.Path, "/")
	return fault.Diagnostic{
		Code: "migration-interrupted", Place: fault.Place{File: c.file.Shown},
		Message: fmt.Sprintf("a process began the file at %s for %s and ended before the file did", r.At.UTC().Format(time.RFC3339), r.By),
		Why:     why + ", so it is not known which statements have taken effect",
		Hint: fmt.Sprintf("look at the database; then either complete the rest by hand and run `fwrun migrate baseline %s --connection %s`, "+
			"or undo it and delete the file's row from framework_migrations", c.file.Path, connection),
	}
}
