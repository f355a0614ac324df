package data

func (db *DB) openPostgres() error { return badURL(db.settings, Postgres, "not built yet") }
