package data

// Descriptors returns the largest number of files and sockets that the datasource's connections may have open at
// the same time. It is 0 if the URL cannot be parsed.
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
