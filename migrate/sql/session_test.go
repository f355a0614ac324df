package sql_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// sessions are the behaviours that concern what a file leaves behind in its session, and what it cannot do there.
var sessions = map[string]func(t *testing.T, db *data.DB){
	"what a file sets ends with it":         settingsEnd,
	"statements that no transaction allows": unfit,
	"a file may turn foreign keys off":      foreignKeysOff,
	"rows for COPY":                         copies,
	"what pg_dump writes":                   dumped,
	"a search path of a schema to come":     schemaToCome,
}

// settingsEnd sets what lasts as long as a session, within a transaction and outside.
func settingsEnd(t *testing.T, db *data.DB) {
	set, shown := map[data.Dialect]string{
		data.SQLite:   "PRAGMA case_sensitive_like = ON; PRAGMA recursive_triggers = ON",
		data.Postgres: "SET statement_timeout = '1234ms'; SET TIME ZONE 'Asia/Tokyo'",
		data.MySQL:    "SET SESSION lock_wait_timeout = 1234; SET time_zone = '+09:00'",
	}[db.Dialect()], map[data.Dialect]string{
		data.SQLite:   "SELECT 'A' LIKE 'a' AS a, (SELECT recursive_triggers FROM pragma_recursive_triggers) AS b",
		data.Postgres: "SELECT current_setting('statement_timeout') AS a, current_setting('TimeZone') AS b",
		data.MySQL:    "SELECT @@lock_wait_timeout AS a, @@time_zone AS b",
	}[db.Dialect()]
	before := query(t, db, shown)
	copied := "INSERT INTO a " + strings.NewReplacer(" AS a", "", " AS b", "").Replace(shown)
	run(t, db, files("shop/1.sql", "create table a (x varchar(99), y varchar(99))",
		"shop/2.sql", set+"; "+copied, "shop/3.sql", copied,
		"shop/4.sql", "-- fwrun: no-transaction\n"+set+"; "+copied, "shop/5.sql", copied))
	for range 4 { // whatever connection it has
		equal(t, "the application's session", query(t, db, shown), before)
	}
	rows, err := db.Query(t.Context(), "SELECT x, y FROM a", data.Args{})
	if err != nil || rows.Len() != 4 {
		t.Fatal(rows, err)
	}
	line := func(row int) string { return rows.Cell(row, 0).Text() + " " + rows.Cell(row, 1).Text() }
	if line(0) != line(2) || line(1) != line(3) || line(0) == line(1) {
		t.Errorf("the files had %q, %q, %q and %q", line(0), line(1), line(2), line(3))
	}
}

// unfit has statements that fail, or do nothing, within a transaction. They are refused before anything runs, unless the file says that
// there is none.
func unfit(t *testing.T, db *data.DB) {
	run(t, db, files("shop/1.sql", "create table a (n int)"))
	for _, statement := range map[data.Dialect][]string{
		data.SQLite: {"PRAGMA foreign_keys = OFF", "pragma main.journal_mode(delete)", "PRAGMA synchronous=OFF", "VACUUM"},
		data.Postgres: {
			"VACUUM a", "create unique index concurrently if not exists i on a (n)", "DROP INDEX CONCURRENTLY i", "REINDEX TABLE CONCURRENTLY a",
			"CREATE DATABASE other", "ALTER SYSTEM SET work_mem = '8MB'", "alter table a detach partition b concurrently",
			"ALTER TYPE mood ADD VALUE IF NOT EXISTS 'glad' AFTER 'sad'; INSERT INTO a VALUES ('glad')",
		},
	}[db.Dialect()] {
		fsys := files("shop/1.sql", "create table a (n int)", "shop/2.sql", "insert into a values (1)", "shop/3.sql", "select 1;\n"+statement)
		_, err := try(t, db, fsys, sql.Options{})
		d := diagnostic(t, err)
		equal(t, statement, d.Code, "migration-transaction")
		if !strings.HasPrefix(d.Place.String(), "migrations/shop/3.sql:2") || !strings.Contains(d.Hint, "-- fwrun: no-transaction") {
			t.Errorf("%s: %v, %s", statement, d.Place, d.Hint)
		}
		equal(t, "rows", query(t, db, "select * from a"), "[]")
		outside := files("shop/3.sql", "-- fwrun: no-transaction\nselect 1;\n"+statement)
		folder, err := migrate.Read(sql.New(db, sql.Options{}), outside, natural)
		if err != nil || len(folder.Problems) > 0 {
			t.Errorf("%s outside of a transaction: %v, %v", statement, folder.Problems, err)
		}
	}
	if db.Dialect() != data.MySQL {
		return
	}
	fsys := files("shop/2.sql", "insert into a values (1);\ncreate table b (n int);\ninsert into b values (1)")
	folder, err := migrate.Read(sql.New(db, sql.Options{}), fsys, natural)
	if err != nil || len(folder.Problems) != 1 || folder.Problems[0].Code != "migration-commit" || folder.Problems[0].Severity != fault.Warning {
		t.Errorf("a commit in the middle: %v, %v", folder.Problems, err)
	}
	run(t, db, fsys)
	review, err := folder.Review(t.Context(), false)
	if err != nil || len(review.Problems) > 0 {
		t.Errorf("of a file that has run: %v, %v", review.Problems, err)
	}
	fsys = files("shop/3.sql", "create table c (n int); create temporary table d (n int); insert into c values (1); drop table if exists c")
	if folder, err = migrate.Read(sql.New(db, sql.Options{}), fsys, natural); err != nil || len(folder.Problems) != 1 {
		t.Errorf("another: %v, %v", folder.Problems, err)
	}
	if folder, err = migrate.Read(sql.New(db, sql.Options{}), files("shop/3.sql", "create table c (n int); drop table c"), natural); err != nil ||
		len(folder.Problems) > 0 {
		t.Errorf("the schema alone: %v, %v", folder.Problems, err)
	}
}

