package sql_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// more are the behaviours beyond running files once.
var more = map[string]func(t *testing.T, db *data.DB){
	"outside of a transaction":                 outside,
	"an interrupted file is not run by itself": interrupted,
	"a file that failed leaves no record":      failedClaim,
	"placeholders":                             placeholders,
	"a repeatable file runs when it changed":   repeatable,
	"unknown directives":                       unknownDirective,
	"repair":                                   repair,
	"a renamed file is not a new one":          renamed,
	"baseline":                                 baseline,
	"a table without durations":                oldTable,
	"line ends":                                lineEnds,
}

func eachMore(t *testing.T, open func(t *testing.T) *data.DB) {
	all := maps.Clone(more)
	maps.Copy(all, sessions)
	for name, run := range all {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			t.Cleanup(func() { clean(t, db) })
			run(t, db)
		})
	}
}

// outside runs a statement that no database allows within a transaction, where there is one.
func outside(t *testing.T, db *data.DB) {
	text := map[data.Dialect]string{
		data.SQLite:   "VACUUM",
		data.Postgres: "CREATE INDEX CONCURRENTLY a_n ON a (n)",
		data.MySQL:    "CREATE INDEX a_n ON a (n)",
	}[db.Dialect()]
	fsys := files("shop/1.sql", "create table a (n int)", "shop/2.sql",
		"-- make it fast\n-- fwrun: no-transaction\n"+text+";\ninsert into a values (1);")
	equal(t, "what ran", paths(run(t, db, fsys)), "shop/1.sql shop/2.sql")
	equal(t, "rows", query(t, db, "select n from a"), `[{"n":1}]`)
	equal(t, "what ran again", paths(run(t, db, fsys)), "")

	fsys["shop/3.sql"] = &fstest.MapFile{Data: []byte("-- fwrun: no-transaction\ninsert into a values (2);\ninsert into nowhere values (1);")}
	_, err := try(t, db, fsys, sql.Options{})
	d := diagnostic(t, err)
	equal(t, "the place", d.Place.String()[:len("migrations/shop/3.sql:3")], "migrations/shop/3.sql:3")
	if !strings.Contains(d.Hint, "the 1 statements before this one have taken effect") {
		t.Errorf("the hint is %q", d.Hint)
	}
	equal(t, "rows of the failed file", query(t, db, "select count(*) as n from a"), `[{"n":2}]`)
	equal(t, "what is due", due(t, db, fsys), "shop/3.sql")
}

func interrupted(t *testing.T, db *data.DB) {
	fsys := files("shop/1.sql", "create table a (n int)", "shop/2.sql", "-- fwrun: no-transaction\ninsert into a values (1);")
	run(t, db, files("shop/1.sql", "create table a (n int)"))
	if _, err := db.Update(t.Context(), "insert into framework_migrations (migration_path, content_hash, executed_at, executed_by) "+
		"values ('shop/2.sql', 'running', '2026-01-02 03:04:05', 'somebody')", data.Args{}); err != nil {
		t.Fatal(err)
	}
	_, err := try(t, db, fsys, sql.Options{})
	d := diagnostic(t, err)
	equal(t, "the code", d.Code, "migration-interrupted")
	equal(t, "rows", query(t, db, "select n from a"), `[]`)
	folder, err := migrate.Read(sql.New(db, sql.Options{}), fsys, natural)
	if err != nil {
		t.Fatal(err)
	}
	if want := "`fwrun migrate baseline shop/2.sql --connection shop`"; !strings.Contains(d.Hint, want) {
		t.Errorf("the hint %q does not contain %s", d.Hint, want)
	}
	noted, err := migrate.Baseline(t.Context(), folder, "shop/2.sql", "me")
	equal(t, "recorded", fmt.Sprint(noted, err), "[shop/2.sql] <nil>")
	equal(t, "what ran afterwards", paths(run(t, db, fsys)), "")
}

// failedClaim has files fail after a change of the schema, which MySQL commits.
func failedClaim(t *testing.T, db *data.DB) {
	fsys := files("shop/1.sql", "create table a (n int)", "shop/2.sql", "create table b (n int);\ninsert into nowhere values (1);",
		"shop/R__1.sql", "insert into a values (1)")
	_, err := try(t, db, fsys, sql.Options{})
	equal(t, "the code", diagnostic(t, err).Code, "migration-failed")
	equal(t, "records", query(t, db, "select migration_path from framework_migrations"), `[{"migration_path":"shop/1.sql"}]`)
	fsys["shop/2.sql"] = &fstest.MapFile{Data: []byte("select 1")}
	equal(t, "what ran then", paths(run(t, db, fsys)), "shop/2.sql shop/R__1.sql")

	const record = "select content_hash, executed_by from framework_migrations where migration_path = 'shop/R__1.sql'"
	before := query(t, db, record)
	fsys["shop/R__1.sql"] = &fstest.MapFile{Data: []byte("create table if not exists b (n int);\ninsert into nowhere values (1);")}
	if _, err := try(t, db, fsys, sql.Options{}); err == nil {
		t.Error("no error")
	}
	equal(t, "the record of the one that ran", query(t, db, record), before)
}

