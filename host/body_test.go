package host

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/hosttest"
)

func TestBodyLimit(t *testing.T) {
	app := fakeRoutes("POST /x").takesBody()
	r := start(t, app, Settings{MaxBodyBytes: 20_000})
	chunks := func(n int) string {
		return fmt.Sprintf("%x\r\n%s\r\n", n, strings.Repeat("a", n))
	}
	some := strings.Repeat("a", alreadyRead) // fasthttp waits for that much
	const post = "POST /x HTTP/1.1\r\nHost: h\r\n"
	for name, c := range map[string]struct {
		text   string
		status int
	}{
		"none":                     {post + "Content-Length: 0\r\n\r\n", 200},
		"announced":                {post + "Content-Length: 20001\r\n\r\n" + some, 413},
		"announced, huge":          {post + "Content-Length: 999999999999\r\n\r\n" + some, 413},
		"chunked, never ending":    {post + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat(chunks(100), 201), 413},
		"chunk of a mad size":      {post + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", 400},
		"chunk of no size":         {post + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
		"asks first, too large":    {post + "Content-Length: 20001\r\nExpect: 100-continue\r\n\r\n", 413},
		"another method's limit":   {"DELETE /x HTTP/1.1\r\nHost: h\r\nContent-Length: 20001\r\n\r\n" + some, 405},
		"nobody wants it":          {"POST /nowhere HTTP/1.1\r\nHost: h\r\nContent-Length: 20001\r\n\r\n" + some, 404},
		"two lengths":              {post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400},
		"length that is no number": {post + "Content-Length: +1\r\n\r\na", 400},
	} {
		if got := r.raw(c.text); got.status != c.status {
			t.Errorf("%s: got %d %s, want %d", name, got.status, got.body, c.status)
		}
	}
	for framing, chunk := range hosttest.Framings {
		for size, status := range map[int]int{19_999: 200, 20_000: 200, 20_001: 413, 200_000: 413} {
			if got := r.raw(hosttest.Framed(post, strings.Repeat("a", size), chunk)); got.status != status {
				t.Errorf("%d bytes %s: got %d %s, want %d", size, framing, got.status, got.body, status)
			}
		}
	}
}

// TestUnreadBody sends a second request inside the first one's body: it must never be answered as a request.
func TestUnreadBody(t *testing.T) {
	r := start(t, fakeRoutes("GET /", "POST /unread", "GET /smuggled"), Settings{})
	for name, c := range map[string]struct {
		head     string
		size     int
		answered int
	}{
		"small":   {"POST /unread HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n", 2000, 2},
		"large":   {"POST /unread HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n", 20_000, 1},
		"404":     {"POST /nowhere HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n", 20_000, 1},
		"chunked": {"POST /unread HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n", 2000, 1},
	} {
		c0 := r.dial()
		inner := "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n"
		body := strings.Repeat(inner, c.size/len(inner)+1)[:c.size]
		go func() {
			_, _ = io.WriteString(c0, fmt.Sprintf(c.head, c.size)+body)
			if name != "chunked" {
				_, _ = io.WriteString(c0, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
			}
		}()
		all, err := io.ReadAll(c0)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(all, []byte("HTTP/1.1 ")); n != c.answered {
			t.Errorf("%s: %d answers, want %d:\n%s", name, n, c.answered, all)
		}
		if c.answered == 1 && !bytes.Contains(all, []byte("Connection: close")) {
			t.Errorf("%s: the end of the connection is not announced:\n%s", name, all)
		}
	}
}

// TestKeepAlive reads bodies of every framing from one connection.
func TestKeepAlive(t *testing.T) {
	app := fakeRoutes("POST /", "GET /").takesBody()
	r := start(t, app, Settings{})
	c := r.dial()
	const post = "POST / HTTP/1.1\r\nHost: h\r\n"
	requests := []string{post + "Transfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: 1\r\n\r\n"}
	for _, chunk := range hosttest.Framings {
		requests = append(requests, hosttest.Framed(post, "ab", chunk), hosttest.Framed(post, strings.Repeat("a", 30_000), chunk))
	}
	requests = append(requests, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
	go func() { _, _ = io.WriteString(c, strings.Join(requests, "")) }()
	reader := bufio.NewReader(c)
	for i := range requests {
		response, err := http.ReadResponse(reader, nil)
		if err != nil || response.StatusCode != 200 || response.Close {
			t.Fatalf("answer %d: %v, %v", i, response, err)
		}
		_, _ = io.Copy(io.Discard, response.Body)
	}
}

// TestTooLargeIsRead: a client that sends all of a large body before it reads still finds the answer.
func TestTooLargeIsRead(t *testing.T) {
	server, err := New(fakeRoutes("POST /").takesBody(), Settings{MaxBodyBytes: 1000}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(l) }()
	defer func() { _ = server.Shutdown(t.Context()) }()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	size := 4 << 20
	if _, err := fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n", size); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Write(bytes.Repeat([]byte("a"), size)); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || response.StatusCode != 413 {
		t.Fatalf("got %v, %v", response, err)
	}
}

func TestSlowBody(t *testing.T) {
	r := start(t, fakeRoutes("POST /").takesBody(), Settings{ReadTimeout: 200 * time.Millisecond}) // what there is has to be sent within it
	for name, text := range map[string]string{
		"body":    "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9000\r\n\r\nab",
		"chunks":  "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
		"headers": "POST / HTTP/1.1\r\nHost: h\r\nContent-",
	} {
		if got := r.raw(text); got.status != 408 {
			t.Errorf("%s: got %d %s", name, got.status, got.body)
		}
	}
}

func TestContinue(t *testing.T) {
	r := start(t, fakeRoutes("POST /").takesBody(), Settings{})
	c := r.dial()
	fmt.Fprint(c, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
	reader := bufio.NewReader(c)
	if line, _ := reader.ReadString('\n'); line != "HTTP/1.1 100 Continue\r\n" {
		t.Fatalf("got %q", line)
	}
	_, _ = reader.ReadString('\n')
	fmt.Fprint(c, "ab")
	if line, _ := reader.ReadString('\n'); line != "HTTP/1.1 200 OK\r\n" {
		t.Fatalf("got %q", line)
	}
}

// TestBodyBuffer: reading a body of an announced length takes less than twice its memory, copies included, and room
// for all of it only when a third is there.
func TestBodyBuffer(t *testing.T) {
	const length = 10 << 20
	for name, c := range map[string]struct{ arrives, most int }{
		"all":     {length, length * 2},
		"a tenth": {length / 10, length / 3},
		"nothing": {0, 2 * firstRoom},
	} {
		ctx := new(fasthttp.RequestCtx)
		ctx.Request.SetBodyStream(bytes.NewReader(make([]byte, c.arrives)), length)
		x := &exchange{req: request{ctx: ctx}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p := x.body.readUpTo(&x.req, length)
		runtime.ReadMemStats(&after)
		if arrived := p == nil; arrived != (c.arrives == length) || len(x.body.raw) != c.arrives {
			t.Errorf("%s: %v, %d bytes", name, p, len(x.body.raw))
		}
		if took := int(after.TotalAlloc - before.TotalAlloc); took > c.most {
			t.Errorf("%s: reading took %d bytes for a body of %d", name, took, length)
		}
	}
}
