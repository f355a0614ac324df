package ask

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/manage"
)

// Sample is what a running application has counted until a moment.
type Sample struct {
	at      time.Time
	routes  map[string]routeCounts // by method and template
	gauges  map[string]float64
	cpu     float64
	listing manage.Listing
}

// routeCounts are the counts of one route.
type routeCounts struct {
	all, failed float64
	seconds     float64
	buckets     map[float64]float64 // by upper bound, cumulative
}

// Top is what a running application did between two samples.
type Top struct {
	At             time.Time  `json:"time"`
	Requests       float64    `json:"requests"` // a second
	Errors         float64    `json:"errors"`   // a second, with status 5xx
	Mean           float64    `json:"mean"`     // seconds
	P95            float64    `json:"p95"`      // seconds
	Workers        int        `json:"workers"`
	Busy           int        `json:"busy"`
	Waiting        int        `json:"waiting"`  // calls that wait for a worker
	InFlight       int        `json:"inFlight"` // calls that run or await
	CPU            float64    `json:"cpu"`      // processors
	Memory         int64      `json:"memory"`   // bytes; 0 if it is not known
	Routes         []TopRoute `json:"routes"`
	Queues         []TopQueue `json:"queues"`
	QueuesNotKnown []string   `json:"problems,omitempty"` // connections that did not answer
}

// TopRoute is what one route did.
type TopRoute struct {
	Name     string  `json:"route"`
	Requests float64 `json:"requests"`
	Errors   float64 `json:"errors"`
	Mean     float64 `json:"mean"`
	P95      float64 `json:"p95"`
}

// TopQueue is the state of a queue.
type TopQueue struct {
	Name    string       `json:"queue"`
	Waiting manage.Count `json:"waiting"`
	InHand  manage.Count `json:"inHand"`
	Retries int64        `json:"retries"`
	Dead    int64        `json:"dead"`
	Rate    float64      `json:"rate"`
	Paused  bool         `json:"paused"`
}

// Sample asks for what was counted until now.
func (r *Running) Sample(ctx context.Context) (*Sample, error) {
	text, err := r.Metrics(ctx)
	if err != nil {
		return nil, err
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(text))
	if err != nil {
		return nil, fault.New(opRunning, fault.Internal, "the metrics of the running application cannot be read").Because(err)
	}
	s := &Sample{at: time.Now(), routes: map[string]routeCounts{}, gauges: map[string]float64{}}
	for _, m := range families["http_server_request_duration_seconds"].GetMetric() {
		s.addRoute(m)
	}
	for _, name := range []string{"fwrun_workers", "fwrun_worker_calls", "process_resident_memory_bytes", "process_cpu_seconds_total"} {
		for _, m := range families[name].GetMetric() {
			s.gauges[strings.TrimSpace(name+" "+labelOf(m, "state"))] = m.GetGauge().GetValue() + m.GetCounter().GetValue() + m.GetUntyped().GetValue()
		}
	}
	s.cpu = s.gauges["process_cpu_seconds_total"]
	s.listing, err = r.Queues(ctx)
	return s, err
}

func labelOf(m *dto.Metric, name string) string {
	for _, l := range m.GetLabel() {
		if l.GetName() == name {
			return l.GetValue()
		}
	}
	return ""
}

func (s *Sample) addRoute(m *dto.Metric) {
	name := labelOf(m, "http_request_method") + " " + labelOf(m, "http_route")
	r, h := s.routes[name], m.GetHistogram()
	if r.buckets == nil {
		r.buckets = map[float64]float64{}
	}
	n := float64(h.GetSampleCount())
	r.all += n
	if strings.HasPrefix(labelOf(m, "http_response_status_code"), "5") {
		r.failed += n
	}
	r.seconds += h.GetSampleSum()
	for _, b := range h.GetBucket() {
		if !math.IsInf(b.GetUpperBound(), 1) {
			r.buckets[b.GetUpperBound()] += float64(b.GetCumulativeCount())
		}
	}
	s.routes[name] = r
}

// Since returns what happened since an earlier sample.
func (s *Sample) Since(before *Sample) Top {
	t := Top{
		At: s.at, Workers: int(s.gauges["fwrun_workers busy"] + s.gauges["fwrun_workers idle"]), Busy: int(s.gauges["fwrun_workers busy"]),
		Waiting: int(s.gauges["fwrun_worker_calls waiting"]), InFlight: int(s.gauges["fwrun_worker_calls in_flight"]),
		Memory: int64(s.gauges["process_resident_memory_bytes"]), Routes: []TopRoute{}, Queues: []TopQueue{},
	}
	elapsed := max(s.at.Sub(before.at).Seconds(), 1e-3)
	t.CPU = max(0, s.cpu-before.cpu) / elapsed
	all := routeCounts{buckets: map[float64]float64{}}
	for name, now := range s.routes {
		gained := now.minus(before.routes[name])
		if gained.all <= 0 {
			continue
		}
		all = all.plus(gained)
		t.Routes = append(t.Routes, TopRoute{name, gained.all / elapsed, gained.failed / elapsed, gained.seconds / gained.all, gained.quantile(0.95)})
	}
	slices.SortFunc(t.Routes, func(a, b TopRoute) int {
		return cmp.Or(cmp.Compare(b.Requests*b.Mean, a.Requests*a.Mean), strings.Compare(a.Name, b.Name))
	})
	if all.all > 0 {
		t.Requests, t.Errors, t.Mean, t.P95 = all.all/elapsed, all.failed/elapsed, all.seconds/all.all, all.quantile(0.95)
	}
	for _, q := range s.listing.Queues {
		t.Queues = append(t.Queues, TopQueue{q.Queue, q.Waiting, q.InHand, q.Retries, q.Dead, q.Rate, q.Paused})
	}
	for _, p := range s.listing.Problems {
		t.QueuesNotKnown = append(t.QueuesNotKnown, p.Connection)
	}
	return t
}

func (r routeCounts) plus(other routeCounts) routeCounts { return r.with(other, 1) }

func (r routeCounts) minus(other routeCounts) routeCounts { return r.with(other, -1) }

func (r routeCounts) with(other routeCounts, sign float64) routeCounts {
	sum := routeCounts{r.all + sign*other.all, r.failed + sign*other.failed, r.seconds + sign*other.seconds, maps.Clone(r.buckets)}
	for bound, n := range other.buckets {
		sum.buckets[bound] += sign * n
	}
	return sum
}

// quantile returns the time in which this share of the requests was answered, as precisely as the buckets are. Beyond the last bucket
// it is its bound.
func (r routeCounts) quantile(share float64) float64 {
	rank, below, lower := share*r.all, 0.0, 0.0
	for _, bound := range slices.Sorted(maps.Keys(r.buckets)) {
		n := r.buckets[bound]
		if n >= rank && n > below {
			return lower + (bound-lower)*(rank-below)/(n-below)
		}
		below, lower = n, bound
	}
	return lower
}
