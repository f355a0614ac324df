package otlp

import (
	"context"
	"regexp"
	"strconv"
	"sync/atomic"

	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// loss counts what was not sent of one signal.
type loss struct {
	full     atomic.Uint64 // for which there was no room
	failed   atomic.Uint64 // that the collector did not take in time
	rejected atomic.Uint64 // that the collector does not want, of requests that it took
}

// count counts the n items of a request that has ended with err.
func (l *loss) count(n int, err error) {
	if err == nil {
		return
	}
	if unwanted, ok := rejectedOf(err); ok {
		l.rejected.Add(unwanted)
		return
	}
	l.failed.Add(uint64(n))
}

func (l *loss) total() uint64 { return l.full.Load() + l.failed.Load() + l.rejected.Load() }

// partial is the text of an error of a partial success, whose type the exporters keep to themselves.
var partial = regexp.MustCompile(`OTLP partial success: (?s:.*) \((\d+) [a-z ]+ rejected\)`)

// rejectedOf returns how many items of a request the collector does not want; ok is false if it has not taken the request.
func rejectedOf(err error) (n uint64, ok bool) {
	found := partial.FindStringSubmatch(err.Error())
	if found == nil {
		return 0, false
	}
	n, parsed := strconv.ParseUint(found[1], 10, 64)
	return n, parsed == nil
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
	}{{"traces", t.settings.Traces.On, true, &t.lost.traces}, {"metrics", t.settings.Metrics.On, false, &t.lost.metrics}, {"logs", t.settings.Logs.On, true, &t.lost.logs}} {
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

// mostRecords is how many records of the log wait to be sent at most, as OpenTelemetry recommends.
const mostRecords = 2048

// boundedLogs limits the records that wait for the processor, which would drop the oldest ones without a word.
type boundedLogs struct {
	sdklog.Processor
	waiting *atomic.Int64
	lost    *loss
}

// OnEmit implements [sdklog.Processor].
func (b boundedLogs) OnEmit(ctx context.Context, record *sdklog.Record) error {
	if b.waiting.Add(1) > mostRecords {
		b.waiting.Add(-1)
		b.lost.full.Add(1)
		return nil
	}
	return b.Processor.OnEmit(ctx, record)
}

// countedLogs is an exporter that counts what it could not send.
type countedLogs struct {
	sdklog.Exporter
	waiting *atomic.Int64
	lost    *loss
}

// Export implements [sdklog.Exporter].
func (c countedLogs) Export(ctx context.Context, records []sdklog.Record) error {
	c.waiting.Add(-int64(len(records)))
	err := c.Exporter.Export(ctx, records)
	c.lost.count(len(records), err)
	return err
}

// countedMetrics is an exporter that counts the requests that it could not send.
type countedMetrics struct {
	sdkmetric.Exporter
	lost *loss
}

// Export implements [sdkmetric.Exporter].
func (c countedMetrics) Export(ctx context.Context, all *metricdata.ResourceMetrics) error {
	err := c.Exporter.Export(ctx, all)
	c.lost.count(1, err)
	return err
}