// foreignKeysOff makes a table anew that others refer to, as SQLite's documentation says.
func foreignKeysOff(t *testing.T, db *data.DB) {
	if db.Dialect() != data.SQLite {
		t.Skip("a pragma of SQLite")
	}
	run(t, db, files(
		"shop/1.sql", "create table a (id integer primary key); create table b (id integer primary key, a references a (id) on delete cascade);"+
			"insert into a values (1), (2); insert into b values (1, 1), (2, 2)",
		"shop/2.sql", "-- fwrun: no-transaction\nPRAGMA foreign_keys = OFF; create table c (id integer primary key, n text);"+
			"insert into c (id) select id from a; drop table a; alter table c rename to a",
		"shop/3.sql", "insert into b values (3, 2)",
	))
	equal(t, "rows", query(t, db, "select * from b"), `[{"id":1,"a":1},{"id":2,"a":2},{"id":3,"a":2}]`)
	_, err := db.Update(t.Context(), "insert into b values (4, 4)", data.Args{})
	if err == nil {
		t.Error("the application has no foreign keys")
	}
}

func copies(t *testing.T, db *data.DB) {
	if db.Dialect() != data.Postgres {
		t.Skip("a statement of PostgreSQL")
	}
	fsys := files("shop/1.sql", "create table a (n int, s text);\ncopy a (n, s) from stdin;\n1\ta;'b\n2\t\\N\n\\.\n\ninsert into a values (3, 'c');",
		"shop/2.sql", "-- fwrun: no-transaction\nCOPY a FROM STDIN WITH (FORMAT csv);\n4,d\n\\.\n")
	run(t, db, fsys)
	equal(t, "rows", query(t, db, "select * from a order by n"), `[{"n":1,"s":"a;'b"},{"n":2,"s":null},{"n":3,"s":"c"},{"n":4,"s":"d"}]`)
	for text, place := range map[string]string{
		"select 1;\ncopy a from stdin;\nx\ty\n\\.\n": "migrations/shop/3.sql:2", // the rows are refused
		"copy nowhere from stdin;\n1\n\\.\n":         "migrations/shop/3.sql:1", // the statement is
		"\ncopy a from stdin;\n1\n":                  "migrations/shop/3.sql:2", // without an end
	} {
		fsys["shop/3.sql"] = files("", text)[""]
		_, err := try(t, db, fsys, sql.Options{})
		if d := diagnostic(t, err); !strings.HasPrefix(d.Place.String(), place) {
			t.Errorf("%q: %v: %s", text, d.Place, d.Message)
		}
	}
	equal(t, "rows", query(t, db, "select count(*) as n from a"), `[{"n":4}]`)
}

