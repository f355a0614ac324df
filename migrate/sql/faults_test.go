package sql_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// waitsOutside runs a file outside of a transaction twice at the same time: the second run waits for the first.
func waitsOutside(t *testing.T, s data.Settings) {
	db, other, third := datatest.Open(t, s), datatest.Open(t, s), datatest.Open(t, s)
	t.Cleanup(func() { clean(t, db) })
	fsys := files("shop/1.sql", "create table a (n int)",
		"shop/2.sql", "-- fwrun: no-transaction\ninsert into a values (1);\ninsert into a values (2);")
	var wait sync.WaitGroup
	began := make(chan struct{})
	during(t, db, fsys, "statement 2 of 2", func() {
		_, err := try(t, other, fsys, sql.Options{LockTimeout: 50 * time.Millisecond})
		if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "another process is migrating") {
			t.Errorf("while the file runs: %v", err)
		}
		wait.Go(func() {
			_, err := watched(t, third, fsys, sql.Options{}, func(e migrate.Event) {
				if e.Kind == migrate.Began {
					close(began)
				}
			})
			if err != nil {
				t.Error(err)
			}
		})
		if db.Dialect() == data.SQLite { // on servers it waits before that
			<-began
		}
	})
	wait.Wait()
	equal(t, "rows", query(t, db, "select n from a order by n"), `[{"n":1},{"n":2}]`)
	equal(t, "records", query(t, db, "select count(*) as n from framework_migrations where content_hash <> 'running'"), `[{"n":2}]`)
}

// stopsWaiting has runs that wait for the lock, and are asked to stop or cut off. Nothing of them waits afterwards, or takes the lock later.
func stopsWaiting(t *testing.T, s data.Settings) {
	db, other := datatest.Open(t, s), datatest.Open(t, s)
	t.Cleanup(func() { clean(t, other) })
	tx := hold(t, other)
	stop, none := make(chan struct{}), func(context.Context) error { return errors.New("two at once") }
	var stopped error
	var wait sync.WaitGroup
	wait.Go(func() { stopped = sql.New(db, sql.Options{}).Locked(t.Context(), stop, none) })
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := sql.New(db, sql.Options{}).Locked(ctx, nil, none); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cut off: %v", err)
	}
	close(stop)
	wait.Wait()
	if !errors.Is(stopped, migrate.ErrStopped) {
		t.Errorf("stopped: %v", stopped)
	}
	if db.Dialect() == data.MySQL {
		if _, err := tx.Query(t.Context(), "select release_all_locks()", data.Args{}); err != nil {
			t.Error(err)
		}
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Error(err)
	}
	for range 3 {
		if err := sql.New(other, sql.Options{LockTimeout: 20 * time.Second}).Locked(t.Context(), nil,
			func(context.Context) error { return nil }); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	}
	if db.Dialect() != data.SQLite {
		untilFree(t, other)
	}
}

// lostSession ends the session of a run within a file. What a database cannot roll back counts as interrupted.
func lostSession(t *testing.T, db, other *data.DB) {
	t.Cleanup(func() { clean(t, other) })
	lose := func() {
		if holder, err := sql.New(other, sql.Options{}).Unlock(t.Context()); err != nil || holder == "" {
			t.Errorf("the holder is %q, error %v", holder, err)
		}
	}
	fsys := files("shop/1.sql", "create table a (n int)", "shop/2.sql", "insert into a values (1);\ninsert into a values (2);")
	if err := during(t, db, fsys, "statement 2 of 2", lose); err == nil {
		t.Error("a lost session is no error")
	}
	equal(t, "what ran again", paths(run(t, other, fsys)), "shop/2.sql")
	equal(t, "rows", query(t, other, "select n from a order by n"), `[{"n":1},{"n":2}]`)

	fsys["shop/3.sql"] = &fstest.MapFile{Data: []byte("insert into a values (3);\ncreate table b (n int);\ninsert into a values (4);")}
	if err := during(t, db, fsys, "statement 3 of 3", lose); err == nil {
		t.Error("a lost session is no error")
	}
	report, err := try(t, other, fsys, sql.Options{})
	if db.Dialect() != data.MySQL {
		equal(t, "what ran again", paths(report), "shop/3.sql")
		return
	}
	equal(t, "the code", diagnostic(t, err).Code, "migration-interrupted")
	equal(t, "rows", query(t, other, "select n from a where n > 2"), `[{"n":3}]`)
}

