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

func TestSQLite(t *testing.T) {
	open := func(t *testing.T) *data.DB {
		return datatest.Open(t, data.Settings{Name: "shop", URL: "sqlite:shop.db", Folder: t.TempDir()})
	}
	behaviours(t, open)
	eachMore(t, open)
	together(t, data.Settings{Name: "shop", URL: "sqlite:shop.db", Folder: t.TempDir()})
}

func TestPostgres(t *testing.T) { onServer(t, datatest.Postgres(t)) }
func TestMariaDB(t *testing.T)  { onServer(t, datatest.MariaDB(t)) }

func onServer(t *testing.T, url string) {
	s := data.Settings{Name: "shop", URL: url}
	open := func(t *testing.T) *data.DB { return datatest.Open(t, s) }
	behaviours(t, open)
	eachMore(t, open)
	together(t, s)
	for name, run := range map[string]func(t *testing.T, db, other *data.DB){
		"unlock":                       unlock,
		"a session that is lost":       lostSession,
		"a statement that is given up": givenUp,
		"the wait of a file outside of a transaction is bounded": boundedOutside,
	} {
		t.Run(name, func(t *testing.T) { run(t, open(t), open(t)) })
	}
}

// together are the tests of several runs at the same time.
func together(t *testing.T, s data.Settings) {
	t.Run("several at once", func(t *testing.T) { severalAtOnce(t, s) })
	t.Run("who waits can be stopped", func(t *testing.T) { stopsWaiting(t, s) })
	t.Run("a file outside of a transaction is waited for", func(t *testing.T) { waitsOutside(t, s) })
}

func behaviours(t *testing.T, open func(t *testing.T) *data.DB) {
	for name, run := range map[string]func(t *testing.T, db *data.DB){
		"files run once, in order":          runsOnce,
		"a failure stops and is undone":     failureStops,
		"a changed file is a warning":       changedFile,
		"a missing folder is a warning":     missingFolder,
		"a dry run changes nothing":         dryRun,
		"a file controls no transactions":   noTransactions,
		"an open quote is found":            openQuote,
		"question marks are no parameters":  questionMarks,
		"bodies with semicolons":            bodies,
		"a byte order mark is no statement": marked,
		"the wait for others is bounded":    waitIsBounded,
	} {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			t.Cleanup(func() { clean(t, db) })
			run(t, db)
		})
	}
}

// clean removes what a test has created, for the next test on the same server.
func clean(t *testing.T, db *data.DB) {
	for _, table := range []string{sql.Table, "a", "b"} {
		if err := db.Execute(context.Background(), "drop table if exists "+table); err != nil {
			t.Error(err)
		}
	}
}

