package host

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
)

const webStreams = `
const trail = [];
const sleep = (ms = 1) => new Promise((done) => setTimeout(done, ms));
const bytes = (text) => new TextEncoder().encode(text);

@RestController
export class Web {
  @GetMapping("/response") response() { return new Response("hé", { status: 201, headers: { "x-a": "1", "set-cookie": "a=b" } }); }
  @GetMapping("/json") async json(): Promise<Response> { return Response.json({ a: 1 }); }
  @GetMapping("/empty") empty() { return new Response(null, { status: 204 }); }
  @GetMapping("/nothing") nothing() { return new Response(); }
  @GetMapping("/bytes") bytes() { return new Response(new Uint8Array([1, 2])); }
  @GetMapping("/redirect") redirect() { return Response.redirect("http://h/x"); }
  @GetMapping("/error") error() { return Response.error(); }
  @GetMapping("/used") async used() { const r = new Response("x"); await r.text(); return r; }
  @GetMapping("/entity") entity() { return ResponseEntity.status(202).withHeader("X-B", "2").setBody(new Response("in",
    { headers: { "x-a": "1" } })); }
  @GetMapping("/stream") stream(): ReadableStream { return ReadableStream.from(["a", "b"].map(bytes)); }
  @GetMapping("/texts") texts(): ReadableStream<string> { return ReadableStream.from(["a", "b"]); }
  @GetMapping("/of-response") ofResponse() { return new Response(ReadableStream.from(["a", "b"].map(bytes)),
    { headers: { "content-type": "text/csv" } }); }
  @GetMapping("/of-body") ofBody() { return new Response("whole").body; }
  @GetMapping("/squeezed") squeezed() { return new Response(ReadableStream.from([bytes("text")]).pipeThrough(new CompressionStream("gzip")),
    { headers: { "content-encoding": "gzip" } }); }
  @GetMapping("/early") early() { return new ReadableStream({ async pull() { await sleep(); throw new HttpRestException(409, "too early"); } }); }
  @GetMapping("/late") late() { let n = 0; return new ReadableStream({ async pull(c) { await sleep(); if (n++) throw new Error("broken off");
    c.enqueue("begun"); } }); }
  @GetMapping("/endless") endless() { trail.push("begun");
    return new ReadableStream({ async pull(c) { await sleep(); c.enqueue(new Uint8Array(1000)); }, cancel(r) { trail.push("cancelled"); } }); }
  @GetMapping("/trail") trail() { return trail.splice(0); }
  @GetMapping("/locked") locked() { const s = ReadableStream.from("ab"); s.getReader(); return s; }

  @GetMapping("/proxy") async proxy(@RequestParam() url: string) { return fetch(url); }
  @GetMapping("/proxy-body") async proxyBody(@RequestParam() url: string) { return new Response((await fetch(url)).body,
    { headers: { "content-type": "text/x" } }); }
  @GetMapping("/proxy-stream") async proxyStream(@RequestParam() url: string) { return (await fetch(url)).body; }

  @PostMapping("/count") async count(@RequestBody() body: ReadableStream<Uint8Array>) {
    let n = 0;
    for await (const chunk of body) n += chunk.length;
    return { n };
  }
  @PostMapping("/dawdles") async dawdles(@RequestBody() body: ReadableStream<Uint8Array>) {
    for await (const chunk of body);
    await sleep(60_000);
  }
  @PostMapping("/asks-first") async asksFirst(@RequestBody() body: ReadableStream<Uint8Array>) {
    await sleep();
    return this.count(body);
  }
  @PostMapping("/text") async text(@RequestBody() body: ReadableStream) { return new Response(body).text(); }
  @PostMapping("/first") async first(@RequestBody() body: ReadableStream) { const r = body.getReader();
    return { n: (await r.read()).value.length > 0 }; }
  @PostMapping("/unread") unread(@RequestBody() body: ReadableStream) { return "unread"; }
  @PostMapping("/optional") optional(@RequestBody() body: ReadableStream | null) { return { has: body !== null }; }
  @PostMapping("/echo") echo(@RequestBody() body: ReadableStream) { return body; }
  @PostMapping("/upper") upper(@RequestBody() body: ReadableStream) {
    return body.pipeThrough(new TextDecoderStream()).pipeThrough(new TransformStream({ transform(c, o) { o.enqueue(c.toUpperCase()); } }));
  }
  @PostMapping("/forward") async forward(@RequestParam() url: string, @RequestBody() body: ReadableStream) {
    return (await fetch(url, { method: "POST", body, duplex: "half" })).text();
  }
  @PostMapping("/kept") async kept(@RequestBody() body: ReadableStream) { this.body = body; return "kept"; }
  @GetMapping("/later") async later() { return this.body.getReader().read().then(() => "read", (e) => e.name); }
  @PostMapping("/caught") async caught(@RequestBody() body: ReadableStream) { return new Response(body).text().catch((e) => "caught " + e.message); }
  @PostMapping("/whole") whole(@RequestBody() body: string) { return body.length; }
}
`

