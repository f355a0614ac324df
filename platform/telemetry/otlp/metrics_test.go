package otlp

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	metrics "go.opentelemetry.io/proto/otlp/metrics/v1"
	"google.golang.org/protobuf/proto"
)

// TestMetrics holds what a registry has against what is sent of it.
func TestMetrics(t *testing.T) {
	registry := prometheus.NewRegistry()
	counter := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "c_total", Help: "how many"}, []string{"l"})
	gauge := prometheus.NewGauge(prometheus.GaugeOpts{Name: "g"})
	histogram := prometheus.NewHistogram(prometheus.HistogramOpts{Name: "h", Buckets: []float64{1, 2}})
	summary := prometheus.NewSummary(prometheus.SummaryOpts{Name: "s", Objectives: map[float64]float64{0.5: 0.1}})
	untyped := prometheus.NewUntypedFunc(prometheus.UntypedOpts{Name: "u"}, func() float64 { return 7 })
	registry.MustRegister(counter, gauge, histogram, summary, untyped)
	counter.WithLabelValues("a").Add(2)
	counter.WithLabelValues("b").Add(0)
	gauge.Set(-1.5)
	id, span := strings.Repeat("ab", 16), strings.Repeat("cd", 8)
	histogram.(prometheus.ExemplarObserver).ObserveWithExemplar(0.5, prometheus.Labels{"trace_id": id, "span_id": span, "k": "v"})
	histogram.Observe(1.5)
	histogram.(prometheus.ExemplarObserver).ObserveWithExemplar(9, prometheus.Labels{"trace_id": "no id"})
	summary.Observe(3)

	var got metrics.ScopeMetrics
	m := newMeters(func(_ context.Context, items []byte) error { return proto.Unmarshal(items, &got) }, registry, time.Hour, new(loss), func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	m.close(t.Context())
	var lines []string
	for _, one := range got.Metrics {
		for _, p := range one.GetSum().GetDataPoints() {
			lines = append(lines, fmt.Sprint(one.Name, " ", one.Description, " ", one.GetSum().IsMonotonic, " ",
				one.GetSum().AggregationTemporality, " ", shown(p.Attributes), " ", p.GetAsDouble(), p.StartTimeUnixNano > 0))
		}
		for _, p := range one.GetGauge().GetDataPoints() {
			lines = append(lines, fmt.Sprint(one.Name, " ", p.GetAsDouble(), p.TimeUnixNano > 0))
		}
		for _, p := range one.GetHistogram().GetDataPoints() {
			lines = append(lines, fmt.Sprint(one.Name, " ", one.GetHistogram().AggregationTemporality, " ", p.Count, p.GetSum(),
				p.BucketCounts, p.ExplicitBounds))
			for _, e := range p.Exemplars {
				lines = append(lines, fmt.Sprint("exemplar ", e.GetAsDouble(), " ", hex.EncodeToString(e.TraceId), " ",
					hex.EncodeToString(e.SpanId), " ", shown(e.FilteredAttributes), e.TimeUnixNano > 0))
			}
		}
		for _, p := range one.GetSummary().GetDataPoints() {
			lines = append(lines, fmt.Sprint(one.Name, " ", p.Count, p.Sum, p.QuantileValues[0].Quantile, p.QuantileValues[0].Value))
		}
	}
	want := []string{
		"c_total how many true AGGREGATION_TEMPORALITY_CUMULATIVE l=a 2 true",
		"c_total how many true AGGREGATION_TEMPORALITY_CUMULATIVE l=b 0 true",
		"g -1.5 true",
		"h AGGREGATION_TEMPORALITY_CUMULATIVE 3 11 [1 1 1] [1 2]", "exemplar 0.5 " + id + " " + span + " k=vtrue", "exemplar 9   true",
		"s 1 3 0.5 3", "u 7 true",
	}
	if a, b := strings.Join(lines, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
}
