package aspects

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// builder finds the methods with aspects.
type builder struct {
	*declared.Source
	out    *manifest.Manifest
	meters map[string]meterOf // by name
}

// Build finds the methods with aspects, and has the aspects made before the beans with the methods.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{src, m, map[string]meterOf{}}
	b.aspects()
}
