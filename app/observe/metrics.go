package observe

import (
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/jsapi/meters"
	"github.com/fwrun/fwrun/platform/telemetry"
)

// Meters returns the metrics as scripts use them.
func (p *Part) Meters() meters.Registry { return registry{p.Metrics} }

// registry adapts the metrics to [meters.Registry].
type registry struct{ of *telemetry.Metrics }

func (r registry) Instrument(kind meters.Kind, name string, tags []meters.Tag) (meters.Instrument, error) {
	list := make([]telemetry.Tag, len(tags))
	for i, t := range tags {
		list[i] = telemetry.Tag(t)
	}
	return r.of.Instrument(telemetry.Kind(kind), name, list)
}

// Requests returns what measures the requests to a route.
func (p *Part) Requests() func(route string) func(*host.Observation) {
	metrics := p.Metrics // the server outlives the generation
	return func(route string) func(*host.Observation) {
		to := metrics.Route(route)
		return func(o *host.Observation) {
			to.Observe(&telemetry.Request{
				Method: o.Method, Status: o.Status, Secure: o.Secure, Failure: o.Failure, Took: o.Took, In: o.In, Out: o.Out, Trace: o.Trace,
			})
		}
	}
}

// Workers returns what is counted of workers, with their state at the moment.
func (p *Part) Workers(s vm.State) telemetry.Workers {
	return telemetry.Workers{
		Busy: s.Busy, Idle: s.VMs - s.Busy, Waiting: s.Waiting, InFlight: s.InFlight, Timers: s.Timers, Sockets: s.Opened,
		Retired: p.Counts.Retired(), Interrupts: p.Counts.Interrupts(), Computed: p.Counts.Computed(),
	}
}
