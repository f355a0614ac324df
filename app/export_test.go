package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/platform/logging"
)

// Metrics returns the metrics collected since the start.
func (s Serving) Metrics() prometheus.Gatherer { return s.of.observe.Metrics.Gatherer() }

// Schedules returns the state of every schedule, in the order of declaration.
func (s Serving) Schedules() []listing.ScheduleState {
	return listing.States(s.of.engine.Manifest(), s.of.scheduler)
}

// Levels returns the levels of the log, which can be changed at run time.
func (s Serving) Levels() *logging.Levels { return s.of.observe.Logs.Levels() }

// Instrumented reports whether the generation that serves is instrumented.
func (s Serving) Instrumented() bool { return s.of.probed != nil }