func TestWebResponses(t *testing.T) {
	r := start(t, boot(t, webStreams, vm.Options{}), Settings{})
	for path, want := range map[string]struct {
		status     int
		kind, body string
	}{
		"/response":    {201, "text/plain;charset=UTF-8", "hé"},
		"/json":        {200, "application/json", `{"a":1}`},
		"/empty":       {204, "", ""},
		"/nothing":     {200, "", ""},
		"/bytes":       {200, "application/octet-stream", "\x01\x02"},
		"/redirect":    {302, "", ""},
		"/entity":      {202, "text/plain;charset=UTF-8", "in"},
		"/stream":      {200, "application/octet-stream", "ab"},
		"/texts":       {200, "text/plain; charset=utf-8", "ab"},
		"/of-response": {200, "text/csv", "ab"},
		"/of-body":     {200, "application/octet-stream", "whole"},
	} {
		got := r.ask("GET "+path, "")
		if got.status != want.status || got.body != want.body || got.header.Get("Content-Type") != want.kind {
			t.Errorf("%s: %d %s %q, want %d %s %q", path, got.status, got.header.Get("Content-Type"), got.body, want.status, want.kind, want.body)
		}
		if head := r.ask("HEAD "+path, ""); head.status != want.status || head.body != "" {
			t.Errorf("HEAD %s: %d %q", path, head.status, head.body)
		}
	}
	if got := r.ask("GET /response", ""); got.header.Get("X-A") != "1" || got.header.Get("Set-Cookie") != "a=b" {
		t.Error(got.header)
	}
	if got := r.ask("GET /entity", ""); got.header.Get("X-A") != "1" || got.header.Get("X-B") != "2" {
		t.Error(got.header)
	}
	if got := r.ask("GET /redirect", ""); got.header.Get("Location") != "http://h/x" {
		t.Error(got.header)
	}
	if got := r.ask("GET /squeezed", "", "Accept-Encoding: gzip"); got.header.Get("Content-Encoding") != "gzip" || len(got.body) < 20 {
		t.Errorf("%v %q", got.header, got.body)
	}
	for path, status := range map[string]int{"/error": 500, "/used": 500, "/locked": 500, "/early": 409} {
		if got := r.ask("GET "+path, ""); got.status != status {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	response, err := r.client.Get("http://host/late")
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(response.Body); err == nil || string(body) != "begun" {
		t.Errorf("late: %q, %v", body, err)
	}
}

// TestClientsThatLeaveCancelStreams: the script learns that its client has gone.
func TestClientsThatLeaveCancelStreams(t *testing.T) {
	r := start(t, boot(t, webStreams, vm.Options{Min: 1, Max: 1}), Settings{})
	c, err := r.listener.Dial()
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(c, "GET /endless HTTP/1.1\r\nHost: h\r\n\r\n")
	if _, err := io.ReadFull(c, make([]byte, 5000)); err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	trail := ""
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(trail, "cancelled"); {
		if time.Now().After(deadline) {
			t.Fatal("the stream was not cancelled: ", trail)
		}
		trail += r.ask("GET /trail", "").body
	}
}

// TestProxies: what another server sends is sent on, and a client that leaves ends that, too.
func TestProxies(t *testing.T) {
	var sent atomic.Int64
	ended := make(chan struct{}, 10)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		defer func() { ended <- struct{}{} }()
		w.Header().Set("X-Up", "1")
		w.Header().Set("Keep-Alive", "timeout=5")
		switch q.URL.Path {
		case "/short":
			_, _ = io.WriteString(w, "short")
		case "/long":
			for i := range 200 {
				_, _ = w.Write(bytes.Repeat([]byte{byte(i)}, 50_000))
			}
		case "/cut":
			_, _ = w.Write(make([]byte, 100_000))
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		case "/endless":
			for q.Context().Err() == nil {
				n, _ := w.Write(make([]byte, 50_000))
				sent.Add(int64(n))
			}
		}
	}))
	defer upstream.Close()
	r := start(t, boot(t, webStreams, vm.Options{}), Settings{})
	for _, by := range []string{"/proxy", "/proxy-body", "/proxy-stream"} {
		if got := r.ask("GET "+by+"?url="+upstream.URL+"/short", ""); got.status != 200 || got.body != "short" {
			t.Errorf("%s: %d %q", by, got.status, got.body)
		}
		got := r.ask("GET "+by+"?url="+upstream.URL+"/long", "")
		if got.status != 200 || len(got.body) != 10_000_000 || got.body[9_999_999] != 199 {
			t.Errorf("%s: %d, %d bytes", by, got.status, len(got.body))
		}
		response, err := r.client.Get("http://host" + by + "?url=" + upstream.URL + "/cut")
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(response.Body); err == nil || len(body) > 100_000 {
			t.Errorf("%s: %d bytes of a response that was cut, and no error", by, len(body))
		}
		response, err = r.client.Get("http://host" + by + "?url=" + upstream.URL + "/endless")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.ReadFull(response.Body, make([]byte, 1_000_000))
		_ = response.Body.Close()
		for range 4 {
			select {
			case <-ended:
			case <-time.After(10 * time.Second):
				t.Fatalf("%s: the upstream goes on", by)
			}
		}
	}
	if got := r.ask("GET /proxy?url="+upstream.URL+"/short", ""); got.header.Get("X-Up") != "1" || got.header.Get("Keep-Alive") != "" {
		t.Error(got.header)
	}
}

