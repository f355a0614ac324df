package manifest

import "github.com/fwrun/fwrun/fault"

// schedulesBuilder finds what is run by the clock.
type schedulesBuilder struct {
	*Source
	out   *Manifest
	spots map[*Schedule]fault.Spot // of the decorators
}

// buildSchedules finds the methods with @Scheduled.
func buildSchedules(src *Source, m *Manifest) {
	b := &schedulesBuilder{src, m, map[*Schedule]fault.Spot{}}
	b.schedules()
}
