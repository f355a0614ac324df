package telemetry

import (
	"io"
	"slices"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
)

// The media types of the text that Prometheus reads, the preferred one first.
const (
	OpenMetrics = "application/openmetrics-text;version=1.0.0;charset=utf-8"
	Text        = "text/plain;version=0.0.4;charset=utf-8"
)

// gather returns all metrics, sorted by name.
func (m *Metrics) gather() ([]*dto.MetricFamily, error) {
	m.addStandard()
	return m.registry.Gather()
}

// Write writes the metrics as text of a media type: those of the given names, or all if there is none.
func (m *Metrics) Write(w io.Writer, mediaType string, names []string) error {
	families, err := m.gather()
	if len(families) == 0 {
		return err // otherwise what could be gathered is better than nothing
	}
	format := expfmt.NewFormat(expfmt.TypeTextPlain)
	var options []expfmt.EncoderOption
	if acceptsOpenMetrics(mediaType) {
		if format, err = expfmt.NewOpenMetricsFormat(expfmt.OpenMetricsVersion_1_0_0); err != nil {
			return err
		}
	}
	encoder := expfmt.NewEncoder(w, format, options...)
	for _, f := range families {
		if len(names) > 0 && !isNamed(names, f) {
			continue
		}
		if err := encoder.Encode(f); err != nil {
			return err
		}
	}
	if closer, ok := encoder.(expfmt.Closer); ok {
		return closer.Close() // the end of OpenMetrics
	}
	return nil
}

// isNamed reports whether a metric, or one of its lines, is among the names.
func isNamed(names []string, f *dto.MetricFamily) bool {
	name := f.GetName()
	if slices.Contains(names, name) {
		return true
	}
	return f.GetType() == dto.MetricType_HISTOGRAM &&
		(slices.Contains(names, name+"_bucket") || slices.Contains(names, name+"_count") || slices.Contains(names, name+"_sum"))
}
