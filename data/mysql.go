package data

func (db *DB) openMySQL() error { return badURL(db.settings, MySQL, "not built yet") }
