package data

// Descriptors is how many files and sockets its connections may have open at the same time. What has no URL that
// can be read has none.
func (s Settings) Descriptors() int {
	dialect, err := dialectOf(s)
	if err != nil {
		return 0
	}
	s = s.withDefaults(dialect)
	if dialect != SQLite {
		return s.MaxConnections * (1 + len(s.Replicas))
	}
	const files = 2 // the database and its write-ahead log
	return files*(s.MaxConnections+1) + 2
}