// dumped runs what pg_dump begins with: names without a schema lead nowhere then.
func dumped(t *testing.T, db *data.DB) {
	if db.Dialect() != data.Postgres {
		t.Skip("what pg_dump writes")
	}
	const dump = "SET statement_timeout = 0;\nSELECT pg_catalog.set_config('search_path', '', false);\nSET check_function_bodies = false;\n" +
		"CREATE TABLE public.a (id integer NOT NULL);\nCOPY public.a (id) FROM stdin;\n1\n\\.\n"
	fsys := files("shop/1-dump.sql", dump, "shop/2.sql", "insert into a values (2)",
		"shop/3.sql", "-- fwrun: no-transaction\nSELECT pg_catalog.set_config('search_path', '', false); insert into public.a values (3)")
	equal(t, "what ran", paths(run(t, db, fsys)), "shop/1-dump.sql shop/2.sql shop/3.sql")
	equal(t, "what ran again", paths(run(t, db, fsys)), "")
	equal(t, "rows", query(t, db, "select id from a order by id"), `[{"id":1},{"id":2},{"id":3}]`)
}

// schemaToCome has a search path with a schema that the first file makes.
func schemaToCome(t *testing.T, db *data.DB) {
	if db.Dialect() != data.Postgres {
		t.Skip("schemas of PostgreSQL")
	}
	t.Cleanup(func() { _ = db.Execute(context.Background(), "drop schema if exists later cascade") })
	url := datatest.Postgres(t)
	if strings.Contains(url, "?") {
		url += "&search_path=later"
	} else {
		url += "?search_path=later"
	}
	own := datatest.Open(t, data.Settings{Name: "shop", URL: url})
	fsys := files("shop/1.sql", "create schema later", "shop/2.sql", "create table x (n int)")
	equal(t, "what ran", paths(run(t, own, fsys)), "shop/1.sql shop/2.sql")
	equal(t, "what ran again", paths(run(t, own, fsys)), "")
	equal(t, "the records", query(t, own, "select table_schema as s from information_schema.tables where table_name = 'framework_migrations'"),
		`[{"s":"public"}]`)
	equal(t, "the table", query(t, own, "select table_schema as s from information_schema.tables where table_name = 'x'"), `[{"s":"later"}]`)
}

// TestUndo: what another tool would run to undo a migration is a warning, until the file has run.
func TestUndo(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "shop", URL: "sqlite:shop.db", Folder: t.TempDir()})
	const up, down = "create table if not exists a (n int);\n", "\ndrop table a;\n"
	for _, mark := range []string{
		"-- +goose Down", "-- +migrate Down notransaction", "--migrate:down transaction:false\r", "  -- Down Migration", "-- rambler down",
		"-- //@UNDO", "--rollback",
		"---- create above / drop below ----",
	} {
		problems := problemsOf(t, db, "shop/1.sql", up+mark+down)
		equal(t, mark, problems.Error(), "migrations/shop/1.sql:2:1"+
			": the file would undo itself: to fwrun this is a comment, and the statements below it run")
		if len(problems.Errors()) > 0 {
			t.Errorf("%s is an error", mark)
		}
		equal(t, mark+" and nothing", len(problemsOf(t, db, "shop/1.sql", up+mark+"\n-- drop table a;\n")), 0)
	}
	for _, name := range []string{"1.down.sql", "1_a/down.sql", "1.undo.a.sql", "U1.1__a.sql"} {
		equal(t, name, problemsOf(t, db, "shop/"+name, up).Error(),
			"migrations/shop/"+name+": the file is named like an undo migration, but runs like any other file")
	}
	for name, text := range map[string]string{
		"1.up.sql": up, "up/1.sql": up, "down/1.sql": up, "slow-down.sql": up, "u1.sql": up, "1.sql": "-- +goose Up\n" + up,
		"2.sql": "--rollback drop table a;" + down, "3.sql": "-- go down\n" + up,
	} {
		equal(t, name, len(problemsOf(t, db, "shop/"+name, text)), 0)
	}
	fsys := files("shop/1.sql", up+"-- migrate:down"+down)
	equal(t, "the warning of a run", len(run(t, db, fsys).Problems), 1)
	equal(t, "the warning after it", len(run(t, db, fsys).Problems), 0)
}

// problemsOf returns what is wrong with files, without a database.
func problemsOf(t *testing.T, db *data.DB, names ...string) fault.List {
	t.Helper()
	folder, err := migrate.Read(sql.New(db, sql.Options{}), files(names...), natural)
	if err != nil {
		t.Fatal(err)
	}
	return folder.Problems
}