// boundedOutside has another session take the lock between two files.
func boundedOutside(t *testing.T, db, other *data.DB) {
	t.Cleanup(func() { clean(t, other) })
	var tx *data.Tx
	var err error
	for wait := 50 * time.Millisecond; tx == nil; wait *= 4 { // what a busy machine takes for the first lock
		_, err = watched(t, db, files("shop/1.sql", "-- fwrun: no-transaction\ncreate table a (n int)"), sql.Options{LockTimeout: wait},
			func(e migrate.Event) {
				if e.Kind == migrate.Began {
					tx = hold(t, other)
				}
			})
	}
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "another process is migrating") {
		t.Errorf("%v", err)
	}
	if db.Dialect() == data.MySQL {
		if _, err := tx.Query(t.Context(), "select release_all_locks()", data.Args{}); err != nil {
			t.Error(err)
		}
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Error(err)
	}
}

// givenUp has a statement that waits for a row and is given up: it ends in the server, too, and never takes effect.
func givenUp(t *testing.T, db, other *data.DB) {
	t.Cleanup(func() { clean(t, other) })
	run(t, db, files("shop/1.sql", "create table a (n int);\ninsert into a values (1)"))
	waiting := map[data.Dialect]string{
		data.Postgres: "select count(*) from pg_stat_activity where datname = current_database() and state = 'active' and " +
			"query = 'update a set n = n + 10'",
		data.MySQL: "select count(*) from information_schema.processlist where db = database() and info = 'update a set n = n + 10'",
	}[db.Dialect()]
	for _, first := range []string{"", "-- fwrun: no-transaction\n"} {
		err := other.Transaction(t.Context(), data.TxOptions{}, func(tx *data.Tx) error {
			if _, err := tx.Update(t.Context(), "update a set n = 2", data.Args{}); err != nil {
				return err
			}
			fsys := files("shop/1.sql", "create table a (n int);\ninsert into a values (1)", "shop/2.sql", first+"update a set n = n + 10")
			if _, err := try(t, db, fsys, sql.Options{Timeout: 300 * time.Millisecond}); err == nil {
				t.Errorf("%q: no error", first)
			}
			if db.Dialect() == data.Postgres { // whose driver asks the server to end it, and does not wait for that
				untilNone(t, other, waiting, "a statement that was given up goes on")
			}
			return nil // and the row is free
		})
		if err != nil {
			t.Fatal(err)
		}
		untilNone(t, other, waiting, "a statement that was given up goes on")
		untilFree(t, other)
		equal(t, "the rows", query(t, other, "select n from a"), `[{"n":2}]`)
		equal(t, "records", query(t, other, "select count(*) as n from framework_migrations"), `[{"n":1}]`)
	}
}

// hold takes the lock of the migrations.
func hold(t *testing.T, db *data.DB) *data.Tx {
	t.Helper()
	tx, err := db.Begin(t.Context(), data.TxOptions{})
	if err != nil {
		t.Fatal(err)
	}
	statement := map[data.Dialect]string{
		data.Postgres: "select pg_advisory_xact_lock(hashtext('framework_migrations'))",
		data.MySQL:    "select get_lock(concat('fwrun ', md5(database())), 10)",
		data.SQLite:   "select 1", // beginning the transaction is enough
	}[db.Dialect()]
	if _, err := tx.Query(t.Context(), statement, data.Args{}); err != nil {
		t.Fatal(err)
	}
	return tx
}

// during calls a function while a run reaches a statement, and returns the run's error.
func during(t *testing.T, db *data.DB, fsys fstest.MapFS, statement string, do func()) error {
	t.Helper()
	done := false
	_, err := watched(t, db, fsys, sql.Options{}, func(e migrate.Event) {
		if e.Kind == migrate.Progress && e.Text == statement && !done {
			done = true
			do()
		}
	})
	if !done {
		t.Errorf("the run did not reach %s: %v", statement, err)
	}
	return err
}

func watched(t *testing.T, db *data.DB, fsys fstest.MapFS, o sql.Options, watch func(migrate.Event)) (*migrate.Report, error) {
	t.Helper()
	folder, err := migrate.Read(sql.New(db, o), fsys, natural)
	if err != nil {
		t.Fatal(err)
	}
	return migrate.Run(t.Context(), []*migrate.Folder{folder}, migrate.RunOptions{By: "me", Watch: watch})
}
