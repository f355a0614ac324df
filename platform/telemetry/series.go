package telemetry

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

// kind is what a metric does over time.
type kind uint8

const (
	counter kind = iota
	gauge
	histogram
)

// about describes a metric.
type about struct {
	name   string // as Prometheus has it, unit included
	dotted string // as Spring's tools and OpenTelemetry have it
	unit   string // empty if it counts
	help   string
	kind   kind
	labels []string
	bounds []float64 // of a histogram

	desc *prometheus.Desc
}

// family is a metric with its series.
type family interface {
	about() *about
	each(func(*series))
}

// series is a metric with values for its labels.
type series struct {
	values []string // in the order of the labels
	pairs  []*dto.LabelPair
	number atomic.Uint64 // a float64, of a counter or gauge
	spread *spread       // of a histogram
}

func newSeries(a *about, values []string) *series {
	s := &series{values: values}
	for i, name := range a.labels {
		if values[i] != "" { // Prometheus cannot tell an empty label from none
			s.pairs = append(s.pairs, &dto.LabelPair{Name: &name, Value: &values[i]})
		}
	}
	slices.SortFunc(s.pairs, func(x, y *dto.LabelPair) int { return cmp.Compare(x.GetName(), y.GetName()) })
	if a.kind == histogram {
		s.spread = newSpread(a.bounds)
	}
	return s
}

// add adds to a counter or gauge.
func (s *series) add(n float64) { addFloat(&s.number, n) }

func (s *series) set(n float64) { s.number.Store(math.Float64bits(n)) }

func (s *series) get() float64 { return math.Float64frombits(s.number.Load()) }

func addFloat(to *atomic.Uint64, n float64) {
	for {
		old := to.Load()
		if to.CompareAndSwap(old, math.Float64bits(math.Float64frombits(old)+n)) {
			return
		}
	}
}

// store holds the series of a metric, by a key that has the values of the labels.
type store[K comparable] struct {
	what   about
	values func(K) []string
	of     *Metrics

	mu   sync.RWMutex
	all  map[K]*series
	rest *series // what is over the bound
}

// newStore adds a metric.
func newStore[K comparable](m *Metrics, a about, values func(K) []string) *store[K] {
	s := &store[K]{what: a, values: values, of: m, all: map[K]*series{}}
	s.what.describe()
	m.add(s)
	return s
}

func (a *about) describe() { a.desc = prometheus.NewDesc(a.name, a.help, nil, nil) }

// with returns the series of a key. kept is false if it is that of the rest.
func (s *store[K]) with(key K) (one *series, kept bool) {
	if one = s.known(key); one != nil {
		return one, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if one = s.all[key]; one != nil {
		return one, true
	}
	if len(s.all) < int(s.of.max.Load()) {
		one = newSeries(&s.what, cleaned(s.values(key)))
		s.all[key] = one
		return one, true
	}
	if s.rest == nil {
		values := make([]string, len(s.what.labels))
		for i := range values {
			values[i] = Overflow
		}
		s.rest = newSeries(&s.what, values)
	}
	return s.rest, false
}

// known returns the series of a key, or nil if there is none.
func (s *store[K]) known(key K) *series {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.all[key]
}

// at is with for callers that do not keep the series.
func (s *store[K]) at(key K) *series {
	one, _ := s.with(key)
	return one
}

func (s *store[K]) about() *about { return &s.what }

func (s *store[K]) each(do func(*series)) {
	s.mu.RLock()
	list := make([]*series, 0, len(s.all)+1)
	for _, one := range s.all {
		list = append(list, one)
	}
	if s.rest != nil {
		list = append(list, s.rest)
	}
	s.mu.RUnlock()
	for _, one := range list {
		do(one)
	}
}

// sample is a series as the registry reads it.
type sample struct {
	of *about
	*series
}

// Desc implements prometheus.Metric.
func (s sample) Desc() *prometheus.Desc { return s.of.desc }

// Write implements prometheus.Metric.
func (s sample) Write(to *dto.Metric) error {
	to.Label = s.pairs
	switch s.of.kind {
	case histogram:
		to.Histogram = s.spread.read(s.of.bounds)
	case gauge:
		n := s.get()
		to.Gauge = &dto.Gauge{Value: &n}
	default:
		n := s.get()
		to.Counter = &dto.Counter{Value: &n}
	}
	return nil
}