func TestUploadsAsStreams(t *testing.T) {
	taken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		n, err := io.Copy(io.Discard, q.Body)
		_, _ = fmt.Fprint(w, n, err)
	}))
	defer taken.Close()
	r := start(t, boot(t, webStreams, vm.Options{}), Settings{MaxBodyBytes: 1000, MaxStreamBytes: 20_000_000})
	l, err := net.Listen("tcp", "127.0.0.1:0") // a client that still sends sees the answer only over TCP
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = r.Serve(l) }()
	r.client = &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", l.Addr().String())
	}}}
	big := strings.Repeat("0123456789", 1_000_000)
	for line, want := range map[string]string{
		"POST /count":                          `{"n":10000000}`,
		"POST /unread":                         "unread",
		"POST /first":                          `{"n":true}`,
		"POST /forward?url=" + taken.URL + "/": "10000000 <nil>",
		"POST /echo":                           big,
	} {
		if got := r.ask(line, big, "Expect: 100-continue"); got.status != 200 || got.body != want {
			t.Errorf("%s: %d %.300q", line, got.status, got.body)
		}
	}
	for line, want := range map[string]string{
		"POST /count": `{"n":5}`, "POST /text": "short", "POST /unread": "unread", "POST /upper": "SHORT", "POST /optional": `{"has":true}`,
		"POST /echo": "short",
	} {
		if got := r.ask(line, "short"); got.status != 200 || got.body != want {
			t.Errorf("%s: %d %.100q", line, got.status, got.body)
		}
	}
	for line, want := range map[string]string{"POST /count": `{"n":0}`, "POST /optional": `{"has":false}`} {
		if got := r.ask(line, ""); got.status != 200 || got.body != want {
			t.Errorf("%s without a body: %d %.100q", line, got.status, got.body)
		}
	}
	chunked := "Transfer-Encoding: chunked\r\nHost: h\r\n\r\n"
	for raw, want := range map[string]int{
		"POST /count HTTP/1.1\r\nContent-Length: 20000001\r\nHost: h\r\n\r\n":                         413,
		"POST /whole HTTP/1.1\r\nContent-Length: 1001\r\nHost: h\r\n\r\n" + strings.Repeat("x", 1001): 413,
		"POST /count HTTP/1.1\r\n" + chunked + "3\r\nabcX":                                            400,
		"POST /count HTTP/1.1\r\n" + chunked + "3\r\nabc\r\n0\r\n\r\n":                                200,
		"POST /caught HTTP/1.1\r\n" + chunked + "3\r\nabcX":                                           200,
	} {
		if got := r.raw(raw); got.status != want {
			t.Errorf("%q: %d %s", raw, got.status, got.body)
		}
	}
	if got := r.ask("POST /kept", "short"); got.body != "kept" {
		t.Error(got)
	}
}

