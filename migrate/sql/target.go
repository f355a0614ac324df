package sql

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// Options are the options of New. The zero value works.
type Options struct {
	LockTimeout time.Duration // how long to wait for another process that migrates; default 10 min
	Timeout     time.Duration // of one statement; default 1 h
	// Placeholder returns the value of a configuration key, and whether it is a secret that must not appear
	// in messages. If it is nil, no key exists.
	Placeholder func(key string) (value string, secret, exists bool)
	Log         *slog.Logger // default no log
}

// Target is a datasource whose migrations run.
type Target struct {
	db *data.DB
	o  Options
}

// New returns the target of a datasource.
func New(db *data.DB, o Options) *Target {
	o.LockTimeout = cmp.Or(o.LockTimeout, 10*time.Minute)
	o.Timeout = cmp.Or(o.Timeout, time.Hour)
	if o.Placeholder == nil {
		o.Placeholder = func(string) (string, bool, bool) { return "", false, false }
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Target{db: db.WithQueryTimeout(o.Timeout), o: o}
}

// Name returns the datasource's name.
func (t *Target) Name() string { return t.db.Name() }

// Kind returns migrate.SQL.
func (t *Target) Kind() migrate.Kind { return migrate.SQL }

// Ending returns ".sql".
func (t *Target) Ending() string { return ".sql" }

// Read splits the files into statements.
func (t *Target) Read(files []*migrate.File) ([]migrate.Change, fault.List) {
	var problems fault.List
	changes := make([]migrate.Change, len(files))
	for i, file := range files {
		c, wrong := t.read(file)
		problems = append(problems, wrong...)
		if len(wrong.Errors()) == 0 {
			changes[i] = c
		}
	}
	return changes, problems
}

// Steps returns the statements as the file has them, with their placeholders.
func (t *Target) Steps(_ context.Context, c migrate.Change, _ *migrate.Record) ([]migrate.Step, error) {
	pieces := c.(*change).pieces
	steps := make([]migrate.Step, len(pieces))
	for i, piece := range pieces {
		steps[i].SQL = piece.Text
	}
	return steps, nil
}

// Locked prepares the table of records and calls f. The lock is taken for each file, in its transaction.
func (t *Target) Locked(ctx context.Context, stop <-chan struct{}, f func(context.Context) error) error {
	if err := t.prepare(ctx, stop); err != nil {
		return err
	}
	return f(ctx)
}

// Apply runs the statements of a file and records it. Each file has sessions of its own, which end with it: what it sets there, such as a
// search_path, concerns neither the next file nor the application.
func (t *Target) Apply(ctx context.Context, c migrate.Change, _ *migrate.Record, o migrate.ApplyOptions) (*migrate.Applied, error) {
	file := c.(*change)
	own, end, err := t.db.Alone(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	alone := &Target{db: own, o: t.o}
	run := alone.applyWithin
	if file.outside {
		run = alone.applyOutside
	}
	record, err := run(ctx, file, o)
	if err != nil || record == nil {
		return nil, err
	}
	t.o.Log.InfoContext(ctx, "migration ran",
		"path", record.Path, "statements", len(file.pieces), "duration", record.Took)
	return &migrate.Applied{Record: *record, Steps: len(file.pieces)}, nil
}

// applyWithin runs a file as one transaction. The record is nil if another process ran the file.
func (t *Target) applyWithin(ctx context.Context, c *change, o migrate.ApplyOptions) (record *migrate.Record, err error) {
	err = t.locked(ctx, o.Stop, func(ctx context.Context, tx *data.Tx, h history) error {
		before, err := h.executed(ctx, tx, c.file.Path)
		if err != nil || c.settledBy(before) {
			return err
		}
		began := time.Now()
		// MySQL commits with each change of the schema, and commits the claim with the first one: if the process dies after
		// that, the claim stays. Without one it is rolled back with the rest.
		if err := h.claim(ctx, tx, c, before, o.By); err != nil {
			return err
		}
		if err := t.statements(ctx, c, o, tx.ExecuteOne); err != nil {
			return h.undo(ctx, tx, c, before, err)
		}
		record = &migrate.Record{Path: c.file.Path, Hash: c.file.Hash, At: time.Now(), By: o.By, Took: time.Since(began)}
		return h.write(ctx, tx, record, *record)
	})
	if err != nil {
		return nil, err
	}
	return record, nil
}

// undo undoes what can be undone of a file that failed, and its claim, which MySQL may have committed.
func (h history) undo(ctx context.Context, tx *data.Tx, c *change, before *migrate.Record, failed error) error {
	if tx.Dialect() != data.MySQL {
		return failed // the transaction is rolled back
	}
	ctx = context.WithoutCancel(ctx)
	if err := tx.ExecuteOne(ctx, "ROLLBACK"); err != nil {
		return failed // the connection is lost
	}
	return h.release(ctx, tx, c, before, failed)
}

// statements runs all statements of a file.
func (t *Target) statements(ctx context.Context, c *change, o migrate.ApplyOptions, execute func(context.Context, string) error) error {
	for i, piece := range c.pieces {
		if o.Progress != nil && len(c.pieces) > 1 {
			o.Progress(fmt.Sprintf("statement %d of %d", i+1, len(c.pieces)), 100*float64(i)/float64(len(c.pieces)))
		}
		filled := t.fill(piece.Text, c.placeholders)
		if err := execute(ctx, filled.text); err != nil {
			return c.failed(piece, filled, err, t.advice(ctx, c, i))
		}
	}
	return nil
}

// advice returns the hint for a file of which some statements have run.
func (t *Target) advice(ctx context.Context, c *change, done int) string {
	switch {
	case done > 0 && c.outside:
		return fmt.Sprintf("the file runs outside of a transaction: the %d statements before this one have taken effect; "+
			"undo them, or remove them from the file, before you migrate again", done)
	case done > 0 && t.db.Dialect() == data.MySQL:
		return fmt.Sprintf("MySQL cannot roll back schema changes: the %d statements before this one have taken "+
			"effect; undo them, or remove them from the file, before you migrate again", done)
	case ctx.Err() != nil:
		return "no statement of this file has taken effect"
	default:
		return "no statement of this file has taken effect; fix the file and migrate again"
	}
}

// Note records files without running them.
func (t *Target) Note(ctx context.Context, records []migrate.Record) error {
	return t.locked(ctx, nil, func(ctx context.Context, tx *data.Tx, h history) error {
		for _, record := range records {
			before, err := h.executed(ctx, tx, record.Path)
			if err != nil {
				return err
			}
			if err := h.write(ctx, tx, before, record); err != nil {
				return err
			}
		}
		return nil
	})
}

// change is a file, split into statements.
type change struct {
	file         *migrate.File
	pieces       []sqltext.Piece
	outside      bool // of a transaction
	placeholders bool
	repeats      bool
}

// Of returns the file.
func (c *change) Of() *migrate.File { return c.file }

// Repeats reports whether the file runs again when it has changed.
func (c *change) Repeats() bool { return c.repeats }

// Once reports whether the file does not repeat.
func (c *change) Once() bool { return !c.repeats }

// settledBy reports whether the file does not have to run, given its record.
func (c *change) settledBy(before *migrate.Record) bool {
	return before != nil && before.Hash != "" && (!c.repeats || c.file.Compare(before.Hash) != migrate.Different)
}
