package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/platform/fault"
)

func openSQLite(t testing.TB, s Settings) *DB {
	t.Helper()
	s.Name = "test"
	if s.URL == "" {
		s.URL, s.Folder = "sqlite:deep/test.db", t.TempDir()
	}
	db, err := Open(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func mustExecute(t testing.TB, db *DB, script string) {
	t.Helper()
	if err := db.Execute(context.Background(), script); err != nil {
		t.Fatal(err)
	}
}

func TestSQLiteSettings(t *testing.T) {
	db := openSQLite(t, Settings{})
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "foreign_keys": "1", "busy_timeout": "5000", "synchronous": "1",
	} {
		rows, err := db.Query(t.Context(), "pragma "+pragma, Args{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(rows.Cell(0, 0).Value()); got != want {
			t.Errorf("%s is %s, want %s", pragma, got, want)
		}
	}
}

// TestDoubleQuotesAreNames: by default SQLite takes "x" for the text 'x' if no column has that
// name.
func TestDurable(t *testing.T) {
	for durable, want := range map[bool]int64{false: 1, true: 2} {
		tx, err := openSQLite(t, Settings{Durable: durable}).Begin(t.Context(), TxOptions{})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := tx.Query(t.Context(), "PRAGMA synchronous", Args{})
		if err != nil || rows.Cell(0, 0).Int() != want {
			t.Error(durable, rows, err)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestWithLimits(t *testing.T) {
	db := openSQLite(t, Settings{MaxRows: 2, MaxBytes: 1000})
	const sql = "with recursive n (i) as (select 1 union all select i + 1 from n where i < 3) select i from n"
	if _, err := db.Query(t.Context(), sql, Args{}); err == nil {
		t.Error("the limit has no effect")
	}
	if rows, err := db.WithLimits(3, 1000).Query(t.Context(), sql, Args{}); err != nil || rows.Len() != 3 {
		t.Error(err)
	}
}

// TestMissingAfterwards runs a statement that was prepared while its table existed.
func TestMissingAfterwards(t *testing.T) {
	db := openSQLite(t, Settings{URL: "sqlite::memory:"})
	mustExecute(t, db, "create table things (id integer)")
	ask := func() error {
		_, err := db.Query(t.Context(), "select id from things", Args{})
		return err
	}
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	mustExecute(t, db, "drop table things")
	e, ok := errors.AsType[*Error](ask())
	if !ok {
		t.Fatal("no error")
	}
	if what, name := e.Missing(); what != MissingTable || name != "things" {
		t.Error(what, name, e)
	}
}

func TestDoubleQuotesAreNames(t *testing.T) {
	for name, url := range map[string]string{"in a file": "", "in memory": "sqlite::memory:"} {
		t.Run(name, func(t *testing.T) {
			db := openSQLite(t, Settings{URL: url})
			mustExecute(t, db, `create table n ("v" text default 'none'); insert into n values ('a')`)
			for _, sql := range []string{
				`select * from n where "apiToken" = 'apiToken'`, // run by a reader
				`update n set "v" = "w"`,                        // run by the writer
				`create index i on n ("w")`,
				`create table m (v text check (v <> "w"))`,
			} {
				err := db.Execute(t.Context(), sql)
				if strings.HasPrefix(sql, "select") {
					_, err = db.Query(t.Context(), sql, Args{})
				}
				e, ok := errors.AsType[*Error](err)
				if !ok || e.Kind != Syntax || !strings.HasPrefix(e.Message, "no such column: ") {
					t.Errorf("%s: %v", sql, err)
				}
			}
			if rows, err := db.Query(t.Context(), `select "v" from n`, Args{}); err != nil || rows.Len() != 1 {
				t.Errorf("a quoted name: %v", err)
			}
		})
	}
}

// TestOldSchemasWithQuotedTexts: a schema that was written when "x" could be a text can still be
// opened.
func TestOldSchemasWithQuotedTexts(t *testing.T) {
	folder := t.TempDir()
	lenient, err := sql.Open("sqlite", filepath.Join(folder, "old.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = lenient.ExecContext(t.Context(), `create table n (v text default "none" check (v <> "w")); insert into n values ('a');
		create view x as select v from n where v <> "w"`)
	if err := errors.Join(err, lenient.Close()); err != nil {
		t.Fatal(err)
	}
	db := openSQLite(t, Settings{URL: "sqlite:old.db", Folder: folder})
	if _, err := db.Update(t.Context(), "insert into n values ('w')", Args{}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("the check of the table: %v", err)
	}
	_, err = db.Query(t.Context(), "select * from x", Args{})
	if err == nil || !strings.Contains(err.Error(), `no such column: "w" - should this be a string literal in single-quotes?`) {
		t.Errorf("the view: %v", err)
	}
}

func TestMemoryIsOneDatabase(t *testing.T) {
	db := openSQLite(t, Settings{URL: "sqlite::memory:"})
	other := openSQLite(t, Settings{URL: "sqlite::memory:"})
	mustExecute(t, db, "create table n (v int); insert into n values (0)")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50 {
				if _, err := db.Update(t.Context(), "update n set v = v + 1", Args{}); err != nil {
					t.Error(err)
				}
				if _, err := db.Query(t.Context(), "select v from n", Args{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if readers, writers := db.Stats(); readers.OpenConnections != 1 || writers.OpenConnections != 1 {
		t.Errorf("%d readers, %d writers", readers.OpenConnections, writers.OpenConnections)
	}
	rows, err := db.Query(t.Context(), "select v from n", Args{})
	if err != nil || rows.Cell(0, 0).Int() != 400 {
		t.Errorf("%s, %v", rows.AppendJSON(nil), err)
	}
	if _, err := other.Query(t.Context(), "select v from n", Args{}); err == nil {
		t.Error("two databases in memory are one")
	}
}

func TestReadsThatWriteGoToTheWriter(t *testing.T) {
	db := openSQLite(t, Settings{})
	mustExecute(t, db, "create table n (id integer primary key, v int)")
	for _, sql := range []string{
		"insert into n(v) values (1) returning id",
		"with x as (select 2 as v) insert into n(v) select v from x returning id",
	} {
		if _, err := db.Query(t.Context(), sql, Args{}); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	result, err := db.Update(t.Context(), "insert into n(v) values (3), (4) returning id * 10", Args{})
	if err != nil || result.Affected != 2 || result.Key != int64(30) {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestGeneratedKeys(t *testing.T) {
	db := openSQLite(t, Settings{})
	mustExecute(t, db, `create table n (id integer primary key, v int unique);
		create table w (k text primary key) without rowid`)
	for _, c := range []struct {
		sql      string
		affected int64
		key      any
	}{
		{"insert into n(v) values (1), (2)", 2, int64(2)},
		{"insert into n(v) values (1) on conflict do nothing", 0, nil},
		{"insert into n(v) values (1) on conflict do update set v = 5", 1, nil},
		{"insert into w values ('a')", 1, nil},
		{"insert into n(v) select last_insert_rowid() + 100", 1, nil},
		{"replace into n(id, v) values (9, 9)", 1, int64(9)},
		{"create table later (a int)", 0, nil},
		{"delete from n", 4, nil},
		{"delete from n", 0, nil},
	} {
		result, err := db.Update(t.Context(), c.sql, Args{})
		if err != nil || result.Affected != c.affected || result.Key != c.key {
			t.Errorf("%s: %+v, %v; want %d, %v", c.sql, result, err, c.affected, c.key)
		}
	}
}

func TestNotADatabase(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.db"), []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{"sqlite:x.db", "sqlite:x.db/y.db"} {
		_, err := Open(t.Context(), Settings{Name: "broken", URL: url, Folder: dir})
		if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), `datasource "broken"`) {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	one := openSQLite(t, Settings{URL: "sqlite:shared.db", Folder: dir})
	two := openSQLite(t, Settings{URL: "sqlite:shared.db", Folder: dir})
	mustExecute(t, one, "create table n (v int); insert into n values (0)")
	var wait sync.WaitGroup
	for _, db := range []*DB{one, two} {
		wait.Go(func() {
			for range 50 {
				err := db.Transaction(t.Context(), TxOptions{}, func(tx *Tx) error {
					rows, err := tx.Query(t.Context(), "select v from n", Args{})
					if err != nil {
						return err
					}
					_, err = tx.Update(t.Context(), "update n set v = ?", Positional(rows.Cell(0, 0).Int()+1))
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	rows, err := one.Query(t.Context(), "select v from n", Args{})
	if err != nil || rows.Cell(0, 0).Int() != 100 {
		t.Errorf("%s, %v", rows.AppendJSON(nil), err)
	}
}

func TestScriptErrorsHaveAPlace(t *testing.T) {
	db := openSQLite(t, Settings{})
	script := "create table a (n int);\nselect 1;\ninsert into nowhere values (1);"
	err := db.Execute(t.Context(), script)
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Offset < strings.Index(script, "insert") {
		t.Errorf("%+v", err)
	}
}

func TestLargeValues(t *testing.T) {
	db := openSQLite(t, Settings{})
	mustExecute(t, db, "create table n (a text, b blob, c text)")
	large := strings.Repeat("xyz", 1<<20)
	for _, values := range [][]any{{large, []byte(large), "c"}, {"a", []byte("b"), "c"}, {"", nil, large}} {
		mustExecute(t, db, "delete from n")
		if _, err := db.Update(t.Context(), "insert into n values (?, ?, ?)", Positional(values...)); err != nil {
			t.Fatal(err)
		}
		rows, err := db.Query(t.Context(), "select * from n where c = ?", Positional(values[2]))
		if err != nil || rows.Len() != 1 {
			t.Fatalf("%v", err)
		}
		if rows.Cell(0, 0).Text() != values[0] || rows.Cell(0, 2).Text() != values[2] {
			t.Error("a large value did not come back")
		}
	}
}

// TestCanceledAtAnyMoment detects interrupts that hit the wrong statement.
func TestCanceledAtAnyMoment(t *testing.T) {
	db := openSQLite(t, Settings{MaxConnections: 2})
	mustExecute(t, db, "create table n (v int); insert into n values (1)")
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i := range 200 {
				ctx, cancel := context.WithCancel(t.Context())
				if i%2 == 0 {
					go cancel()
				}
				_, err := db.Query(ctx, "select a.v from n a, n b where a.v = ?", Positional(1))
				if err != nil && (i%2 != 0 || fault.KindOf(err) != fault.Canceled) {
					t.Error(i, err)
				}
				cancel()
			}
		})
	}
	wait.Wait()
}

func TestSQLiteStatementsAreKept(t *testing.T) {
	handle, err := openSQLiteHandle(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	s := newSQLiteSession(handle, false, &sqliteWatch{})
	defer func() { _ = s.close() }()
	var found [3]*sqliteStatement
	for i, sql := range []string{"select 1", "select 2", "select 1"} {
		if found[i], err = s.statement(call{statement: &statement{Statement: &sqltext.Statement{SQL: sql}}}); err != nil {
			t.Fatal(err)
		}
	}
	if found[0] != found[2] || found[0] == found[1] {
		t.Errorf("it is prepared anew: %v", found)
	}
}

// TestSQLiteFilesArePrivate: only their owner can read the files of a new database. Those of one that is there stay as they are.
func TestSQLiteFilesArePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "shared.db"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{"deep/own.db": 0o600, "shared.db": 0o644} {
		db := openSQLite(t, Settings{URL: "sqlite:" + name, Folder: folder})
		if err := db.Execute(t.Context(), "create table a (n int)"); err != nil {
			t.Fatal(err)
		}
		for _, ending := range []string{"", "-wal", "-shm"} {
			info, err := os.Stat(filepath.Join(folder, name+ending))
			if err != nil || info.Mode().Perm() != want {
				t.Errorf("%s%s: %v, %v, want %v", name, ending, info, err, want)
			}
		}
	}
}
