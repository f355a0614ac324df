package attack

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// floods lists what clients send too much of.
func floods() []*attack {
	return []*attack{
		{name: "pipelines", rule: "requests without waiting for the answers: each 200, in their order", run: pipelines},
		{
			name: "connections", rule: "400 of one client: at most 256 are served, the others get 429 or, if there are many, the end of the connection",
			run: connections,
		},
		{name: "JSON bodies", rule: "10 MB of empty lists, deep nesting, __proto__, long numbers, eight at once: each 400 or 413", run: jsonBodies},
		{name: "large heads", rule: "long request lines, a megabyte of one header, 1,000 headers: each 431", run: largeHeads},
		// gone clients are noticed with the next heartbeat only
		{name: "event streams", rule: "100 open streams: each 200 with its first event", run: eventStreams, own: &setup{}},
		{name: "garbage", rule: "random bytes, TLS, HTTP/2, NULs, forbidden framing: each 400 or the end of the connection", run: garbage},
		{
			name: "overload", rule: "four times the requests that the processors can answer: 200 or 503; p99 of what is served < 1.5 s, well again within 1 s",
			run: overload, sheds: true, p99: 1500 * time.Millisecond,
			own: &setup{pace: pace{clients: 100, every: 2 * time.Second}}, // none of them waits for an answer when its next request is due
		},
	}
}

func pipelines(r *round) {
	const clients = 4
	r.forAWhile(func() { r.each(clients, func(int) { pipeline(r, 200) }) })
}

func pipeline(r *round, length int) {
	w, err := r.dial()
	if err != nil {
		r.fault("a connection: %v", err)
		return
	}
	defer w.close()
	var all strings.Builder
	for n := range length {
		all.WriteString(get(fmt.Sprintf("/honest/%d", n)))
	}
	go func() { _, _ = fmt.Fprint(w, all.String()) }()
	for n := range length {
		got := w.read()
		r.count(got.name())
		if !got.isText(fmt.Sprintf(`{"n":%d,"text":"answer %d"}`, n, n)) {
			r.fault("answer %d: %s", n, got)
			return
		}
	}
}

func connections(r *round) {
	const all, most = 400, 256
	var served atomic.Int64
	open := make([]*wire, all)
	for i := range open {
		w, err := r.dial()
		if err != nil {
			r.fault("a connection: %v", err)
			continue
		}
		got := w.ask(get("/ok"))
		r.expect("a connection", got, "200", "429", "closed")
		if open[i] = w; got.status == 200 {
			served.Add(1)
		}
	}
	if n := served.Load(); n > most || n < most/2 {
		r.fault("%d connections of one client are served", n)
	}
	for _, w := range open {
		w.close()
	}
}

func jsonBodies(r *round) {
	const size = 10_000_000
	for _, one := range []struct{ name, body string }{
		{"empty lists", "[" + strings.Repeat("[],", size/3) + "[]]"},
		{"empty objects", "[" + strings.Repeat("{},", size/3) + "{}]"},
		{"nesting", strings.Repeat("[", size/2) + strings.Repeat("]", size/2)},
		{"nesting that does not end", strings.Repeat(`{"a":`, size/5)},
		{"numbers", "[" + strings.Repeat("0,", size/2) + "0]"},
		{"members", `{"a":0` + strings.Repeat(`,"a":0`, size/6) + "}"},
		{"__proto__", `{"__proto__":{"polluted":true}}`},
		{"a deep __proto__", `[{"a":{"__proto__":[]}}]`},
		{"a text that does not end", `"` + strings.Repeat(`\u0000`, size/6)},
	} {
		r.tally.during(one.name)
		request := post("/any", one.body)
		r.each(r.many(8), func(int) { r.expect(one.name, r.send(request), "400", "413") })
	}
	r.tally.during("")
}

