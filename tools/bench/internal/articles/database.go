package articles

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed" // of the schema
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

//go:embed schema.sql
var schema string

// tables are in the order in which their rows can be inserted.
var tables = []string{"users", "articles", "tags", "article_tags", "comments", "favourites", "follows"}

// Write makes a database of the content, in WAL mode.
func (c *Content) Write(file string) error {
	return with(file, func(db *sql.Conn) error {
		if _, err := db.ExecContext(context.Background(), "PRAGMA journal_mode = WAL; BEGIN;"+schema); err != nil {
			return err
		}
		for _, table := range tables {
			for _, row := range c.table(table) {
				places := strings.TrimSuffix(strings.Repeat("?, ", len(row)), ", ")
				if _, err := db.ExecContext(context.Background(), "INSERT INTO "+table+" VALUES ("+places+")", row...); err != nil {
					return fmt.Errorf("%s %v: %w", table, row, err)
				}
			}
		}
		// Not every SQLite reads sqlite_stat4, and those that do prepare a statement anew for each value; without it all make the same plans.
		_, err := db.ExecContext(context.Background(), "COMMIT; ANALYZE; DELETE FROM sqlite_stat4; PRAGMA wal_checkpoint(TRUNCATE)")
		return err
	})
}

// with opens a database for one connection.
func with(file string, work func(*sql.Conn) error) error {
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	connection, err := db.Conn(context.Background())
	if err != nil {
		return errors.Join(err, db.Close())
	}
	return errors.Join(work(connection), connection.Close(), db.Close())
}

// table returns the rows of a table.
func (c *Content) table(name string) (rows [][]any) {
	add := func(values ...any) { rows = append(rows, values) }
	switch name {
	case "users":
		for i, u := range c.Users {
			add(i+1, u.Name, u.Email, orNull(u.Bio), orNull(u.Image), u.Hash)
		}
	case "articles":
		for i, a := range c.Articles {
			add(i+1, a.Slug, a.Title, a.Description, a.Body, a.Author, a.Created, a.Updated)
		}
	case "tags":
		for i, tag := range c.Tags {
			add(i+1, tag)
		}
	case "article_tags":
		for i, a := range c.Articles {
			for _, tag := range a.Tags {
				add(i+1, tag)
			}
		}
	case "comments":
		for i, m := range c.Comments {
			add(i+1, m.Article, m.Author, m.Body, m.Created)
		}
	case "favourites":
		for _, p := range c.Favourites {
			add(p.Second, p.First)
		}
	case "follows":
		for _, p := range c.Follows {
			add(p.Second, p.First)
		}
	}
	return rows
}

// Rows returns all rows of the content as lines, sorted.
func (c *Content) Rows() []string {
	var lines []string
	for _, table := range tables {
		for _, row := range c.table(table) {
			lines = append(lines, line(table, row))
		}
	}
	slices.Sort(lines)
	return lines
}

// Rows returns all rows of a database in the same form. Times since the given one are [Now].
func Rows(file string, since time.Time) (lines []string, err error) {
	err = with(file, func(db *sql.Conn) error {
		for _, table := range tables {
			if err := read(db, table, func(row []any) {
				for i, value := range row {
					row[i] = blur(value, since)
				}
				lines = append(lines, line(table, row))
			}); err != nil {
				return err
			}
		}
		return nil
	})
	slices.Sort(lines)
	return lines, err
}

// read calls a function with each row of a table.
func read(db *sql.Conn, table string, each func(row []any)) (err error) {
	rows, err := db.QueryContext(context.Background(), "SELECT * FROM "+table)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		row, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			places[i] = &row[i]
		}
		if err := rows.Scan(places...); err != nil {
			return err
		}
		each(row)
	}
	return rows.Err()
}

func line(table string, row []any) string { return fmt.Sprintf("%s %q", table, fmt.Sprint(row...)) }

// Restore makes the rows of a database those of another one with the same tables, whatever other processes have it open.
func Restore(file, original string) error {
	return with(file, func(db *sql.Conn) error {
		ctx := context.Background()
		if _, err := db.ExecContext(ctx, "ATTACH ? AS original", original); err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
			return err
		}
		for _, table := range tables {
			if _, err := db.ExecContext(ctx, fmt.Sprintf("DELETE FROM main.%s; INSERT INTO main.%[1]s SELECT * FROM original.%[1]s", table)); err != nil {
				return err
			}
		}
		_, err := db.ExecContext(ctx, "COMMIT; PRAGMA main.wal_checkpoint(TRUNCATE)")
		return err
	})
}

// Check returns an error unless the rows of a database are those of the content, where [Now] stands for a time since the given one.
func (c *Content) Check(file string, since time.Time) error {
	got, err := Rows(file, since)
	if err != nil {
		return err
	}
	want := c.Rows()
	for _, line := range want {
		if !found(got, line) {
			return fmt.Errorf("there is no row %.300s", line)
		}
	}
	if len(got) != len(want) {
		return fmt.Errorf("there are %d rows, want %d", len(got), len(want))
	}
	return nil
}

func found(sorted []string, line string) bool {
	_, is := slices.BinarySearch(sorted, line)
	return is
}
