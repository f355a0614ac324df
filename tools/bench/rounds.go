package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// plan says how often and for how long to measure.
type plan struct {
	Rounds      int           // of requests per CPU second
	Latency     int           // rounds of latency, at a fixed rate
	Starts      int           // of each peer
	Edits       int           // of each peer that watches its files
	Binary      string        `json:"-"` // the fwrun to measure; that of this tree when it is empty
	Rest        time.Duration // after the load, until memory is measured once more; 0 for not at all
	Time        time.Duration // for each peer and endpoint in a round
	Warmup      time.Duration // for each peer and endpoint before anything counts
	Connections int
}

// cell holds one peer's measurements on one endpoint, one per round.
type cell struct {
	PerCPU []float64 `json:"requestsPerCPUSecond"` // by round
	Wall   []float64 `json:"requestsPerSecond"`    // by round; the load generator shared the machine
	P50    []float64 `json:"p50ms"`                // by latency round
	P99    []float64 `json:"p99ms"`
}

// body holds the measurements of one peer as a whole.
type body struct {
	Start  []float64 `json:"startMs"`  // exec to the first 200
	Idle   float64   `json:"idleMB"`   // resident, two seconds after the first 200
	Loaded float64   `json:"loadedMB"` // resident: the most at the end of any measurement
	Rested float64   `json:"restedMB"` // resident, some time after the load
	Reload []float64 `json:"reloadMs"` // saved file to the answer of the new code; empty if it does not watch its files
}

// measurements holds everything that a run of the table has measured.
type measurements struct {
	contest
	cells  map[string]map[string]*cell // by peer, by endpoint
	bodies map[string]*body            // by peer
}

// newMeasurements returns those of peers that answer /hello and write nothing.
func newMeasurements(peers []peer, endpoints []endpoint) *measurements {
	return measurementsOf(contest{ready: "/hello", peers: peers, endpoints: endpoints})
}

func measurementsOf(c contest) *measurements {
	if c.checked == nil {
		c.checked = c.endpoints
	}
	m := &measurements{c, map[string]map[string]*cell{}, map[string]*body{}}
	for _, p := range c.peers {
		m.bodies[p.name], m.cells[p.name] = &body{}, map[string]*cell{}
		for _, e := range c.endpoints {
			m.cells[p.name][e.name] = &cell{}
		}
	}
	return m
}

// settle is the time after the last answer in which a server's work still counts, such as garbage
// collection or compiling.
const settle = 200 * time.Millisecond

// pair is a running peer and an endpoint to measure it on.
type pair struct {
	process  *process
	endpoint endpoint
}

// shuffled returns the endpoints in random order, and for each the peers in random order: no peer
// profits or suffers from the one before it, and the peers of an endpoint are measured within
// seconds of each other.
func shuffled(running []*process, endpoints []endpoint) []pair {
	var pairs []pair
	for _, e := range rand.Perm(len(endpoints)) {
		for _, p := range rand.Perm(len(running)) {
			pairs = append(pairs, pair{running[p], endpoints[e]})
		}
	}
	return pairs
}

// measure warms up all peers and runs the rounds.
func (m *measurements) measure(running []*process, p plan, progress io.Writer) error {
	fmt.Fprintf(progress, "warming up\n")
	for _, x := range shuffled(running, m.endpoints) {
		options := load.Options{Connections: p.Connections, Duration: p.Warmup}
		if _, err := load.Run(x.process.address, x.endpoint.load, options); err != nil {
			return fmt.Errorf("%s, %s: %w", x.process.peer.name, x.endpoint.name, err)
		}
		if err := m.undoOf(x); err != nil {
			return err
		}
	}
	for round := range p.Rounds {
		fmt.Fprintf(progress, "round %d of %d\n", round+1, p.Rounds)
		for _, x := range shuffled(running, m.endpoints) {
			if err := m.throughput(x, p); err != nil {
				return fmt.Errorf("%s, %s: %w", x.process.peer.name, x.endpoint.name, err)
			}
		}
	}
	for round := range p.Latency {
		fmt.Fprintf(progress, "latency, round %d of %d\n", round+1, p.Latency)
		for _, x := range shuffled(running, m.endpoints) {
			if err := m.latency(x, p); err != nil {
				return fmt.Errorf("%s, %s: %w", x.process.peer.name, x.endpoint.name, err)
			}
		}
	}
	return nil
}

// throughput sends as fast as the peer answers and computes the requests per CPU time.
func (m *measurements) throughput(x pair, p plan) error {
	before, err := x.process.usage()
	if err != nil {
		return err
	}
	result, err := load.Run(x.process.address, x.endpoint.load, load.Options{Connections: p.Connections, Duration: p.Time})
	if err != nil {
		return err
	}
	loaded, err := x.process.usage()
	if err != nil {
		return err
	}
	time.Sleep(settle)
	after, err := x.process.usage()
	if err != nil {
		return err
	}
	c := m.cells[x.process.peer.name][x.endpoint.name]
	c.PerCPU = append(c.PerCPU, float64(result.Requests)/(after.CPU-before.CPU).Seconds())
	c.Wall = append(c.Wall, float64(result.Requests)/result.Elapsed.Seconds())
	b := m.bodies[x.process.peer.name]
	b.Loaded = max(b.Loaded, megabytes(loaded.RSS))
	return m.undoOf(x)
}

// undoOf undoes what an endpoint has written.
func (m *measurements) undoOf(x pair) error {
	if !x.endpoint.writes {
		return nil
	}
	return m.undo(x.process.database, x.process.original)
}

// rest measures the memory of all peers once more when nobody has asked anything for some time.
func (m *measurements) rest(running []*process, p plan, progress io.Writer) error {
	if p.Rest == 0 {
		return nil
	}
	fmt.Fprintf(progress, "resting for %v\n", p.Rest)
	time.Sleep(p.Rest)
	for _, s := range running {
		rested, err := s.usage()
		if err != nil {
			return err
		}
		m.bodies[s.peer.name].Rested = megabytes(rested.RSS)
	}
	return nil
}

// latency sends at the endpoint's rate, which is the same for all peers.
func (m *measurements) latency(x pair, p plan) error {
	result, err := load.Run(x.process.address, x.endpoint.load,
		load.Options{Connections: p.Connections, Duration: p.Time, Rate: x.endpoint.rate})
	if err != nil {
		return err
	}
	c := m.cells[x.process.peer.name][x.endpoint.name]
	c.P50 = append(c.P50, milliseconds(result.Latency.Quantile(0.5)))
	c.P99 = append(c.P99, milliseconds(result.Latency.Quantile(0.99)))
	return m.undoOf(x)
}

func megabytes(bytes int64) float64 { return float64(bytes) / (1 << 20) }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
