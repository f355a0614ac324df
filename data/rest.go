package data

import "context"

// Rest frees memory that SQLite keeps for further statements: it closes the readers that are not in use, and empties the cache of the
// writer. The next statement opens a file again, which takes about a millisecond. Connections to servers stay open.
func (s *Sources) Rest(ctx context.Context) {
	for _, db := range s.byName {
		if db.Dialect() == SQLite {
			db.rest(AtOnce(ctx))
		}
	}
}

// rest leaves what is in use alone, and a database in memory, which would be gone, open.
func (db *DB) rest(ctx context.Context) {
	if db.readers != db.writers {
		db.readers.warm.cool()
		db.readers.db.SetMaxIdleConns(0)
		db.readers.db.SetMaxIdleConns(cap(db.readers.slots))
	}
	_ = db.writers.with(ctx, func(s session) error { return s.script(ctx, "PRAGMA shrink_memory") }) // one that fails frees nothing
}
