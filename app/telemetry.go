package app

import (
	"time"

	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/platform/telemetry"
)

// gaugesWait is how long somebody who looks at the metrics waits for gauges of scripts.
const gaugesWait = 250 * time.Millisecond

// measure lets the metrics ask the generation that serves when somebody looks at them.
func (a *App) measure(to *telemetry.Metrics) {
	depths := &queues.Depths{
		Serving: func() *queues.Part { return a.serving.Load().queues },
		Wanted: func() bool {
			g := a.serving.Load()
			return len(g.engine.Manifest().Listeners) > 0 || g.observe.Metrics.HasMessages()
		},
	}
	to.Watch(telemetry.Sources{
		Active: func(tell func(method, scheme string, requests int64)) {
			a.server.Active(func(method, scheme string, n int64) bool {
				tell(method, scheme, n)
				return true
			})
		},
		Workers: func() telemetry.Workers {
			g := a.serving.Load()
			return g.observe.Workers(g.engine.WorkerState())
		},
		Pools:     func() []telemetry.Pool { return a.serving.Load().databases.Pools() },
		CacheSize: func() map[string]int64 { return a.serving.Load().caches.Sizes() },
		MaxMemory: func() int64 { return int64(min(a.serving.Load().settings.workers.Pool.MemoryLimit, 1<<62)) },
		Depths:    depths.Read,
		Dropped:   func(tell func(signal, reason string, n uint64)) { a.serving.Load().observe.Sends.Dropped(tell) },
		Restarts:  func() int64 { return int64(a.options.Heir.Start().Restarts) },
		Prepare:   func() { a.serving.Load().api.AskGauges(gaugesWait) },
	})
}
