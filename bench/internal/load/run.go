package load

import (
	"errors"
	"sync"
	"time"
)

// Options say how hard to send, and for how long.
type Options struct {
	Connections int           // requests at a time
	Duration    time.Duration // no request is begun later
	Rate        int           // requests per second over all connections; 0 is as many as are answered
}

// Result is what came back within the time.
type Result struct {
	Requests int           // answered with 200
	Elapsed  time.Duration // from the first request to the last answer
	Latency  Histogram
}

// grace is how long an answer may take at most before the run fails.
const grace = 10 * time.Second

// Run sends one request again and again to a server (host:port). An answer that is not
// 200, or a connection that breaks, fails the run.
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

// plan tells a connection when its requests are due.
type plan struct {
	next     time.Time
	interval time.Duration // 0: whenever the last one is answered
}

// schedule spreads the connections over the interval, so that requests come one by one.
func schedule(o Options, began time.Time, i int) plan {
	if o.Rate == 0 {
		return plan{next: began}
	}
	interval := time.Duration(o.Connections) * time.Second / time.Duration(o.Rate)
	return plan{began.Add(interval * time.Duration(i) / time.Duration(o.Connections)), interval}
}

// drive sends until the end. A request that was due while the connection still waited for
// an answer counts from when it was due: the server kept it waiting. One that this program
// itself began late, because it woke late, counts from when it was sent.
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
