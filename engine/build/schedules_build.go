package build

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
)

// schedulesBuilder finds what is run by the clock.
type schedulesBuilder struct {
	*declared.Source
	out   *manifest.Manifest
	spots map[*manifest.Schedule]fault.Spot // of the decorators
}

// buildSchedules finds the methods with @Scheduled.
func buildSchedules(src *declared.Source, m *manifest.Manifest) {
	b := &schedulesBuilder{src, m, map[*manifest.Schedule]fault.Spot{}}
	b.schedules()
}
