package otlp

import (
	"encoding/binary"
	"encoding/hex"
	"log/slog"
	"math"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const collectEvery = time.Minute

// meters sends what a registry has counted, from time to time.
type meters struct {
	*worker
	send     sending
	registry prometheus.Gatherer
	every    time.Duration
	failed   func(error)
	lost     *loss
}

func newMeters(send sending, registry prometheus.Gatherer, every time.Duration, lost *loss, failed func(error)) *meters {
	m := &meters{worker: newWorker(), send: send, registry: registry, every: every, lost: lost, failed: failed}
	go m.run()
	return m
}

func (m *meters) run() {
	defer close(m.ended)
	ticker := time.NewTicker(m.every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			m.collect()
		case <-m.closing:
			m.collect()
			return
		}
	}
}

func (m *meters) collect() {
	families, err := m.registry.Gather()
	m.failed(err)
	items := appendFamilies(nil, families, time.Now())
	if len(items) == 0 {
		return
	}
	if err := m.send(m.alive, items); err != nil {
		m.lost.count(1, err)
		m.failed(err)
	}
}

// began is since when counters count that do not say so themselves.
var began = time.Now()

const cumulative = 2 // all values are sums since the beginning

// appendFamilies appends metrics as OTLP has them: opentelemetry.proto.metrics.v1.Metric, whose fields are numbered here, with those of what
// is in them.
func appendFamilies(b []byte, families []*dto.MetricFamily, now time.Time) []byte {
	for _, f := range families {
		if len(f.GetMetric()) == 0 {
			continue
		}
		metric, data := 0, 0
		b, metric = openMessage(b, fieldItems)
		b = appendText(b, 1, f.GetName())
		b = appendText(b, 2, f.GetHelp())
		switch f.GetType() {
		case dto.MetricType_COUNTER:
			b, data = openMessage(b, 7)
			b = appendNumber(b, 2, cumulative)
			b = appendNumber(b, 3, 1) // it never falls
		case dto.MetricType_HISTOGRAM:
			b, data = openMessage(b, 9)
			b = appendNumber(b, 2, cumulative)
		case dto.MetricType_SUMMARY:
			b, data = openMessage(b, 11)
		default:
			b, data = openMessage(b, 5)
		}
		for _, one := range f.GetMetric() {
			b = appendPoint(b, f.GetType(), one, now)
		}
		b = closeMessage(closeMessage(b, data), metric)
	}
	return b
}

func appendPoint(b []byte, kind dto.MetricType, one *dto.Metric, now time.Time) []byte {
	if ms := one.GetTimestampMs(); ms != 0 {
		now = time.UnixMilli(ms)
	}
	b, from := openMessage(b, 1)
	switch kind {
	case dto.MetricType_COUNTER:
		c := one.GetCounter()
		b = appendTimes(b, c.GetCreatedTimestamp(), now)
		b = appendDouble(b, 4, c.GetValue())
		b = appendExemplar(b, 5, c.GetExemplar())
		b = appendLabels(b, 7, one.GetLabel())
	case dto.MetricType_HISTOGRAM:
		h := one.GetHistogram()
		b = appendTimes(b, h.GetCreatedTimestamp(), now)
		b = appendFixed(b, 4, h.GetSampleCount())
		b = appendDouble(b, 5, h.GetSampleSum())
		b = appendBuckets(b, h)
		b = appendLabels(b, 9, one.GetLabel())
	case dto.MetricType_SUMMARY:
		s := one.GetSummary()
		b = appendTimes(b, s.GetCreatedTimestamp(), now)
		b = appendFixed(b, 4, s.GetSampleCount())
		b = appendDouble(b, 5, s.GetSampleSum())
		for _, q := range s.GetQuantile() {
			quantile := 0
			b, quantile = openMessage(b, 6)
			b = closeMessage(appendDouble(appendDouble(b, 1, q.GetQuantile()), 2, q.GetValue()), quantile)
		}
		b = appendLabels(b, 7, one.GetLabel())
	default:
		value := one.GetGauge().GetValue()
		if kind == dto.MetricType_UNTYPED {
			value = one.GetUntyped().GetValue()
		}
		b = appendDouble(appendTime(b, 3, now), 4, value)
		b = appendLabels(b, 7, one.GetLabel())
	}
	return closeMessage(b, from)
}

func appendTimes(b []byte, created *timestamppb.Timestamp, now time.Time) []byte {
	since := began
	if created.IsValid() {
		since = created.AsTime()
	}
	return appendTime(appendTime(b, 2, since), 3, now)
}

// appendBuckets appends the counts of the buckets and their bounds. In a registry each bucket has the count of all before it, and the
// last one, without a bound, may be left out.
func appendBuckets(b []byte, h *dto.Histogram) []byte {
	var before uint64
	var bounds []float64
	b, from := openMessage(b, 6)
	for _, bucket := range h.GetBucket() {
		if bound := bucket.GetUpperBound(); !math.IsInf(bound, 1) {
			bounds = append(bounds, bound)
			b = binary.LittleEndian.AppendUint64(b, bucket.GetCumulativeCount()-before)
			before = bucket.GetCumulativeCount()
		}
	}
	b = closeMessage(binary.LittleEndian.AppendUint64(b, h.GetSampleCount()-before), from)
	b, from = openMessage(b, 7)
	for _, bound := range bounds {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(bound))
	}
	b = closeMessage(b, from)
	for _, bucket := range h.GetBucket() {
		b = appendExemplar(b, 8, bucket.GetExemplar())
	}
	return b
}

// appendExemplar appends an exemplar, if there is one. Its ids are hexadecimal digits in a registry; a collector refuses a request with
// one that does not have its bytes.
func appendExemplar(b []byte, field protowire.Number, e *dto.Exemplar) []byte {
	if e == nil {
		return b
	}
	b, from := openMessage(b, field)
	b = appendTime(b, 2, e.GetTimestamp().AsTime())
	b = appendDouble(b, 3, e.GetValue())
	for _, l := range e.GetLabel() {
		id, err := hex.DecodeString(l.GetValue())
		switch {
		case l.GetName() == "span_id" && err == nil:
			b = appendBytes(b, 4, id)
		case l.GetName() == "trace_id" && err == nil:
			b = appendBytes(b, 5, id)
		case l.GetName() != "span_id" && l.GetName() != "trace_id":
			b = appendLabels(b, 7, []*dto.LabelPair{l})
		}
	}
	return closeMessage(b, from)
}

func appendLabels(b []byte, field protowire.Number, labels []*dto.LabelPair) []byte {
	for _, l := range labels {
		b = appendAttrs(b, field, []slog.Attr{slog.String(l.GetName(), l.GetValue())}, longestText)
	}
	return b
}

func appendDouble(b []byte, field protowire.Number, f float64) []byte {
	return appendFixed(b, field, math.Float64bits(f))
}

// appendFixed appends a number of 8 bytes, which is there even if it is zero.
func appendFixed(b []byte, field protowire.Number, n uint64) []byte {
	return protowire.AppendFixed64(protowire.AppendTag(b, field, protowire.Fixed64Type), n)
}
