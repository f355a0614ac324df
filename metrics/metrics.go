package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics holds the metrics of one process.
type Metrics struct {
	registry *prometheus.Registry
	calls    *prometheus.CounterVec
	took     *prometheus.HistogramVec
}

// New returns metrics in which nothing is counted yet.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mcp_tool_calls", Help: "Calls of tools by agents, by outcome: ok, tool_error, denied or internal.",
		}, []string{"tool", "outcome"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mcp_tool_duration", Help: "Seconds that calls of tools have taken.", Buckets: prometheus.DefBuckets,
		}, []string{"tool"}),
	}
	m.registry.MustRegister(m.calls, m.took)
	return m
}

// Tool counts a call of a tool.
func (m *Metrics) Tool(tool, outcome string, took time.Duration) {
	m.calls.WithLabelValues(tool, outcome).Inc()
	m.took.WithLabelValues(tool).Observe(took.Seconds())
}

// Gatherer returns the source of the collected metrics.
func (m *Metrics) Gatherer() prometheus.Gatherer { return m.registry }
