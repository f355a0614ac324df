package build

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// aspectsBuilder finds the methods with aspects.
type aspectsBuilder struct {
	*declared.Source
	out *manifest.Manifest
}

// buildAspects finds the methods with aspects around them, and has those made before the beans that they stand around.
func buildAspects(src *declared.Source, m *manifest.Manifest) {
	b := &aspectsBuilder{src, m}
	b.aspects()
}
