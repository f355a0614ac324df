package rows

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// builder finds the repositories and the statements of an application.
type builder struct {
	*declared.Source
	out *manifest.Manifest
}

// Build finds the repositories with their tables and queries, and the statements in the scripts.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{src, m}
	b.repositories()
	b.statements()
	b.columnNames()
}
