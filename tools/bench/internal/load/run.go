package load

import (
	"errors"
	"sync"
	"time"
)

// Options says how many requests to send, and for how long.
type Options struct {
	Connections int           // requests at the same time
	Duration    time.Duration // no request begins later
	Rate        int           // requests per second over all connections; 0 for as many as are answered
}

// Result describes the answers that came within the time.
type Result struct {
	Requests int           // answered with 200 or 201
	Elapsed  time.Duration // from the first request to the last answer
	Latency  Histogram
}

// grace is the longest time that an answer may take before the run fails.
const grace = 10 * time.Second

// Run repeats one request to a server (host:port). The run fails if an answer is not 200 or 201, or if a
// connection breaks.
func Run(address string, request []byte, o Options) (*Result, error) {
	deadline := time.Now().Add(o.Duration + grace)
	connections := make([]*connection, o.Connections)
	for i := range connections {
		c, err := dial(address, deadline)
		if err != nil {
			return nil, err
		}
		defer func() { _ = c.Close() }()
		connections[i] = c
	}
	results, failures := make([]Result, len(connections)), make([]error, len(connections))
	began := time.Now()
	var group sync.WaitGroup
	for i, c := range connections {
		group.Go(func() {
			failures[i] = drive(c, request, schedule(o, began, i), began.Add(o.Duration), &results[i])
		})
	}
	group.Wait()
	total := &Result{Elapsed: time.Since(began)}
	for i := range results {
		total.Requests += results[i].Requests
		total.Latency.Merge(&results[i].Latency)
	}
	return total, errors.Join(failures...)
}

// plan says when the requests of a connection are due.
type plan struct {
	next     time.Time
	interval time.Duration // 0: as soon as the previous request is answered
}

// schedule distributes the connections over the interval, so that requests are sent one by one.
func schedule(o Options, began time.Time, i int) plan {
	if o.Rate == 0 {
		return plan{next: began}
	}
	interval := time.Duration(o.Connections) * time.Second / time.Duration(o.Rate)
	return plan{began.Add(interval * time.Duration(i) / time.Duration(o.Connections)), interval}
}

// drive sends requests until the end. If a request was due while the connection still waited for
// an answer, its time counts from when it was due, because the server kept it waiting. If this
// program itself sent it late, because it woke up late, the time counts from when it was sent.
func drive(c *connection, request []byte, p plan, end time.Time, r *Result) error {
	for now := time.Now(); ; {
		from := now
		if p.interval > 0 {
			if wait := p.next.Sub(now); wait > 0 {
				time.Sleep(wait)
				from = time.Now()
			} else {
				from = p.next
			}
			p.next = p.next.Add(p.interval)
		}
		if !from.Before(end) {
			return nil
		}
		if err := c.exchange(request); err != nil {
			return err
		}
		now = time.Now()
		r.Latency.Record(now.Sub(from))
		r.Requests++
	}
}