func files(pairs ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		fsys[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return fsys
}

// natural is the order of most tests.
var natural = migrate.Options{Order: migrate.Natural}

// try migrates, and returns what happened also if it failed.
func try(t *testing.T, db *data.DB, fsys fstest.MapFS, o sql.Options) (*migrate.Report, error) {
	t.Helper()
	folder, err := migrate.Read(sql.New(db, o), fsys, natural)
	if err != nil {
		t.Fatal(err)
	}
	return migrate.Run(t.Context(), []*migrate.Folder{folder}, migrate.RunOptions{By: "me"})
}

func run(t *testing.T, db *data.DB, fsys fstest.MapFS) *migrate.Report {
	t.Helper()
	report, err := try(t, db, fsys, sql.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// due returns the paths of the files that a run would apply.
func due(t *testing.T, db *data.DB, fsys fstest.MapFS) string {
	t.Helper()
	folder, err := migrate.Read(sql.New(db, sql.Options{}), fsys, natural)
	if err != nil {
		t.Fatal(err)
	}
	review, err := folder.Review(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, item := range review.Due() {
		names = append(names, item.Path)
	}
	return strings.Join(names, " ")
}

// diagnostic returns the diagnostic that an error is.
func diagnostic(t *testing.T, err error) fault.Diagnostic {
	t.Helper()
	if list := fault.Diagnose(err); len(list) > 0 {
		return list[0]
	}
	t.Fatalf("%v is not a diagnostic", err)
	return fault.Diagnostic{}
}

// query returns the rows as JSON.
func query(t *testing.T, db *data.DB, sql string) string {
	t.Helper()
	rows, err := db.Query(t.Context(), sql, data.Args{})
	if err != nil {
		t.Fatal(err)
	}
	return string(rows.AppendJSON(nil))
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func paths(r *migrate.Report) string {
	var names []string
	for _, m := range r.Ran {
		names = append(names, m.Record.Path)
	}
	return strings.Join(names, " ")
}

func runsOnce(t *testing.T, db *data.DB) {
	fsys := files(
		"shop/1.10/1.sql", "insert into a values (3);",
		"shop/1.9/2.sql", "insert into a values (1); insert into a values (2);\n-- the end\n",
		"shop/1.9/1.sql", "create table a (n int)",
		"other/1.sql", "no SQL at all",
	)
	report := run(t, db, fsys)
	equal(t, "what ran", paths(report), "shop/1.9/1.sql shop/1.9/2.sql shop/1.10/1.sql")
	equal(t, "statements", report.Ran[1].Steps, 2)
	equal(t, "rows", query(t, db, "select n from a order by n"), `[{"n":1},{"n":2},{"n":3}]`)

	fsys["shop/2/1.sql"] = &fstest.MapFile{Data: []byte("insert into a values (4)")}
	report = run(t, db, fsys)
	equal(t, "what ran later", paths(report), "shop/2/1.sql")
	equal(t, "skipped", report.Skipped, 3)
	equal(t, "warnings", len(report.Problems), 0)
	equal(t, "history", query(t, db,
		"select id, migration_path, executed_by from framework_migrations where id < 3 order by id"),
		`[{"id":1,"migration_path":"shop/1.9/1.sql","executed_by":"me"},`+
			`{"id":2,"migration_path":"shop/1.9/2.sql","executed_by":"me"}]`)
}

// marked has files as some editors save them, whatever comes first in them.
func marked(t *testing.T, db *data.DB) {
	const mark = "\ufeff"
	fsys := files("shop/1.sql", mark+"create table a (n int);\ninsert into a values (1);", "shop/2.sql",
		mark+"-- fwrun: no-transaction\ninsert into a values (2)",
		"shop/3.sql", mark+"/* nothing */", "shop/4.sql", mark)
	equal(t, "what ran", paths(run(t, db, fsys)), "shop/1.sql shop/2.sql shop/3.sql shop/4.sql")
	equal(t, "rows", query(t, db, "select n from a order by n"), `[{"n":1},{"n":2}]`)

	fsys["shop/5.sql"] = &fstest.MapFile{Data: []byte(mark + "insert into nowhere values (1)")}
	_, err := try(t, db, fsys, sql.Options{})
	if d := diagnostic(t, err); d.Place.Line != 1 || d.Place.Col > 13 || strings.Contains(d.Source, mark) {
		t.Errorf("the mistake is %+v", d)
	}
	fsys["shop/5.sql"] = &fstest.MapFile{Data: []byte(mark + "begin; select 1; commit")}
	_, err = try(t, db, fsys, sql.Options{})
	equal(t, "a transaction", diagnostic(t, err).Place.Col, 1)
}

func failureStops(t *testing.T, db *data.DB) {
	fsys := files(
		"shop/1.sql", "create table a (n int unique)",
		"shop/2.sql", "insert into a values (1);\r\n\r\n-- ä\r\n  insert into a\r\n  values (1);\r\n",
		"shop/3.sql", "create table b (n int)",
	)
	report, err := try(t, db, fsys, sql.Options{})
	equal(t, "what ran", paths(report), "shop/1.sql")
	d := diagnostic(t, err)
	equal(t, "the place", d.Place.String(), "migrations/shop/2.sql:4:3")
	equal(t, "the source", d.Source, "  insert into a")
	equal(t, "the kind", fault.KindOf(err), fault.Conflict)
	if e, ok := errors.AsType[*data.Error](err); !ok || e.Kind != data.UniqueViolation {
		t.Errorf("%v does not tell what the database said", err)
	}
	equal(t, "rows", query(t, db, "select n from a"), `[]`)

	fsys["shop/2.sql"] = &fstest.MapFile{Data: []byte("insert into a values (1)")}
	equal(t, "what ran then", paths(run(t, db, fsys)), "shop/2.sql shop/3.sql")
}

func changedFile(t *testing.T, db *data.DB) {
	run(t, db, files("shop/1.sql", "create table a (n int);\n",
		"shop/2.sql", "insert into a values (1);\n"))
	report := run(t, db, files(
		"shop/1.sql", "\ufeffcreate table a (n int);\r\n", // only saved by another editor
		"shop/2.sql", "insert into a values (2);\n",
	))
	equal(t, "what ran", paths(report), "")
	var warnings []string
	for _, w := range report.Problems {
		warnings = append(warnings, w.Code+" "+w.Place.String())
	}
	equal(t, "the warnings", strings.Join(warnings, ", "),
		"migration-line-ends migrations/shop/1.sql, migration-changed migrations/shop/2.sql")
	equal(t, "rows", query(t, db, "select n from a"), `[{"n":1}]`)
}

func missingFolder(t *testing.T, db *data.DB) {
	folder, err := migrate.Read(sql.New(db, sql.Options{}), files("other/1.sql", "select 1"), migrate.Options{Root: "app/migrations"})
	if err != nil || len(folder.Problems) != 1 {
		t.Fatalf("warnings are %v, error %v", folder.Problems, err)
	}
	equal(t, "the warning", folder.Problems[0].Error(),
		`app/migrations/shop: datasource "shop" has no migrations folder`)
}

func dryRun(t *testing.T, db *data.DB) {
	fsys := files("shop/1.sql", "create table a (n int)", "shop/2.sql", "insert into a values (1)")
	equal(t, "what would run", due(t, db, fsys), "shop/1.sql shop/2.sql")
	if _, err := db.Query(t.Context(), "select * from framework_migrations", data.Args{}); err == nil {
		t.Error("the dry run made the table")
	}
	delete(fsys, "shop/2.sql")
	run(t, db, fsys)
	fsys["shop/2.sql"] = &fstest.MapFile{Data: []byte("insert into a values (1)")}
	equal(t, "what would run then", due(t, db, fsys), "shop/2.sql")
}

func noTransactions(t *testing.T, db *data.DB) {
	fsys := files("shop/1.sql", "create table a (n int);\ncommit;")
	_, err := try(t, db, fsys, sql.Options{})
	d := diagnostic(t, err)
	equal(t, "the place", d.Place.String(), "migrations/shop/1.sql:2:1")
	if _, err := db.Query(t.Context(), "select * from a", data.Args{}); err == nil {
		t.Error("the statement before it has run")
	}
}

func openQuote(t *testing.T, db *data.DB) {
	fsys := files("shop/1.sql", "create table a (n int);\ninsert into a values ('x);\n")
	_, err := try(t, db, fsys, sql.Options{})
	d := diagnostic(t, err)
	equal(t, "the place", d.Place.String(), "migrations/shop/1.sql:2:23")
}

func questionMarks(t *testing.T, db *data.DB) {
	fsys := files("shop/1.sql", "create table a (s varchar(20)); insert into a values ('? :x @y'); /* ? */")
	if db.Dialect() == data.Postgres {
		fsys["shop/2.sql"] = &fstest.MapFile{Data: []byte(`delete from a where '{"k":1}'::jsonb ? 'no'`)}
	}
	run(t, db, fsys)
	equal(t, "rows", query(t, db, "select s from a"), `[{"s":"? :x @y"}]`)
}

// bodies creates routines with semicolons in them, one for each database.
func bodies(t *testing.T, db *data.DB) {
	text := map[data.Dialect]string{
		data.SQLite: `create trigger t after insert on a when case when new.n = 1 then 1 else 0 end begin
				insert into b select case when new.n = 1 then 10 else 20 end;
				delete from b where n = 0;
			end; insert into a values (1);`,
		data.Postgres: `create or replace function f() returns trigger language plpgsql as $f$ begin
				insert into b values (10); return new;
			end $f$;
			create trigger t after insert on a for each row execute function f();
			create or replace function g() returns int language sql begin atomic select 1; select case when true then 2 end; end;
			insert into a values (1);`,
		data.MySQL: "DELIMITER //\ncreate trigger t after insert on a for each row begin\n" +
			"insert into b values (10); delete from b where n = 0; end//\ndelimiter ;\ninsert into a values (1);",
	}[db.Dialect()]
	run(t, db, files("shop/1.sql", "create table a (n int); create table b (n int);",
		"shop/2.sql", text))
	equal(t, "rows", query(t, db, "select n from b"), `[{"n":10}]`)
}

// waitIsBounded checks the error while another connection holds the lock of the migrations. Who gives up waiting is gone in the server, too.
func waitIsBounded(t *testing.T, db *data.DB) {
	hold := map[data.Dialect]string{
		data.SQLite:   "select 1", // beginning the transaction is enough
		data.Postgres: "select pg_advisory_xact_lock(hashtext('framework_migrations'))",
		data.MySQL:    "select get_lock(concat('fwrun ', md5(database())), 10)",
	}[db.Dialect()]
	waiting := map[data.Dialect]string{
		data.SQLite: "select 0 as n",
		data.Postgres: "select count(*) as n from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where " +
			"datname = current_database())",
		data.MySQL: "select count(*) as n from information_schema.processlist where state = 'User lock' and db = database()",
	}[db.Dialect()]
	other := db
	if db.Dialect() == data.SQLite {
		s := data.Settings{Name: "shop", URL: "sqlite:shop.db", Folder: t.TempDir(), BusyTimeout: time.Millisecond}
		db, other = datatest.Open(t, s), datatest.Open(t, s)
	}
	fsys := files("shop/1.sql", "create table a (n int)")
	err := other.Transaction(t.Context(), data.TxOptions{}, func(tx *data.Tx) error {
		if _, err := tx.Query(t.Context(), hold, data.Args{}); err != nil {
			return err
		}
		_, err := try(t, db, fsys, sql.Options{LockTimeout: 50 * time.Millisecond})
		if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "another process is migrating") {
			t.Errorf("%v", err)
		}
		equal(t, "who waits", query(t, db, waiting), `[{"n":0}]`)
		if db.Dialect() == data.MySQL {
			_, err = tx.Query(t.Context(), "select release_all_locks()", data.Args{})
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "what ran afterwards", paths(run(t, db, fsys)), "shop/1.sql")
}

// severalAtOnce has several runs with connections of their own do the same work, as processes
// that start together do. One file makes an index beside what others do: PostgreSQL waits for all snapshots then, those of who
// waits for the lock included.
func severalAtOnce(t *testing.T, s data.Settings) {
	index := "create index a_n on a (n)"
	if datatest.Open(t, s).Dialect() == data.Postgres {
		index = "create index concurrently a_n on a (n)"
	}
	fsys := files("shop/1.sql", "create table a (n int)", "shop/2.sql", "insert into a values (1)",
		"shop/3.sql", "insert into a values (2)", "shop/4.sql", "-- fwrun: no-transaction\ninsert into a values (3);\ninsert into a values (4);",
		"shop/5.sql", "-- fwrun: no-transaction\n"+index)
	var wait sync.WaitGroup
	for range 4 {
		db := datatest.Open(t, s)
		wait.Go(func() {
			if _, err := try(t, db, fsys, sql.Options{LockTimeout: time.Minute}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	db := datatest.Open(t, s)
	equal(t, "rows", query(t, db, "select n from a order by n"), `[{"n":1},{"n":2},{"n":3},{"n":4}]`)
	clean(t, db)
}
