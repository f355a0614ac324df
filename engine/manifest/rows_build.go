package manifest

// rowsBuilder finds what the application asks databases.
type rowsBuilder struct {
	*Source
	out *Manifest
}

// buildRows finds the repositories with their tables and queries, and the statements in the scripts.
func buildRows(src *Source, m *Manifest) {
	b := &rowsBuilder{src, m}
	b.repositories()
	b.statements()
	b.columnNames()
}
