package cluster_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/migrate/search/cluster"
)

var orderSeed = flag.Uint64("order.seed", 0, "the seed of TestOrderOfHosts, which it prints; 0 is a new one")

// TestOrderOfHosts sends random requests to hosts that refuse connections, reset them or are busy, and compares what
// arrives where with the rules: the host that answered last comes first, then all others in their order; after silence the
// next one comes first; what may have taken effect is not sent to another host.
func TestOrderOfHosts(t *testing.T) {
	seed := *orderSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-order.seed=%d", seed)
	for i := range 100 {
		t.Run(fmt.Sprint(i), func(t *testing.T) { newOrderModel(t, rand.New(rand.NewPCG(seed, uint64(i)))).check() })
	}
}

// orderModel predicts where requests arrive.
type orderModel struct {
	*testing.T
	random  *rand.Rand
	refuses []bool // by host
	first   int    // the host that comes first
	c       *cluster.Cluster

	mu     sync.Mutex // of what follows
	faults []string   // of the requests to come: reset, busy or none
	seen   []string
}

func newOrderModel(t *testing.T, random *rand.Rand) *orderModel {
	m := &orderModel{T: t, random: random, refuses: make([]bool, 1+random.IntN(4))}
	urls := make([]string, len(m.refuses))
	for i := range urls {
		if m.refuses[i] = random.IntN(4) == 0; m.refuses[i] {
			urls[i] = dead(t)
			continue
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { m.serve(i, w, r) }))
		server.Config.SetKeepAlivesEnabled(false) // a transport sends a GET again when an old connection turns out to be closed
		t.Cleanup(server.Close)
		urls[i] = server.URL
	}
	m.c = connect(t, cluster.Settings{Hosts: urls})
	return m
}

func (m *orderModel) serve(host int, w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = append(m.seen, fmt.Sprintf("%d %s", host, r.Method))
	fault := m.faults[0]
	m.faults = m.faults[1:]
	switch fault {
	case "reset":
		panic(http.ErrAbortHandler)
	case "busy":
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_, _ = w.Write([]byte("{}"))
}

func (m *orderModel) check() {
	methods := []string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodPost, http.MethodDelete, "search"}
	for range 20 {
		method := methods[m.random.IntN(len(methods))]
		faults := make([]string, len(m.refuses)) // no request arrives more often than there are hosts
		for i := range faults {
			faults[i] = []string{"", "", "reset", "reset", "busy"}[m.random.IntN(5)]
		}
		m.mu.Lock()
		m.faults, m.seen = faults, nil
		m.mu.Unlock()
		want, outcome := m.predict(method, slices.Clone(faults))
		got := m.send(method)
		m.mu.Lock()
		seen := strings.Join(m.seen, ", ")
		m.mu.Unlock()
		if seen != want || got != outcome {
			m.Fatalf("%s with %q, hosts that refuse %v: arrived %q, %s; want %q, %s", method, faults, m.refuses, seen, got, want, outcome)
		}
	}
}

// predict returns what arrives, and how it ends.
func (m *orderModel) predict(method string, faults []string) (arrivals, outcome string) {
	order := []int{m.first}
	for i := range m.refuses {
		if i != m.first {
			order = append(order, i)
		}
	}
	safe := method == http.MethodGet || method == http.MethodHead || method == "search"
	var seen []string
	for _, host := range order {
		if m.refuses[host] {
			continue
		}
		seen = append(seen, fmt.Sprintf("%d %s", host, strings.Replace(method, "search", http.MethodPost, 1)))
		fault := faults[0]
		faults = faults[1:]
		if fault != "reset" {
			m.first = host
			return strings.Join(seen, ", "), "answered"
		}
		if !safe {
			m.first = (host + 1) % len(m.refuses)
			return strings.Join(seen, ", "), "unanswered"
		}
	}
	return strings.Join(seen, ", "), "unreachable"
}

func (m *orderModel) send(method string) (outcome string) {
	r := cluster.Request{Method: method, Path: "/x"}
	if method == "search" {
		r = cluster.Request{Method: http.MethodPost, Path: "/x/_search", Reads: true}
	}
	_, err := m.c.Send(m.Context(), r)
	if _, lost := errors.AsType[*cluster.UnansweredError](err); lost {
		return "unanswered"
	}
	if err != nil {
		return "unreachable"
	}
	return "answered"
}