// TestUploadsArriveByDemand: a handler sees what has arrived before the client has sent the rest, and the connection goes on after it.
func TestUploadsArriveByDemand(t *testing.T) {
	r := start(t, boot(t, webStreams, vm.Options{}), Settings{ReadTimeout: 300 * time.Millisecond})
	c, err := r.listener.Dial()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, "POST /upper HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: h\r\n\r\n")
	answers := bufio.NewReader(c)
	for i, word := range []string{"one", "two", "three"} {
		_, _ = fmt.Fprintf(c, "%x\r\n%s\r\n", len(word), word)
		for line := ""; !strings.Contains(line, strings.ToUpper(word)); {
			if line, err = answers.ReadString('\n'); err != nil {
				t.Fatalf("word %d: %v", i, err)
			}
		}
	}
	_, _ = io.WriteString(c, "0\r\n\r\n")
	if rest, err := io.ReadAll(answers); err != nil || !strings.HasSuffix(string(rest), "0\r\n\r\n") {
		t.Errorf("%q, %v", rest, err)
	}
	// Two requests on one connection.
	const short = "POST /text HTTP/1.1\r\nContent-Length: 2\r\nHost: h\r\n\r\nhi"
	c, err = r.listener.Dial()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	answers = bufio.NewReader(c)
	for range 2 {
		_, _ = io.WriteString(c, short)
		response, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, _ := io.ReadAll(response.Body); string(body) != "hi" {
			t.Errorf("%q", body)
		}
	}
	// A client that stops sending is late.
	_, _ = io.WriteString(c, "POST /text HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: h\r\n\r\n5\r\nhi")
	response, err := http.ReadResponse(answers, nil)
	if err != nil || response.StatusCode != 408 {
		t.Errorf("%v %v", response, err)
	}
}

// TestProxiesHaveNoDeadline: once a response has begun, what it is made of may take longer than a handler may.
func TestProxiesHaveNoDeadline(t *testing.T) {
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		for range 8 {
			_, _ = io.WriteString(w, "piece ")
			w.(http.Flusher).Flush()
			select {
			case <-time.After(100 * time.Millisecond):
			case <-q.Context().Done():
				return
			}
		}
	}))
	defer slow.Close()
	r := start(t, boot(t, webStreams, vm.Options{HandlerTimeout: 300 * time.Millisecond}), Settings{})
	for _, by := range []string{"/proxy", "/proxy-body", "/proxy-stream"} {
		if got := r.ask("GET "+by+"?url="+slow.URL, ""); got.status != 200 || got.body != strings.Repeat("piece ", 8) {
			t.Errorf("%s: %d %q", by, got.status, got.body)
		}
	}
}

// trickle sends a chunked request to a handler that reads it, a piece at a time as long as there is no answer, and returns the answer.
func (r *running) trickle(path, piece string, pieces int, every time.Duration) (status int, body string) {
	r.t.Helper()
	c, err := r.listener.Dial()
	if err != nil {
		r.t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, "POST "+path+" HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: h\r\n\r\n")
	answered := make(chan struct{})
	go func() {
		defer func() { _, _ = io.WriteString(c, "0\r\n\r\n") }()
		for range pieces {
			_, _ = fmt.Fprintf(c, "%x\r\n%s\r\n", len(piece), piece)
			select {
			case <-time.After(every):
			case <-answered:
				return
			}
		}
	}()
	defer close(answered)
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		r.t.Fatal(err)
	}
	text, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(text)
}

// TestHandlersGoOnWhileBodiesArrive: an upload may take longer than a handler may, as long as it makes progress.
func TestHandlersGoOnWhileBodiesArrive(t *testing.T) {
	const timeout = 500 * time.Millisecond
	r := start(t, boot(t, webStreams, vm.Options{HandlerTimeout: timeout}), Settings{})
	began := time.Now()
	if status, body := r.trickle("/count", strings.Repeat("x", 1000), 25, 50*time.Millisecond); status != 200 || body != `{"n":25000}` {
		t.Errorf("with progress: %d %s", status, body)
	}
	if took := time.Since(began); took < 2*timeout {
		t.Fatalf("the upload took %v only", took)
	}
	if status, body := r.trickle("/count", "x", 1000, 20*time.Millisecond); status != 503 {
		t.Errorf("a byte at a time: %d %s", status, body)
	}
	if status, body := r.trickle("/dawdles", strings.Repeat("x", 1000), 3, 10*time.Millisecond); status != 503 {
		t.Errorf("after its end: %d %s", status, body)
	}
	if status, body := r.trickle("/asks-first", strings.Repeat("x", 1000), 25, 50*time.Millisecond); status != 200 || body != `{"n":25000}` {
		t.Errorf("after other work: %d %s", status, body)
	}
}
