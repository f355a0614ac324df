package attack

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// drains lists stops. The honest client asks until the signal; whose requests must not be lost then are the attack's own.
func drains() []*attack {
	patient := []string{"SERVER_SHUTDOWN_TIMEOUT=10m", "SERVER_READ_TIMEOUT=10m", "SERVER_WRITE_TIMEOUT=10m", "SERVER_HANDLER_TIMEOUT=10m"}
	return []*attack{
		{
			name: "stops under load", rule: "SIGTERM under 60 connections, with 20 half-sent requests: none lost, exit 0, < 3 s",
			run: stopUnderLoad, own: &setup{env: patient},
		},
		{
			name: "stops with leftovers", rule: "SIGTERM beside streams that nobody reads, half bodies and intervals: exit 0, < 3 s",
			run: stopWithLeftovers, own: &setup{env: patient},
		},
		{
			name: "supervised stops", rule: "SIGTERM to the supervisor, under the same load: none lost, exit 0, < 3 s",
			run: stopUnderLoad, own: &setup{flags: []string{supervise}, env: patient},
		},
	}
}

const longestStop = 3 * time.Second

// stop stops the server, which has to end well and in time.
func (r *round) stop() {
	r.t.honest.stop()
	took, err := r.t.terminate()
	if err != nil {
		r.fault("a stop: %v", err)
		return
	}
	r.count("exit 0")
	r.tally.took("stopped within", took)
	if took > r.within(longestStop) {
		r.fault("the stop took %v", took)
	}
}

func stopUnderLoad(r *round) {
	for i := range r.many(20) {
		request := "POST /honest HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf "
		w := r.hold(request[:len(request)-2*(i%20)])
		defer w.close()
	}
	var group, warm sync.WaitGroup
	var answered atomic.Int64
	for i := range r.many(60) {
		warm.Add(1)
		path := []string{"/ok", "/wait"}[i%2]
		group.Go(func() {
			n, err := r.askUntilClosed(path, sync.OnceFunc(warm.Done))
			if answered.Add(int64(n)); err != nil {
				r.count("lost")
				r.fault("a request was lost: %v", err)
			}
		})
	}
	warm.Wait()
	r.stop()
	group.Wait()
	r.tally.count("200", int(answered.Load()))
}

// askUntilClosed repeats a request until an answer says that it is the last one. Any other end is an error. It calls warm behind
// the third answer.
func (r *round) askUntilClosed(path string, warm func()) (answered int, err error) {
	defer warm()
	w, err := r.dial()
	if err != nil {
		return 0, err
	}
	defer w.close()
	want := map[string]string{"/ok": "ok", "/wait": "hello"}[path]
	for {
		got := w.ask(get(path))
		if !got.isText(want) {
			return answered, fmt.Errorf("after %d answers: %s", answered, got)
		}
		if answered++; got.last {
			return answered, nil
		}
		if answered == 3 {
			warm()
		}
	}
}

func stopWithLeftovers(r *round) {
	for _, request := range []string{get("/stream"), get("/events"), get("/large"), get("/lasting/interval"), get("/lasting/sleeping")} {
		for range r.many(5) {
			w := r.hold(request)
			if w == nil {
				continue
			}
			defer w.close()
			if _, err := io.ReadFull(w, make([]byte, len("HTTP/1.1 200"))); err != nil {
				r.fault("%.40q: %v", request, err)
			}
		}
	}
	for range r.many(20) {
		w := r.hold("POST /any HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n[")
		defer w.close()
	}
	r.stop()
}