func placeholders(t *testing.T, db *data.DB) {
	o := sql.Options{Placeholder: func(key string) (string, bool, bool) {
		value, ok := map[string]string{"shop.size": "20", "shop.password": "geheim"}[key]
		return value, strings.Contains(key, "password"), ok
	}}
	fsys := files(
		"shop/1.sql", "-- fwrun: placeholders\ncreate table a (s varchar(${shop.size}));\ninsert into a values ('$${x} ${shop.size}');",
		"shop/2.sql", "insert into a values ('${shop.size}')",
	)
	if _, err := try(t, db, fsys, o); err != nil {
		t.Fatal(err)
	}
	equal(t, "rows", query(t, db, "select s from a order by s"), `[{"s":"${shop.size}"},{"s":"${x} 20"}]`)

	fsys["shop/3.sql"] = &fstest.MapFile{Data: []byte("-- fwrun: placeholders\nselect '${shop.nothing}'")}
	_, err := try(t, db, fsys, o)
	equal(t, "an unknown key", diagnostic(t, err).Error(), `migrations/shop/3.sql:2:9: the configuration has no key "shop.nothing"`)

	fsys["shop/3.sql"] = &fstest.MapFile{Data: []byte("-- fwrun: placeholders\ninsert into nowhere_${shop.password} values (1)")}
	_, err = try(t, db, fsys, o)
	if said := diagnostic(t, err); strings.Contains(said.Message+said.Source+said.Hint, "geheim") {
		t.Errorf("the secret is in %v", said)
	}
}

func repeatable(t *testing.T, db *data.DB) {
	fsys := files("shop/1.sql", "create table a (n int)", "shop/R__rows.sql", "insert into a values (1)")
	equal(t, "what ran", paths(run(t, db, fsys)), "shop/1.sql shop/R__rows.sql")
	equal(t, "what ran again", paths(run(t, db, fsys)), "")
	fsys["shop/R__rows.sql"] = &fstest.MapFile{Data: []byte("insert into a values (2)")}
	report := run(t, db, fsys)
	equal(t, "what ran after a change", paths(report), "shop/R__rows.sql")
	equal(t, "warnings", len(report.Problems), 0)
	equal(t, "rows", query(t, db, "select n from a order by n"), `[{"n":1},{"n":2}]`)
	equal(t, "records", query(t, db, "select count(*) as n from framework_migrations"), `[{"n":2}]`)
}

func unknownDirective(t *testing.T, db *data.DB) {
	_, err := try(t, db, files("shop/1.sql", "-- fwrun: no-transactions\nselect 1"), sql.Options{})
	d := diagnostic(t, err)
	equal(t, "the problem", d.Error()+"; "+d.Hint, `migrations/shop/1.sql:1:11: "no-transactions" is not a directive of `+
		`migrations; did you mean no-transaction?`)
}

func repair(t *testing.T, db *data.DB) {
	run(t, db, files("shop/1.sql", "create table a (n int)", "shop/2.sql", "select 1"))
	changed := files("shop/1.sql", "create table a (n int) -- ever", "shop/2.sql", "select 1")
	folder, err := migrate.Read(sql.New(db, sql.Options{}), changed, natural)
	if err != nil {
		t.Fatal(err)
	}
	noted, err := migrate.Repair(t.Context(), folder, "me")
	equal(t, "repaired", fmt.Sprint(noted, err), "[shop/1.sql] <nil>")
	equal(t, "warnings afterwards", len(run(t, db, changed).Problems), 0)
}

// renamed has files that ran under other names: in another folder, with other line ends, and one of two with the same text. What repeats
// may run again.
func renamed(t *testing.T, db *data.DB) {
	const once, twice, repeats = "create table a (n int);\ninsert into a values (1);", "insert into a values (2)", "insert into a values (3)"
	run(t, db, files("shop/1.sql", once, "shop/2.sql", twice, "shop/3.sql", twice, "shop/R__a.sql", repeats))
	fsys := files("shop/0.sql", "select 0", "shop/2.sql", twice, "shop/R__b.sql", repeats, "shop/4.sql", twice,
		"shop/x/001.sql", strings.ReplaceAll(once, "\n", "\r\n"), "shop/y.sql", "select 1")
	report, err := try(t, db, fsys, sql.Options{})
	var problems fault.List
	if !errors.As(err, &problems) || len(problems) != 2 {
		t.Fatalf("the error is %v", err)
	}
	equal(t, "one", problems[0].Error(), "migrations/shop/4.sql: the file was renamed after it ran as shop/3.sql")
	equal(t, "the other", problems[1].Error(), "migrations/shop/x/001.sql: the file was renamed after it ran as shop/1.sql")
	equal(t, "what ran before them", paths(report), "shop/0.sql")

	folder, err := migrate.Read(sql.New(db, sql.Options{}), fsys, natural)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "the states", states(t, folder), "shop/0.sql applied, shop/2.sql applied, shop/4.sql renamed, shop/x/001.sql renamed, shop/y.sql due, "+
		"shop/R__b.sql due, shop/R__a.sql missing")
	noted, err := migrate.Baseline(t.Context(), folder, "4.sql", "me")
	equal(t, "recorded", fmt.Sprint(noted, err), "[shop/4.sql] <nil>")
	noted, err = migrate.Repair(t.Context(), folder, "me")
	equal(t, "repaired", fmt.Sprint(noted, err), "[shop/x/001.sql] <nil>")
	equal(t, "what ran then", paths(run(t, db, fsys)), "shop/y.sql shop/R__b.sql")
	equal(t, "the rows", query(t, db, "select n from a order by n"), `[{"n":1},{"n":2},{"n":2},{"n":3},{"n":3}]`)
}

