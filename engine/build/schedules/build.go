package schedules

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// builder finds the scheduled methods.
type builder struct {
	*declared.Source
	out   *manifest.Manifest
	spots map[*manifest.Schedule]fault.Spot // of the decorators
}

// Build finds the methods with @Scheduled.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{src, m, map[*manifest.Schedule]fault.Spot{}}
	b.schedules()
}
