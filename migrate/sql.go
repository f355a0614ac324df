package migrate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/fault"
)

// Options holds the options of SQL. The zero value works.
type Options struct {
	Datasource  string        // the folder below the root; default the datasource's name
	Root        string        // the name of the root in messages; default "migrations"
	DryRun      bool          // only report what would run
	ExecutedBy  string        // the name recorded in the table; default "fwrun"
	LockTimeout time.Duration // how long to wait for another process that migrates; default 10 min
	Timeout     time.Duration // of one statement; default 1 h
	Log         *slog.Logger  // default no log
}

// Report is what SQL did.
type Report struct {
	Datasource string
	Ran        []Migration // or would run, if DryRun is set
	Skipped    int         // files that had run before
	Warnings   fault.List
}

// Migration is one file that ran.
type Migration struct {
	Path       string // <datasource>/<path below its folder>, the identity
	Statements int
	Duration   time.Duration
}

// SQL runs the files of fsys below the datasource's folder that have not run yet. The error is,
// or wraps, a fault.Diagnostic if a file is the cause, and a *data.Error if the database is. The
// report is valid in either case.
func SQL(ctx context.Context, db *data.DB, fsys fs.FS, o Options) (Report, error) {
	o = o.withDefaults(db)
	report := Report{Datasource: db.Name()}
	files, err := list(fsys, o.Datasource)
	if errors.Is(err, fs.ErrNotExist) {
		report.Warnings = append(report.Warnings, folderMissing(o))
		return report, nil
	}
	if err != nil {
		return report, fault.New("migrate.sql", fault.Internal, "the migrations cannot be read").Because(err)
	}
	r := &runner{db: db.WithQueryTimeout(o.Timeout), fsys: fsys, options: o, report: &report}
	if o.DryRun {
		return report, r.compare(ctx, files)
	}
	return report, r.run(ctx, files)
}

func (o Options) withDefaults(db *data.DB) Options {
	if o.Datasource == "" {
		o.Datasource = db.Name()
	}
	if o.Root == "" {
		o.Root = "migrations"
	}
	if o.ExecutedBy == "" {
		o.ExecutedBy = "fwrun"
	}
	if o.LockTimeout == 0 {
		o.LockTimeout = 10 * time.Minute
	}
	if o.Timeout == 0 {
		o.Timeout = time.Hour
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

func folderMissing(o Options) fault.Diagnostic {
	return fault.Diagnostic{
		Severity: fault.Warning, Code: "migrations-missing",
		Place:   fault.Place{File: path.Join(o.Root, o.Datasource)},
		Message: fmt.Sprintf("datasource %q has no migrations folder", o.Datasource),
		Hint:    "create it, or turn migrations off for this datasource",
	}
}

// runner is one run of SQL.
type runner struct {
	db      *data.DB
	fsys    fs.FS
	options Options
	report  *Report
}

// run runs the files that are not in the history. It checks the history again for each file under
// the lock, because another process may have run the file in the meantime.
func (r *runner) run(ctx context.Context, files []string) error {
	if err := r.locked(ctx, createHistory); err != nil {
		return err
	}
	for _, name := range files {
		f, err := r.read(name)
		if err != nil {
			return err
		}
		if err := r.locked(ctx, func(ctx context.Context, tx *data.Tx) error { return r.runFile(ctx, tx, f) }); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) runFile(ctx context.Context, tx *data.Tx, f *file) error {
	hash, ran, err := executed(ctx, tx, f.path)
	if err != nil {
		return err
	}
	if ran {
		r.skip(f, hash)
		return nil
	}
	began := time.Now()
	pieces, err := f.statements(r.db.Dialect())
	if err != nil {
		return err
	}
	for i, piece := range pieces {
		if err := tx.ExecuteOne(ctx, piece.Text); err != nil {
			return f.failed(piece, err, r.remedy(i))
		}
	}
	if err := record(ctx, tx, f, r.options.ExecutedBy); err != nil {
		return err
	}
	m := Migration{Path: f.path, Statements: len(pieces), Duration: time.Since(began)}
	r.report.Ran = append(r.report.Ran, m)
	r.options.Log.InfoContext(ctx, "migration ran",
		"path", m.Path, "statements", m.Statements, "duration", m.Duration)
	return nil
}

// remedy returns the hint for a file of which some statements have run.
func (r *runner) remedy(done int) string {
	if r.db.Dialect() == data.MySQL && done > 0 {
		return fmt.Sprintf("MySQL cannot roll back schema changes: the %d statements before this one have taken "+
			"effect; undo them, or remove them from the file, before you migrate again", done)
	}
	return "no statement of this file has taken effect; fix the file and migrate again"
}

// skip counts a file that has run before, and warns if it has been changed since.
func (r *runner) skip(f *file, hash string) {
	r.report.Skipped++
	if hash == f.hash {
		return
	}
	r.report.Warnings = append(r.report.Warnings, fault.Diagnostic{
		Severity: fault.Warning, Code: "migration-changed", Place: fault.Place{File: f.shown},
		Message: "the file was changed after it ran; the change has no effect",
		Hint:    "put the change into a new file",
	})
}

// compare performs the dry run.
func (r *runner) compare(ctx context.Context, files []string) error {
	hashes, err := history(ctx, r.db)
	if err != nil {
		return err
	}
	for _, name := range files {
		f, err := r.read(name)
		if err != nil {
			return err
		}
		if hash, ran := hashes[f.path]; ran {
			r.skip(f, hash)
			continue
		}
		pieces, err := f.statements(r.db.Dialect())
		if err != nil {
			return err
		}
		r.report.Ran = append(r.report.Ran, Migration{Path: f.path, Statements: len(pieces)})
	}
	return nil
}
