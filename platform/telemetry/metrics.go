package telemetry

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// Options are the settings of a Metrics. The zero value of each means the stated default.
type Options struct {
	MaxSeries int // of one metric; 1000
}

// DefaultMaxSeries is the default bound on the series of one metric.
const DefaultMaxSeries = 1000

// Overflow is the value of the labels of the series that has what is over the bound.
const Overflow = "_OVERFLOW"

// Metrics holds the metrics of one process.
type Metrics struct {
	max      atomic.Int64
	registry *prometheus.Registry
	standard sync.Once // adds the collectors of client_golang when somebody looks
	all      []family  // in the order in which they were made
	sources  atomic.Pointer[Sources]
	process  processUse

	requests  *requests
	tools     tools
	clients   *store[[4]string]
	databases databases
	caches    *store[[2]string]
	messages  messages
	schedules *store[[2]string]
	security  *store[[1]string]

	own meters // those of the application
}

// New returns metrics in which nothing is counted yet.
func New(o Options) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.process.started = time.Now()
	m.Limit(o.MaxSeries)
	m.requests = newRequests(m)
	m.tools = newTools(m)
	m.clients = newClients(m)
	m.databases = newDatabases(m)
	m.caches = newCaches(m)
	m.messages = newMessages(m)
	m.schedules = newSchedules(m)
	m.security = newSecurity(m)
	m.addPolled()
	m.own.of, m.own.byName = m, map[string]*appMeter{}
	m.registry.MustRegister(collector{m})
	return m
}

// Limit sets how many series a metric may have; 0 for the default. Those that there are stay.
func (m *Metrics) Limit(series int) {
	if series <= 0 {
		series = DefaultMaxSeries
	}
	m.max.Store(int64(series))
}

// Watch sets what is asked when somebody looks.
func (m *Metrics) Watch(s Sources) { m.sources.Store(&s) }

// Gatherer returns the source of the collected metrics.
func (m *Metrics) Gatherer() prometheus.Gatherer {
	return prometheus.GathererFunc(m.gather)
}

func (m *Metrics) add(f family) { m.all = append(m.all, f) }

// addStandard adds client_golang's metrics of the process and of Go's runtime, under their own names. It takes
// a moment, which a start need not wait for.
func (m *Metrics) addStandard() {
	m.standard.Do(func() {
		m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	})
}

// families returns the metrics of fwrun and those of the application.
func (m *Metrics) families() []family {
	if s := m.sources.Load(); s != nil && s.Prepare != nil {
		s.Prepare()
	}
	return append(m.all[:len(m.all):len(m.all)], m.own.families()...)
}

// collector is what the registry asks. It describes nothing in advance, since the application's metrics come later.
type collector struct{ of *Metrics }

// Describe implements prometheus.Collector.
func (collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c collector) Collect(found chan<- prometheus.Metric) {
	for _, f := range c.of.families() {
		f.each(func(s *series) { found <- sample{f.about(), s} })
	}
}
