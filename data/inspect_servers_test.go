package data_test

import (
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestInspectOnServers: whatever is tried, a server refuses what changes anything, or it is undone; and the next who looks has another
// connection.
func TestInspectOnServers(t *testing.T) {
	common := []string{
		"DELETE FROM users", "INSERT INTO users VALUES (9, 'x')", "UPDATE users SET name = 'x'", "DROP TABLE users", "CREATE TABLE other (id INT)",
		"TRUNCATE TABLE users", "ALTER TABLE users ADD COLUMN x INT",
		"COMMIT", "ROLLBACK", "SELECT 1; DELETE FROM users", "/* SELECT */ DELETE FROM users", "EXPLAIN ANALYZE DELETE FROM users",
	}
	for name, c := range map[string]struct {
		url  func(*testing.T) string
		more []string
	}{
		"postgres": {datatest.Postgres, []string{
			"WITH gone AS (DELETE FROM users RETURNING *) SELECT * FROM gone", "SELECT nextval('numbers')",
			"DO $$ BEGIN DELETE FROM users; END $$", "SET TRANSACTION READ WRITE", "SET default_transaction_read_only = off",
			"SELECT set_config('transaction_read_only', 'off', false)",
		}},
		"mariadb": {datatest.MariaDB, []string{"SET SESSION TRANSACTION READ WRITE", "CALL gone()", "REPLACE INTO users VALUES (1, 'x')"}},
	} {
		t.Run(name, func(t *testing.T) {
			db := datatest.Open(t, data.Settings{Name: "main", URL: c.url(t)})
			for _, sql := range []string{"CREATE TABLE users (id INT PRIMARY KEY, name VARCHAR(40))", "INSERT INTO users VALUES (1, 'Ada'), (2, 'Grace')"} {
				if err := db.Execute(t.Context(), sql); err != nil {
					t.Fatal(err)
				}
			}
			if name == "postgres" {
				if err := db.Execute(t.Context(), "CREATE SEQUENCE numbers"); err != nil {
					t.Fatal(err)
				}
			}
			for _, sql := range append(common, c.more...) {
				_, _ = db.Inspect(t.Context(), sql, data.Args{}, 10) // whether it is refused or undone is the server's affair
				rows, err := db.Query(t.Context(), "SELECT count(*), min(name), max(name) FROM users", data.Args{})
				if err != nil || rows.Cell(0, 0).Int() != 2 || rows.Cell(0, 1).Text() != "Ada" || rows.Cell(0, 2).Text() != "Grace" {
					t.Fatalf("%s: %v", sql, err)
				}
			}
			for sql, columns := range map[string]int{"SELECT * FROM users": 2, "EXPLAIN SELECT * FROM users": 0} {
				seen, err := db.Inspect(t.Context(), sql, data.Args{}, 10)
				if err != nil || len(seen.Parts) == 0 || columns > 0 && len(seen.Columns) != columns {
					t.Errorf("%s: %+v %v", sql, seen, err)
				}
			}
			if _, err := db.Update(t.Context(), "INSERT INTO users VALUES (3, 'Edith')", data.Args{}); err != nil {
				t.Errorf("the database cannot be written any more: %v", err)
			}
		})
	}
}
