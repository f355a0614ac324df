package otlp

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// loss counts what was not sent of one signal.
type loss struct {
	full     atomic.Uint64 // for which there was no room
	failed   atomic.Uint64 // that the collector did not take in time
	rejected atomic.Uint64 // that the collector does not want, of requests that it took
}

// count counts the n items of a request that has ended with err.
func (l *loss) count(n int, err error) {
	if unwanted, ok := errors.AsType[*partialError](err); ok {
		l.rejected.Add(unwanted.rejected)
		return
	}
	l.failed.Add(uint64(n))
}

func (l *loss) total() uint64 { return l.full.Load() + l.failed.Load() + l.rejected.Load() }

// partialError says that the collector has taken a request, but does not want some of it, or has something to say of it.
type partialError struct {
	rejected      uint64
	items, reason string
}

// Error implements error.
func (e *partialError) Error() string {
	return fmt.Sprintf("OTLP partial success: %s (%d %s rejected)", e.reason, e.rejected, e.items)
}

// Dropped reports what was not sent, of each signal that is on and for each reason: spans, records of the log, and requests with
// metrics; of metrics that a collector rejects, the data points.
func (t *Telemetry) Dropped(tell func(signal, reason string, n uint64)) {
	if t == nil {
		return
	}
	for _, one := range []struct {
		name  string
		on    bool
		queue bool
		of    *loss
	}{
		{"traces", t.settings.Traces.On, true, &t.lost.traces},
		{"metrics", t.settings.Metrics.On, false, &t.lost.metrics},
		{"logs", t.settings.Logs.On, true, &t.lost.logs},
	} {
		if !one.on {
			continue
		}
		if one.queue {
			tell(one.name, "queue_full", one.of.full.Load())
		}
		tell(one.name, "failed", one.of.failed.Load())
		tell(one.name, "rejected", one.of.rejected.Load())
	}
}
