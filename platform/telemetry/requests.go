package telemetry

import (
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Unknown is the route of requests that match none.
const Unknown = "UNKNOWN"

// otherMethod is the method of requests whose own one is not known, as OpenTelemetry calls it.
const otherMethod = "_OTHER"

// methods are those that have a series of their own.
var methods = [...]string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", otherMethod}

func methodIndex(method string) int {
	for i, known := range methods {
		if method == known {
			return i
		}
	}
	return len(methods) - 1
}

// Request is an answered request.
type Request struct {
	Method  string
	Status  int
	Secure  bool   // it came over TLS
	Failure string // the class of the error that ended it; mostly empty
	Took    time.Duration
	In, Out int      // size of the bodies; negative if it is not known
	Trace   [16]byte // its trace, if it is recorded
}

// requestKey has the labels of a request's duration.
type requestKey struct {
	method, route string
	status        int
	secure        bool
	failure       string
}

func (k requestKey) values() []string {
	scheme, failure := "http", k.failure
	if k.secure {
		scheme = "https"
	}
	if failure == "" && k.status >= 500 {
		failure = strconv.Itoa(k.status)
	}
	return []string{k.method, k.route, strconv.Itoa(k.status), scheme, failure}
}

// requests are the metrics of the HTTP server.
type requests struct {
	took    *store[requestKey]
	in, out *store[[2]string]

	mu     sync.Mutex
	routes map[string]*Route // those of former generations stay, so that a reload resets nothing
}

func newRequests(m *Metrics) *requests {
	r := &requests{routes: map[string]*Route{}}
	r.took = newStore(m, about{
		name: "http_server_request_duration_seconds", dotted: "http.server.request.duration", unit: "seconds", kind: histogram, bounds: seconds,
		help:   "Duration of HTTP server requests.",
		labels: []string{"http_request_method", "http_route", "http_response_status_code", "url_scheme", "error_type"},
	}, requestKey.values)
	m.add(newRenamed(r.took, about{
		name: "http_request_duration", dotted: "http_request_duration", unit: "seconds", kind: histogram, bounds: seconds,
		help:   "Seconds from a request to its response.",
		labels: []string{"method", "route", "status", "scheme", "error"},
	}))
	size := func(name, what string) *store[[2]string] {
		return newStore(m, about{
			name: "http_server_" + name + "_body_size_bytes", dotted: "http.server." + name + ".body.size", unit: "bytes", kind: histogram, bounds: sizes,
			help: "Size of HTTP server " + what + " bodies.", labels: []string{"http_request_method", "http_route"},
		}, func(k [2]string) []string { return k[:] })
	}
	r.in, r.out = size("request", "request"), size("response", "response")
	return r
}

// Route measures the requests of a route.
type Route struct {
	of      *requests
	route   string
	methods [len(methods)]atomic.Pointer[methodSeries]
}

// methodSeries are the series of a route's requests with one method.
type methodSeries struct {
	in, out *spread
	took    atomic.Pointer[[]statusSeries] // replaced when there is another one; mostly one or two
}

type statusSeries struct {
	status  int
	secure  bool
	failure string
	*spread
}

// Route returns what measures the requests of a route, which is a path with the names of its variables.
func (m *Metrics) Route(route string) *Route {
	r := m.requests
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.routes[route]
	if one == nil {
		one = &Route{of: r, route: route}
		r.routes[route] = one
	}
	return one
}

// Observe counts a request.
func (r *Route) Observe(one *Request) {
	index := methodIndex(one.Method)
	series := r.methods[index].Load()
	if series == nil {
		series = r.begin(index)
	}
	if one.In >= 0 {
		series.in.observe(float64(one.In))
	}
	if one.Out >= 0 {
		series.out.observe(float64(one.Out))
	}
	took := one.Took.Seconds()
	if list := series.took.Load(); list != nil {
		for i := range *list {
			if s := &(*list)[i]; s.status == one.Status && s.secure == one.Secure && s.failure == one.Failure {
				s.observeIn(one.Trace, took)
				return
			}
		}
	}
	r.first(series, methods[index], one).observeIn(one.Trace, took)
}

func (r *Route) begin(method int) *methodSeries {
	key := [2]string{methods[method], r.route}
	one := &methodSeries{in: r.of.in.at(key).spread, out: r.of.out.at(key).spread}
	if !r.methods[method].CompareAndSwap(nil, one) {
		return r.methods[method].Load()
	}
	return one
}

// first looks up the series of a kind of request that was not seen before, or did not fit.
func (r *Route) first(series *methodSeries, method string, one *Request) *spread {
	found, kept := r.of.took.with(requestKey{method, r.route, one.Status, one.Secure, one.Failure})
	if !kept {
		return found.spread
	}
	for {
		old := series.took.Load()
		var list []statusSeries
		if old != nil {
			list = append(list, *old...)
		}
		list = append(list, statusSeries{one.Status, one.Secure, one.Failure, found.spread})
		if series.took.CompareAndSwap(old, &list) {
			return found.spread
		}
	}
}

// renamed is a metric under another name.
type renamed struct {
	family
	what about
	mu   sync.Mutex
	seen map[*series]*series
}

func newRenamed(f family, what about) *renamed {
	what.describe()
	return &renamed{family: f, what: what, seen: map[*series]*series{}}
}

func (r *renamed) about() *about { return &r.what }

func (r *renamed) each(do func(*series)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.family.each(func(s *series) {
		if r.seen[s] == nil {
			other := newSeries(&about{labels: r.what.labels}, s.values)
			other.spread = s.spread
			r.seen[s] = other
		}
		do(r.seen[s])
	})
}
