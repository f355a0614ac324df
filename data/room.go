package data

// Room is how many connections a datasource has.
type Room struct {
	// Writers are those for whatever may write: one for SQLite.
	Writers int
	// Readers are those that are for reading alone. With none, what reads takes one of the
	// writers; below zero reads go elsewhere, to replicas.
	Readers int
}

// Room tells how many statements and transactions can be under way at once.
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

// Reads reports whether a query is run on a connection for reading, as far as its text tells.
func (db *DB) Reads(sql string) bool {
	s, err := db.statements.get(sql)
	return err == nil && s.reads()
}
