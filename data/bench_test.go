package data

import (
	"context"
	"database/sql"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver that database/sql would use, for comparison
)

const (
	benchAll = "select id, name, email, active, score, created from users limit 100"
	benchOne = "select id, name, email, active, score, created from users where id = ?"
)

// benchDB returns a database with 100 rows of 6 columns, and the path of its file.
func benchDB(b *testing.B) (*DB, string) {
	b.Helper()
	dir := b.TempDir()
	db := openSQLite(b, Settings{URL: "sqlite:bench.db", Folder: dir})
	mustExecute(b, db, `create table users (id integer primary key, name text, email text unique, active boolean,
		score real, created timestamp)`)
	for range 100 {
		_, err := db.Update(context.Background(), "insert into users(name, email, active, score, created) "+
			"values ('Ada Lovelace', 'ada' || random() || '@example.com', true, 12.75, '2024-05-01 10:20:30.123')", Args{})
		if err != nil {
			b.Fatal(err)
		}
	}
	return db, filepath.Join(dir, "bench.db")
}

func BenchmarkQueryAllToJSON(b *testing.B) {
	db, path := benchDB(b)
	b.Run("data", func(b *testing.B) {
		var dst []byte
		for b.Loop() {
			rows, err := db.Query(b.Context(), benchAll, Args{})
			if err != nil {
				b.Fatal(err)
			}
			dst = rows.AppendJSON(dst[:0])
		}
		b.SetBytes(int64(len(dst)))
	})
	b.Run("database_sql/maps", func(b *testing.B) { benchNaive(b, path, scanMaps) })
	b.Run("database_sql/structs", func(b *testing.B) { benchNaive(b, path, scanStructs) })
}

func BenchmarkQueryOneToJSON(b *testing.B) {
	db, path := benchDB(b)
	b.Run("data", func(b *testing.B) {
		var dst []byte
		for b.Loop() {
			rows, err := db.Query(b.Context(), benchOne, Args{Values: []any{int64(50)}})
			if err != nil {
				b.Fatal(err)
			}
			dst = rows.AppendRowJSON(dst[:0], 0)
		}
	})
	b.Run("data/cancelable", func(b *testing.B) {
		ctx, cancel := context.WithTimeout(b.Context(), 20*time.Second)
		defer cancel()
		for b.Loop() {
			if _, err := db.Query(ctx, benchOne, Args{Values: []any{int64(50)}}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("data/by_name", func(b *testing.B) {
		named := strings.Replace(benchOne, "?", ":id", 1)
		for b.Loop() {
			if _, err := db.Query(b.Context(), named, Args{Names: []string{"id"}, Values: []any{int64(50)}}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("database_sql/structs", func(b *testing.B) {
		pool := naivePool(b, path)
		for b.Loop() {
			rows, err := pool.QueryContext(b.Context(), benchOne, 50)
			if err != nil {
				b.Fatal(err)
			}
			naiveJSON(b, rows, scanStructs)
		}
	})
}

func BenchmarkUpdate(b *testing.B) {
	db, path := benchDB(b)
	const update = "update users set score = ? where id = ?"
	b.Run("data", func(b *testing.B) {
		for b.Loop() {
			if _, err := db.Update(b.Context(), update, Args{Values: []any{1.5, int64(50)}}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("database_sql", func(b *testing.B) {
		pool := naivePool(b, path)
		for b.Loop() {
			if _, err := pool.ExecContext(b.Context(), update, 1.5, 50); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func naivePool(b *testing.B, path string) *sql.DB {
	b.Helper()
	pool, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(5000)&_pragma=synchronous(normal)")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = pool.Close() })
	return pool
}

func benchNaive(b *testing.B, path string, scan func(*testing.B, *sql.Rows) any) {
	pool := naivePool(b, path)
	for b.Loop() {
		rows, err := pool.QueryContext(b.Context(), benchAll)
		if err != nil {
			b.Fatal(err)
		}
		naiveJSON(b, rows, scan)
	}
}

func naiveJSON(b *testing.B, rows *sql.Rows, scan func(*testing.B, *sql.Rows) any) {
	defer func() { _ = rows.Close() }()
	if _, err := json.Marshal(scan(b, rows)); err != nil {
		b.Fatal(err)
	}
}

func scanMaps(b *testing.B, rows *sql.Rows) any {
	names, err := rows.Columns()
	if err != nil {
		b.Fatal(err)
	}
	var list []map[string]any
	for rows.Next() {
		values, targets := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			b.Fatal(err)
		}
		row := make(map[string]any, len(names))
		for i, name := range names {
			row[name] = values[i]
		}
		list = append(list, row)
	}
	return list
}

type benchUser struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Email   string    `json:"email"`
	Active  bool      `json:"active"`
	Score   float64   `json:"score"`
	Created time.Time `json:"created"`
}

func scanStructs(b *testing.B, rows *sql.Rows) any {
	var list []benchUser
	for rows.Next() {
		var u benchUser
		if err := rows.Scan(&u.ID, &u.Name, &u.Email, &u.Active, &u.Score, &u.Created); err != nil {
			b.Fatal(err)
		}
		list = append(list, u)
	}
	return list
}
