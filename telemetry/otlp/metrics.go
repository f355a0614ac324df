package otlp

import (
	"context"
	"encoding/hex"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// producer turns the ids of exemplars, which are hexadecimal digits at Prometheus, into bytes. The bridge leaves them as they
// are, and a collector refuses a request with an id that does not have 16 bytes.
type producer struct{ sdkmetric.Producer }

// Produce implements [sdkmetric.Producer].
func (p producer) Produce(ctx context.Context) ([]metricdata.ScopeMetrics, error) {
	scopes, err := p.Producer.Produce(ctx)
	for _, scope := range scopes {
		for _, metric := range scope.Metrics {
			if histogram, ok := metric.Data.(metricdata.Histogram[float64]); ok {
				for i := range histogram.DataPoints {
					decodeIDs(histogram.DataPoints[i].Exemplars)
				}
			}
		}
	}
	return scopes, err
}

func decodeIDs(exemplars []metricdata.Exemplar[float64]) {
	for i := range exemplars {
		id := exemplars[i].TraceID
		n, err := hex.Decode(id, id)
		if err != nil {
			n = 0 // an exemplar without a trace
		}
		exemplars[i].TraceID = id[:n]
	}
}