func largeHeads(r *round) {
	texts := []struct{ name, request string }{
		{"a long request line", get("/" + strings.Repeat("a", 100_000))},
		{"a long header", "GET /ok HTTP/1.1\r\nHost: h\r\nX: " + strings.Repeat("a", 1_000_000) + "\r\n\r\n"},
		{"headers", "GET /ok HTTP/1.1\r\nHost: h\r\n" + strings.Repeat("X: y\r\n", 1000) + "\r\n"},
		{"a head that does not end", "GET /ok HTTP/1.1\r\nHost: h\r\n" + strings.Repeat("X: y\r\n", 100_000)},
	}
	r.forAWhile(func() {
		for _, one := range texts {
			r.each(r.many(20), func(int) { r.expect(one.name, r.send(one.request), "431") })
		}
	})
}

func eventStreams(r *round) {
	r.each(r.many(100), func(int) {
		w := r.hold(get("/events"))
		if w == nil {
			return
		}
		defer w.close()
		var said strings.Builder
		for buffer := make([]byte, 1024); !strings.Contains(said.String(), `data: {"n":0}`); {
			n, err := w.in.Read(buffer)
			said.Write(buffer[:n])
			if err != nil || !strings.HasPrefix(said.String(), "HTTP/1.1 200") {
				r.count("closed")
				r.fault("an event stream: %q, %v", said.String(), err)
				return
			}
		}
		r.count("200")
	})
}

func garbage(r *round) {
	noise := make([]byte, 4000)
	for i := range noise {
		noise[i] = byte(r.random.Uint32())
	}
	texts := []string{
		string(noise), strings.Repeat("\x00", 10_000), strings.Repeat("\r\n", 5000), "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
		"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + string(noise[:512]), "GET / HTTP/9.9\r\nHost: h\r\n\r\n",
		"POST /honest HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"POST /honest HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", "POST /honest HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
		"GET /ok HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n", "GET /ok HTTP/1.1\r\n Host: h\r\n\r\n", "\u202eGET /ok HTTP/1.1\r\n\r\n",
	}
	r.forAWhile(func() {
		for _, text := range texts {
			r.each(r.many(10), func(int) { r.expect(fmt.Sprintf("%.40q", text), r.send(text), "400", "closed") })
		}
	})
}

// work returns a path whose answer takes one processor a while, and how long it takes.
func (r *round) work() (path string, took time.Duration) {
	const least, tries = 20 * time.Millisecond, 5
	for steps := 20_000; steps < math.MaxInt32; steps *= 2 {
		path, took = fmt.Sprintf("/work/%d", steps), time.Hour
		for range tries {
			began := time.Now()
			if got := r.get(path); got.status != 200 {
				r.fault("work: %s", got)
				return path, least
			}
			if took = min(took, time.Since(began)); took < least {
				break
			}
		}
		if took >= least {
			break
		}
	}
	return path, took
}

// overload sends four times what the processors can answer.
func overload(r *round) {
	const clients = 200
	path, took := r.work()
	every := clients * took / time.Duration(4*runtime.NumCPU())
	var mu sync.Mutex
	var served load.Histogram
	end := time.Now().Add(time.Duration(4 * r.Size * float64(time.Second)))
	r.each(clients, func(i int) {
		w, err := r.dial()
		if err != nil {
			r.fault("a connection: %v", err)
			return
		}
		defer w.close()
		for due := time.Now().Add(every * time.Duration(i) / clients); due.Before(end); due = later(due.Add(every), time.Now()) {
			time.Sleep(time.Until(due))
			began := time.Now()
			got := w.ask(get(path))
			if r.expect("an overload", got, "200", "503"); got.err != nil || got.last {
				return
			}
			if got.status == 200 {
				mu.Lock()
				served.Record(time.Since(began))
				mu.Unlock()
			}
		}
	})
	p99, limit := served.Quantile(0.99), 1500*time.Millisecond
	r.tally.took("served, p99", p99)
	if p99 > r.within(limit) {
		r.fault("p99 of what was served: %v", p99)
	}
	began := time.Now()
	for got := r.get("/ok"); got.status != 200; got = r.get("/ok") {
		if time.Since(began) > r.within(time.Second) {
			r.fault("not well again: %s", got)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	r.tally.took("well again after", time.Since(began))
}
