package otlp

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/fwrun/fwrun/platform/trace"
)

// Telemetry sends what an application tells of itself to a collector. A nil Telemetry sends nothing.
type Telemetry struct {
	settings Settings
	resource []byte
	tracer   *trace.Tracer
	spans    *queue // nil without traces
	logs     *queue // nil without the log

	lost       struct{ traces, metrics, logs loss }
	log        atomic.Pointer[slog.Logger]
	complaints complaints

	mu      sync.Mutex
	metrics *meters
	closed  bool
}

// New prepares what the settings turn on. It reaches no collector. The result is nil if nothing is on.
func New(s Settings) (*Telemetry, error) {
	if !s.any() {
		return nil, nil //nolint:nilnil // a nil Telemetry is one that sends nothing
	}
	t := &Telemetry{settings: s, resource: resourceOf(s)}
	if s.Traces.On {
		send, err := t.sender(s.Traces, "spans", "trace.v1.TraceService")
		if err != nil {
			return nil, err
		}
		t.spans = newQueue(send, mostSpans, cmp.Or(s.Delay, sendSpansEvery), &t.lost.traces, t.failed)
		t.tracer = trace.NewTracer(spans{t.spans}, s.Sampling)
	}
	if s.Logs.On {
		send, err := t.sender(s.Logs, "log records", "logs.v1.LogsService")
		if err != nil {
			t.Close(context.Background())
			return nil, err
		}
		t.logs = newQueue(send, mostRecords, cmp.Or(s.LogDelay, sendLogsEvery), &t.lost.logs, t.failed)
	}
	return t, nil
}

// Tracer returns what chooses the traces that are recorded; nil if none are.
func (t *Telemetry) Tracer() *trace.Tracer {
	if t == nil {
		return nil
	}
	return t.tracer
}

// Complain sets the log for what goes wrong.
func (t *Telemetry) Complain(log *slog.Logger) {
	if t != nil {
		t.log.Store(log)
	}
}

// Collect begins to send the metrics of a registry.
func (t *Telemetry) Collect(registry prometheus.Gatherer) error {
	if t == nil || !t.settings.Metrics.On {
		return nil
	}
	send, err := t.sender(t.settings.Metrics, "metric data points", "metrics.v1.MetricsService")
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed && t.metrics == nil {
		t.metrics = newMeters(send, registry, cmp.Or(t.settings.Interval, collectEvery), &t.lost.metrics, t.failed)
	}
	return nil
}

// closeWithin is how long sending the rest may take at most.
const closeWithin = 3 * time.Second

// Close sends what waits, until ctx ends or the time for it is over. What is recorded afterwards is lost.
func (t *Telemetry) Close(ctx context.Context) {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
	defer cancel()
	t.mu.Lock()
	t.closed = true
	metrics := t.metrics
	t.mu.Unlock()
	var all sync.WaitGroup
	if t.spans != nil {
		all.Go(func() { t.spans.close(ctx) })
	}
	if metrics != nil {
		all.Go(func() { metrics.close(ctx) })
	}
	if t.logs != nil {
		all.Go(func() { t.logs.close(ctx) })
	}
	all.Wait()
}

// failed logs that something could not be sent, but not more often than is useful.
func (t *Telemetry) failed(err error) {
	if err == nil || errors.Is(err, context.Canceled) {
		return
	}
	again, more := t.complaints.next(time.Now())
	if !again {
		return
	}
	attrs := []slog.Attr{slog.String("error", err.Error())}
	if n := t.lost.traces.total(); n > 0 {
		attrs = append(attrs, slog.Uint64("droppedSpans", n))
	}
	if n := t.lost.logs.total(); n > 0 {
		attrs = append(attrs, slog.Uint64("droppedRecords", n))
	}
	if more > 0 {
		attrs = append(attrs, slog.Int("alsoFailed", more))
	}
	log := t.log.Load()
	if log == nil {
		return
	}
	log.LogAttrs(context.Background(), slog.LevelWarn, "the collector does not take telemetry", attrs...)
}

// complaints limit how often the same is logged.
type complaints struct {
	mu   sync.Mutex
	last time.Time
	more int
}

// next reports whether it is time to log again, and how many were not logged since.
func (c *complaints) next(now time.Time) (again bool, more int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.last.IsZero() && now.Sub(c.last) < complainEvery {
		c.more++
		return false, 0
	}
	more, c.last, c.more = c.more, now, 0
	return true, more
}
