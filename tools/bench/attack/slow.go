package attack

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"
)

// slow lists what clients do with their sockets. The server waits for readTimeout for a request to arrive, and as long for a client to
// take an answer.
func slow() []*attack {
	return []*attack{
		{name: "slow heads", rule: "200 heads, a byte at a time: each 408 or the end of the connection within read-timeout", run: slowHeads},
		{name: "half bodies", rule: "200 bodies that do not go on: each 408 within read-timeout", run: halfBodies},
		{name: "slow readers", rule: "large answers and streams that nobody reads: the streams end after write-timeout", run: slowReaders},
		{name: "half-closed", rule: "clients that close their side behind the request: 200 or the end of the connection", run: halfClosed},
		{
			name: "cut bodies", rule: "bodies and trailers that end early: each 400 or the end of the connection, never an answer of the handler",
			run: cutBodies,
		},
		{
			name: "comings and goings", rule: "connections that are reset at once, or in the middle of an answer: nothing is left of them",
			run: comingsAndGoings,
		},
	}
}

const readTimeout = 2 * time.Second

// mustEnd waits for the answer to what a client has not sent to its end.
func (r *round) mustEnd(what string, w *wire, wants ...string) {
	if w == nil {
		return
	}
	defer w.close()
	began := time.Now()
	r.expect(what, w.read(), wants...)
	if took := time.Since(began); took > r.within(2*readTimeout) {
		r.fault("%s: ended after %v only", what, took)
	}
}

func slowHeads(r *round) {
	r.each(r.many(200), func(int) {
		w := r.hold("GET /ok HTTP/1.1\r\nHost: h\r\nX: ")
		if w == nil {
			return
		}
		go func() {
			for range 2 * readTimeout / (20 * time.Millisecond) {
				if _, err := io.WriteString(w, "a"); err != nil {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		}()
		r.mustEnd("a slow head", w, "408", "closed")
	})
}

func halfBodies(r *round) {
	texts := []string{
		"POST /honest HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf ",
		"POST /any HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n" + strings.Repeat("[", 100),
		"POST /honest HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha",
		"POST /honest HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\nX: ",
	}
	r.each(r.many(200), func(i int) { r.mustEnd("half a body", r.hold(texts[i%len(texts)]), "408", "closed") })
}

// slowReaders ask for large answers and streams, and read nothing for so long that the server has to give them up. What it has sent by
// then is in buffers of the system; behind that there must be the end.
func slowReaders(r *round) {
	paths := []string{"/large", "/stream"}
	r.each(r.many(24), func(i int) {
		path := paths[i%len(paths)]
		w := r.hold(get(path))
		if w == nil {
			return
		}
		defer w.close()
		head := make([]byte, len("HTTP/1.1 200"))
		if _, err := io.ReadFull(w, head); err != nil || string(head) != "HTTP/1.1 200" {
			r.count("closed")
			r.fault("%s: %q, %v", path, head, err)
			return
		}
		r.count("200")
		if path == "/stream" && !r.isGivenUp(w) {
			r.fault("%s still goes on", path)
		}
	})
}

// isGivenUp reports whether the server ends a stream that nobody reads. The buffers of the system have to be full first, and the end is
// behind what is in them.
func (r *round) isGivenUp(w *wire) bool {
	const mostInBuffers = 32 << 20
	for range max(2, int(r.Slack)) {
		time.Sleep(2 * readTimeout)
		_ = w.SetDeadline(time.Now().Add(time.Second))
		if _, err := io.CopyN(io.Discard, w, mostInBuffers); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return true
		}
	}
	return false
}

func halfClosed(r *round) {
	r.forAWhile(func() {
		r.each(r.many(50), func(i int) {
			w := r.hold(get([]string{"/ok", "/wait"}[i%2]))
			if w == nil {
				return
			}
			w.closeWrite()
			r.mustEnd("a half-closed connection", w, "200", "closed")
		})
	})
}

func cutBodies(r *round) {
	texts := []string{
		"POST /honest HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf ",
		"POST /honest HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha",
		"POST /honest HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n",
		"POST /honest HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\nX: y\r\n",
		"POST /honest HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\nContent-Le",
	}
	r.forAWhile(func() {
		r.each(r.many(60), func(i int) {
			text := texts[i%len(texts)]
			w := r.hold(text)
			if w == nil {
				return
			}
			w.closeWrite()
			r.mustEnd(fmt.Sprintf("%.80q", text), w, "400", "408", "closed")
		})
	})
}

// comingsAndGoings connect and go, most of them with a reset.
func comingsAndGoings(r *round) {
	for range r.many(20) {
		r.each(20, func(i int) {
			w := r.hold([]string{"", "GET ", get("/ok"), get("/stream"), get("/wait"), get("/large")}[i%6])
			if w == nil {
				return
			}
			if tcp, ok := w.Conn.(*net.TCPConn); ok && i%4 > 0 {
				_ = tcp.SetLinger(0)
			}
			if i%6 == 3 {
				_, _ = io.ReadFull(w, make([]byte, 100))
			}
			w.close()
			r.count("gone")
		})
	}
}
