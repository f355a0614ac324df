package data

import (
	"slices"
	"time"
)

// Room is the number of connections that a datasource has.
type Room struct {
	// Writers is the number of connections for statements that may write: 1 for SQLite.
	Writers int
	// Readers is the number of connections for reading alone. If it is 0, reads take one of the
	// writers; if it is negative, reads go to replicas.
	Readers int
}

// Room returns how many statements and transactions can run at the same time.
func (db *DB) Room() Room {
	room := Room{Writers: cap(db.writers.slots)}
	switch {
	case db.replicas != nil:
		room.Readers = -1
	case db.readers != db.writers:
		room.Readers = cap(db.readers.slots)
	}
	return room
}

// Waiting returns how many requests wait for a connection to read, and how many for one to write.
func (db *DB) Waiting() (readers, writers int) {
	writers = int(db.writers.pending.Load())
	if db.replicas != nil {
		return db.replicas.waiting(), writers
	}
	return int(db.readers.pending.Load()), writers
}

// Full reports whether a request that reads would have to wait for a connection, and one that writes.
func (db *DB) Full() (readers, writers bool) {
	writers = db.writers.full()
	if db.replicas != nil {
		return !slices.ContainsFunc(db.replicas.list, func(r *replica) bool { return !r.full() }), writers
	}
	return db.readers.full(), writers
}

// Queue returns how many requests may wait for a connection, and for how long.
func (db *DB) Queue() (places int, wait time.Duration) {
	return db.settings.Queue, db.settings.AcquireTimeout
}

// Reads reports whether a query runs on a connection for reading, judging by its text.
func (db *DB) Reads(sql string) bool {
	s, err := db.statements.get(sql)
	return err == nil && s.reads()
}
