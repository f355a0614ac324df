package telemetry

import (
	"encoding/hex"
	"math"
	"sync/atomic"
	"time"

	dto "github.com/prometheus/client_model/go"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// seconds are the bounds that OpenTelemetry advises for durations.
var seconds = []float64{0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10}

// sizes are bounds for bodies, in bytes.
var sizes = []float64{100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000}

// counted are bounds for numbers of things.
var counted = []float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000}

// spread counts values by size.
type spread struct {
	bounds []float64
	counts []atomic.Uint64 // one more than bounds
	sum    atomic.Uint64   // a float64
	latest peak

	examples []atomic.Pointer[example] // one more than bounds; nil until there is one
	exampled atomic.Bool
}

// example is a request that a bucket counts, with its trace.
type example struct {
	trace [16]byte
	value float64
	at    time.Time
}

func newSpread(bounds []float64) *spread {
	return &spread{
		bounds: bounds, counts: make([]atomic.Uint64, len(bounds)+1), examples: make([]atomic.Pointer[example], len(bounds)+1),
	}
}

// observe counts a value.
func (s *spread) observe(value float64) { s.observeIn([16]byte{}, value) }

// exampleEvery is how long an example is kept at least: nobody looks at them more often.
const exampleEvery = 100 * time.Millisecond

// observeIn counts a value that belongs to a recorded trace, if that is not zero.
func (s *spread) observeIn(trace [16]byte, value float64) {
	i := 0
	for i < len(s.bounds) && value > s.bounds[i] {
		i++
	}
	s.counts[i].Add(1)
	if value != 0 { // such as the size of a body that is not there
		addFloat(&s.sum, value)
		s.latest.raise(value)
	}
	if trace == [16]byte{} {
		return
	}
	if now, old := time.Now(), s.examples[i].Load(); old == nil || now.Sub(old.at) >= exampleEvery {
		s.examples[i].Store(&example{trace, value, now})
		s.exampled.Store(true)
	}
}

// total returns how many values there were, and their sum.
func (s *spread) total() (count uint64, sum float64) {
	for i := range s.counts {
		count += s.counts[i].Load()
	}
	return count, math.Float64frombits(s.sum.Load())
}

// read returns the histogram as Prometheus has it.
func (s *spread) read(bounds []float64) *dto.Histogram {
	buckets := make([]dto.Bucket, len(bounds))
	out := &dto.Histogram{Bucket: make([]*dto.Bucket, len(bounds), len(bounds)+1)}
	numbers := make([]uint64, len(bounds)+1)
	var sum uint64
	for i := range bounds {
		sum += s.counts[i].Load()
		numbers[i] = sum
		buckets[i].UpperBound, buckets[i].CumulativeCount = &bounds[i], &numbers[i]
		out.Bucket[i] = &buckets[i]
	}
	last := len(bounds)
	numbers[last] = sum + s.counts[last].Load()
	total := math.Float64frombits(s.sum.Load())
	out.SampleCount, out.SampleSum = &numbers[last], &total
	if s.exampled.Load() {
		s.illustrate(out)
	}
	return out
}

// traceLabel is the label of an exemplar, as OpenTelemetry writes it.
var traceLabel = "trace_id"

// illustrate adds the traces of examples to the buckets.
func (s *spread) illustrate(to *dto.Histogram) {
	for i := range s.examples {
		e := s.examples[i].Load()
		if e == nil {
			continue
		}
		if i == len(to.Bucket) {
			infinity := math.Inf(1)
			to.Bucket = append(to.Bucket, &dto.Bucket{UpperBound: &infinity, CumulativeCount: to.SampleCount})
		}
		trace := hex.EncodeToString(e.trace[:])
		to.Bucket[i].Exemplar = &dto.Exemplar{
			Label: []*dto.LabelPair{{Name: &traceLabel, Value: &trace}}, Value: &e.value, Timestamp: timestamppb.New(e.at),
		}
	}
}

// peak is the largest value of the last minutes: of the time since it was last asked for and at least a minute before, since
// values come without the time.
type peak struct {
	now    atomic.Uint64 // a float64 that is not negative: these compare like their bits
	before atomic.Uint64
	turned atomic.Int64 // when now began, in Unix seconds
}

func (p *peak) raise(value float64) {
	bits := math.Float64bits(value)
	for value > 0 {
		old := p.now.Load()
		if bits <= old || p.now.CompareAndSwap(old, bits) {
			return
		}
	}
}

// read returns the largest value.
func (p *peak) read(now time.Time) float64 {
	largest := max(math.Float64frombits(p.now.Load()), math.Float64frombits(p.before.Load()))
	if turned := p.turned.Load(); now.Unix()-turned >= 60 && p.turned.CompareAndSwap(turned, now.Unix()) {
		p.before.Store(p.now.Swap(0))
	}
	return largest
}
