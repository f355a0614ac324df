package main

import (
	"database/sql"
	"fmt"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// record is a row of the table that /rows reads.
type record struct {
	id          int
	name, email string
	age         int
	score       float64
	created     string
}

func records() []record {
	first := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var all []record
	for i := 1; i <= 100; i++ {
		all = append(all, record{
			id: i, name: fmt.Sprintf("User %d", i), email: fmt.Sprintf("user%d@example.com", i),
			age: 20 + i%50, score: float64(i) * 1.5,
			created: first.Add(time.Duration(i) * time.Hour).Format("2006-01-02T15:04:05.000Z"),
		})
	}
	return all
}

// seed creates the database that all peers read, in WAL mode, as each of them would choose.
func seed(file string) (err error) {
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec(`PRAGMA journal_mode = WAL;
		CREATE TABLE records (
		  id      INTEGER PRIMARY KEY,
		  name    TEXT NOT NULL,
		  email   TEXT NOT NULL,
		  age     INTEGER NOT NULL,
		  score   REAL NOT NULL,
		  created TEXT NOT NULL
		)`); err != nil {
		return err
	}
	for _, r := range records() {
		_, err := db.Exec("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", r.id, r.name, r.email, r.age, r.score, r.created)
		if err != nil {
			return err
		}
	}
	return nil
}
