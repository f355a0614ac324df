package aspects

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// builder finds the methods with aspects.
type builder struct {
	*declared.Source
	out *manifest.Manifest
}

// Build finds the methods with aspects around them, and has those made before the beans that they stand around.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{src, m}
	b.aspects()
}
