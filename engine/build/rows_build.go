package build

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// rowsBuilder finds what the application asks databases.
type rowsBuilder struct {
	*declared.Source
	out *manifest.Manifest
}

// buildRows finds the repositories with their tables and queries, and the statements in the scripts.
func buildRows(src *declared.Source, m *manifest.Manifest) {
	b := &rowsBuilder{src, m}
	b.repositories()
	b.statements()
	b.columnNames()
}
