package data_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
)

// hostile are statements that would change something, or reach something else.
var hostile = []string{
	"DELETE FROM users", "INSERT INTO users VALUES (9, 'x')", "UPDATE users SET name = 'x'", "DROP TABLE users", "CREATE TABLE other (id INT)",
	"CREATE TEMP TABLE other (id INT)",
	"WITH gone AS (SELECT 1) DELETE FROM users", "INSERT INTO users VALUES (9, 'x') RETURNING id", "SELECT 1; DELETE FROM users", "COMMIT", "ROLLBACK",
	"BEGIN IMMEDIATE", "SAVEPOINT a",
	"PRAGMA query_only = OFF", "PRAGMA user_version = 7", "PRAGMA journal_mode = DELETE", "PRAGMA writable_schema = 1",
	"PRAGMA temp_store_directory = '/'", "PRAGMA wal_checkpoint", "VACUUM", "VACUUM INTO 'copy.db'", "REINDEX", "ANALYZE",
	"ATTACH 'other.db' AS o", "DETACH main", "SELECT load_extension('x')", "EXPLAIN DELETE FROM users; DELETE FROM users",
	"ALTER TABLE users ADD COLUMN x", "/* SELECT */ DELETE FROM users", "-- SELECT\nDELETE FROM users",
	"SELECT * FROM pragma_wal_checkpoint()", "SELECT * FROM pragma_user_version(7)", "SELECT * FROM pragma_optimize",
}

// TestInspectChangesNothing: whatever is tried, SQLite refuses what does more than read, and the database goes on to be used.
func TestInspectChangesNothing(t *testing.T) {
	folder := t.TempDir()
	for name, url := range map[string]string{"file": "sqlite:users.db", "memory": "sqlite::memory:"} {
		t.Run(name, func(t *testing.T) {
			db, err := data.Open(t.Context(), data.Settings{Name: "main", URL: url, Folder: folder})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if err := db.Execute(t.Context(), "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT); CREATE INDEX names ON users (name); "+
				"INSERT INTO users VALUES (1, 'Ada'), (2, 'Grace')"); err != nil {
				t.Fatal(err)
			}
			for _, sql := range hostile {
				if seen, err := db.Inspect(t.Context(), sql, data.Args{}, 10); err == nil && !strings.HasPrefix(sql, "SELECT * FROM pragma_user") {
					t.Errorf("%s: %v", sql, seen)
				}
			}
			rows, err := db.Query(t.Context(), "SELECT count(*), group_concat(name) FROM users", data.Args{})
			if err != nil || rows.Cell(0, 0).Int() != 2 || rows.Cell(0, 1).Text() != "Ada,Grace" {
				t.Fatalf("%v %v", rows, err)
			}
			version, err := db.Query(t.Context(), "PRAGMA user_version", data.Args{})
			if err != nil || version.Cell(0, 0).Int() != 0 {
				t.Errorf("%v %v", version, err)
			}
			if _, err := db.Update(t.Context(), "INSERT INTO users VALUES (3, 'Edith')", data.Args{}); err != nil {
				t.Errorf("the database cannot be written any more: %v", err)
			}
		})
	}
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "users.db") {
			t.Errorf("%s was written", filepath.Join(folder, e.Name()))
		}
	}
}

// TestInspect: the first rows of a large result are read, and no more than that; plans and tables can be looked at.
func TestInspect(t *testing.T) {
	db, err := data.Open(t.Context(), data.Settings{Name: "main", URL: "sqlite:numbers.db", Folder: t.TempDir(), MaxRows: 1000})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Execute(t.Context(), "CREATE TABLE numbers (n INTEGER PRIMARY KEY, word TEXT)"); err != nil {
		t.Fatal(err)
	}
	endless := "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n, 'w' || n AS word FROM c"
	seen, err := db.Inspect(t.Context(), endless, data.Args{}, 500)
	if err != nil || !seen.More || len(seen.Columns) != 2 || seen.Columns[1].Name != "word" {
		t.Fatalf("%+v %v", seen, err)
	}
	count := 0
	for _, part := range seen.Parts {
		count += part.Len()
	}
	if count < 500 || count > 1000 {
		t.Errorf("%d rows", count)
	}
	for sql, columns := range map[string]int{
		"SELECT * FROM numbers": 2, "EXPLAIN QUERY PLAN SELECT * FROM numbers WHERE n = 1": 4,
		"PRAGMA table_info(numbers)": 6, "SELECT name FROM sqlite_schema": 1,
	} {
		if seen, err := db.Inspect(t.Context(), sql, data.Args{}, 10); err != nil || len(seen.Columns) != columns || seen.More {
			t.Errorf("%s: %+v %v", sql, seen, err)
		}
	}
	_, err = db.Inspect(t.Context(), "SELECT nought FROM numbers", data.Args{}, 10)
	if e, ok := errors.AsType[*data.Error](err); !ok || e.Message != "no such column: nought" {
		t.Errorf("%v", err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := db.Inspect(canceled, "SELECT 1", data.Args{}, 10); err == nil {
		t.Error("a canceled look went on")
	}
}
