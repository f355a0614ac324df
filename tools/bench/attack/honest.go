package attack

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// pace is how often the honest client asks.
type pace struct {
	clients int
	every   time.Duration // between two requests of one of them
	fresh   bool          // each request has a connection of its own
}

// usualPace is 50 requests per second.
var usualPace = pace{clients: 10, every: 200 * time.Millisecond}

// requestsOfConnection is how often the honest client uses a connection, so that it opens some all the time.
const requestsOfConnection = 20

// honest asks for what an application is there for, and checks every answer byte for byte.
type honest struct {
	address string
	pace    pace
	done    chan struct{}
	group   sync.WaitGroup

	mu    sync.Mutex
	into  *tally
	since time.Time // when into began to count
}

func startHonest(address string, p pace, into *tally) *honest {
	h := &honest{address: address, pace: p, done: make(chan struct{}), into: into}
	for i := range p.clients {
		h.group.Go(func() { h.client(i) })
	}
	return h
}

// record says where the answers count from now on.
func (h *honest) record(into *tally) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.into, h.since = into, time.Now()
}

// recorded returns what counts at the moment, and since when.
func (h *honest) recorded() (into *tally, since time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.into, h.since
}

// stop waits until the last answer is there.
func (h *honest) stop() {
	h.mu.Lock()
	select {
	case <-h.done:
	default:
		close(h.done)
	}
	h.mu.Unlock()
	h.group.Wait()
}

// client asks at its pace. A request that was due while the last one was still unanswered counts from then, since the server kept it
// waiting; one that this program sends late counts from when it was sent. Of those that were due while it waited it sends one: it does
// not ask faster afterwards, and what is due to one attack does not count for the next one.
func (h *honest) client(number int) {
	var w *wire
	defer func() { w.close() }()
	due := time.Now().Add(h.pace.every * time.Duration(number) / time.Duration(h.pace.clients))
	for n := number; ; n += h.pace.clients {
		into, since := h.recorded()
		due = later(due, since)
		from := due
		if wait := time.Until(due); wait > 0 {
			select {
			case <-h.done:
				return
			case <-time.After(wait):
			}
			from = time.Now()
			into, _ = h.recorded()
		}
		select {
		case <-h.done:
			return
		default:
		}
		due = later(due.Add(h.pace.every), time.Now().Add(-h.pace.every))
		began := time.Now()
		var got answer
		var err error
		if w == nil {
			w, err = dialFrom(honestClients, h.address)
		}
		if err == nil {
			got, err = w.askHonestly(n)
		}
		into.asked(began, time.Since(from), got.status == http.StatusServiceUnavailable, err)
		if err != nil || got.last || h.pace.fresh || n/h.pace.clients%requestsOfConnection == requestsOfConnection-1 {
			w.close()
			w = nil
		}
	}
}

func later(one, other time.Time) time.Time {
	if one.After(other) {
		return one
	}
	return other
}

// askHonestly sends one request, and checks the answer. Of an overloaded server a polite refusal is an answer.
func (w *wire) askHonestly(n int) (got answer, err error) {
	request, want := get(fmt.Sprintf("/honest/%d", n)), fmt.Sprintf(`{"n":%d,"text":"answer %d"}`, n, n)
	if n%3 == 0 {
		want = strings.Repeat(fmt.Sprintf("text %d;", n), 100)
		request = fmt.Sprintf("POST /honest HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s", len(want), want)
	}
	got = w.ask(request)
	if got.isText(want) || got.status == http.StatusServiceUnavailable && got.isProblem() {
		return got, nil
	}
	return got, fmt.Errorf("answered with %s", got)
}
