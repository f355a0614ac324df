package attack

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// mostFaults is how many faults of an attack are kept as texts.
const mostFaults = 8

// tally is what became of one attack, over all rounds.
type tally struct {
	attack *attack

	mu       sync.Mutex
	times    int
	answers  map[string]int // to attackers, by status
	requests int            // of the honest client, with an answer
	shed     int            // of those, told to come back
	latency  load.Histogram
	failures []failure     // of the honest client, of this round
	peak     float64       // MB
	waited   time.Duration // of all threads of the server, for a processor
	limits   []slowest
	faults   []string
	further  int // faults without a text
	found    int // faults of former rounds

	beside string  // what the attack does at the moment
	worst  slowest // the slowest answer to the honest client
}

// failure is a request of the honest client without the right answer.
type failure struct {
	began, ended time.Time
	err          error
}

// slowest is the longest of some durations.
type slowest struct {
	what string
	took time.Duration
}

func newTally(a *attack) *tally { return &tally{attack: a, answers: map[string]int{}} }

func (y *tally) count(answer string, n int) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.answers[answer] += n
}

func (y *tally) fault(text string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.addFault(text)
}

func (y *tally) addFault(text string) {
	if len(y.faults) < mostFaults {
		y.faults = append(y.faults, text)
	} else {
		y.further++
	}
}

// took keeps the longest duration of something that the attack measures.
func (y *tally) took(what string, d time.Duration) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for i := range y.limits {
		if y.limits[i].what == what {
			y.limits[i].took = max(y.limits[i].took, d)
			return
		}
	}
	y.limits = append(y.limits, slowest{what, d})
}

// during names what the honest client is beside.
func (y *tally) during(what string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.beside = what
}

// asked records a request of the honest client.
func (y *tally) asked(began time.Time, took time.Duration, shed bool, err error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if err == nil && shed && !y.attack.sheds {
		err = fmt.Errorf("told to come back")
	}
	if err != nil {
		y.failures = append(y.failures, failure{began, time.Now(), err})
		return
	}
	y.requests++
	if shed {
		y.shed++
		return
	}
	y.latency.Record(took)
	if took > y.worst.took {
		y.worst = slowest{y.beside, took}
	}
}

// excuse leaves out the failures of requests that were in flight at one of these moments. Nothing tells exactly when a signal takes
// effect, so those that began shortly after it are in flight, too.
func (y *tally) excuse(moments []time.Time) {
	const shortly = 20 * time.Millisecond
	y.mu.Lock()
	defer y.mu.Unlock()
	var left []failure
next:
	for _, f := range y.failures {
		for _, moment := range moments {
			if f.began.Before(moment.Add(shortly)) && f.ended.After(moment) {
				y.answers["in flight, failed"]++
				continue next
			}
		}
		left = append(left, f)
	}
	y.failures = left
}

// had records memory of the server, in MB.
func (y *tally) had(memory float64) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.peak = max(y.peak, memory)
}

// starved records how long threads of the server waited for a processor.
func (y *tally) starved(d time.Duration) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.waited += max(d, 0) // another process may serve by now
}

func (y *tally) hungry() time.Duration {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.waited
}

// finish ends a round: failures that nothing excused are faults. It reports whether this round had faults.
func (y *tally) finish() (faulty bool) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.times++
	y.settle()
	before := y.found
	y.found = len(y.faults) + y.further
	return y.found > before
}

func (y *tally) settle() {
	for _, f := range y.failures {
		y.answers[lost]++
		y.addFault(fmt.Sprintf("the honest client, after %v: %v", f.ended.Sub(f.began).Round(time.Millisecond), f.err))
	}
	y.failures = nil
}

// lost counts failures of the honest client among the answers.
const lost = "honest, failed"

// verdict says whether the attack was held so far, and why not. The other work of the machine, which the honest client meets while nobody
// attacks, too, is not the attack's.
func (y *tally) verdict(slack float64, noise time.Duration) string {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.settle()
	var reasons []string
	if n := len(y.faults) + y.further; n > 0 {
		reasons = append(reasons, fmt.Sprintf("%d faults", n))
	}
	if p99 := y.latency.Quantile(0.99); p99 > time.Duration(slack*float64(y.attack.p99))+noise {
		reasons = append(reasons, "p99")
	}
	if y.peak > mostMemory {
		reasons = append(reasons, "memory")
	}
	if len(reasons) == 0 {
		return held
	}
	return "NOT held: " + strings.Join(reasons, ", ")
}

const held = "held"

// noise returns what an honest client has to wait for by reason of the machine.
func (y *tally) noise() time.Duration {
	y.mu.Lock()
	defer y.mu.Unlock()
	return 2 * y.latency.Quantile(0.99)
}