func baseline(t *testing.T, db *data.DB) {
	fsys := files("shop/1.sql", "create table never (n int)", "shop/2.sql", "create table never (n int)", "shop/3.sql", "create table a (n int)")
	folder, err := migrate.Read(sql.New(db, sql.Options{}), fsys, natural)
	if err != nil {
		t.Fatal(err)
	}
	_, err = migrate.Baseline(t.Context(), folder, "22.sql", "me")
	if err == nil || !strings.Contains(err.Error(), "there is no file 22.sql for shop") {
		t.Errorf("an unknown file: %v", err)
	}
	noted, err := migrate.Baseline(t.Context(), folder, "2.sql", "me")
	equal(t, "recorded", fmt.Sprint(noted, err), "[shop/1.sql shop/2.sql] <nil>")
	equal(t, "what ran", paths(run(t, db, fsys)), "shop/3.sql")
}

// oldTable begins with a table that has no column for durations.
func oldTable(t *testing.T, db *data.DB) {
	if err := db.Execute(t.Context(), "create table framework_migrations (id bigint, migration_path varchar(500) not null unique, "+
		"content_hash char(64) not null, executed_at timestamp not null, executed_by varchar(200) not null)"); err != nil {
		t.Fatal(err)
	}
	fsys := files("shop/1.sql", "create table a (n int)")
	equal(t, "what is due", due(t, db, fsys), "shop/1.sql")
	if db.Dialect() == data.SQLite {
		equal(t, "what ran", paths(run(t, db, fsys)), "shop/1.sql")
		equal(t, "rows with a duration", query(t, db, "select count(duration_ms) as n from framework_migrations"), `[{"n":1}]`)
	}
}

func lineEnds(t *testing.T, db *data.DB) {
	run(t, db, files("shop/1.sql", "create table a (n int);\nselect 1;\n"))
	report := run(t, db, files("shop/1.sql", "create table a (n int);\r\nselect 1;\r\n"))
	if len(report.Problems) != 1 || report.Problems[0].Code != "migration-line-ends" {
		t.Errorf("the warnings are %v", report.Problems)
	}
}

// unlock ends the session that holds the lock.
func unlock(t *testing.T, db, other *data.DB) {
	untilFree(t, db)
	nobody, err := sql.New(db, sql.Options{}).Unlock(t.Context())
	equal(t, "while nobody holds it", fmt.Sprintf("%q %v", nobody, err), `"" <nil>`)
	tx := hold(t, other)
	holder, err := sql.New(db, sql.Options{}).Unlock(t.Context())
	if err != nil || !strings.Contains(holder, " from ") {
		t.Errorf("the holder is %q, error %v", holder, err)
	}
	t.Cleanup(func() { clean(t, db) })
	equal(t, "what ran", paths(run(t, db, files("shop/1.sql", "create table a (n int)"))), "shop/1.sql")
	_ = tx.Rollback(t.Context()) // its session has ended
}

// untilFree waits until no session holds the lock: that of a run which a test has cut off may not have ended yet.
func untilFree(t *testing.T, db *data.DB) {
	t.Helper()
	held := map[data.Dialect]string{
		data.Postgres: "select count(*) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where " +
			"datname = current_database())",
		data.MySQL: "select count(*) from information_schema.processlist where id = is_used_lock(concat('fwrun ', md5(database())))",
	}[db.Dialect()]
	untilNone(t, db, held, "a session that no test knows of holds the lock")
}

// untilNone waits until a query counts nothing.
func untilNone(t *testing.T, db *data.DB, count, otherwise string) {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		rows, err := db.Query(t.Context(), count, data.Args{})
		if err != nil {
			t.Fatal(err)
		}
		if rows.Cell(0, 0).Int() == 0 {
			return
		}
		select {
		case <-deadline:
			t.Fatal(otherwise)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
