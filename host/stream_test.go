package host

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
)

const streams = `
const trail = [];
const sleep = () => new Promise((done) => setTimeout(done, 1));

@RestController
export class Streams {
  @GetMapping("/text") async *text() { yield "a"; await sleep(); yield "b\n"; yield { c: 1 }; }
  @GetMapping("/rows") async *rows() { for (let id = 1; id <= 3; id++) yield { id, at: new Date(0) }; }
  @GetMapping("/bytes") async *bytes() { yield new Uint8Array([1, 2]); yield new Uint8Array([3]); }
  @GetMapping("/numbers") *numbers() { yield 1; yield 2; }
  @GetMapping("/none") async *none() {}
  @GetMapping("/typed") typed() {
    return ResponseEntity.status(HttpStatus.ACCEPTED).withHeader("X-A", "b").withContentType("text/csv").setBody(lines());
  }
  @GetMapping("/long/{n}") async *long(@PathVariable() n: int) { for (let i = 0; i < n; i++) yield "0123456789"; }
  @GetMapping("/early") async *early() { await sleep(); throw new HttpRestException(409, "too early"); }
  @GetMapping("/late") async *late() { yield "begun"; await sleep(); throw new Error("broken off"); }
  @GetMapping("/request") async *request(request: HttpRequest) { yield request.getUri(); await sleep(); yield request.getUri(); }
  @GetMapping("/iterable") iterable() {
    let n = 0;
    return { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: n++ >= 2, value: n }) }) };
  }
  @GetMapping("/endless") async *endless() {
    trail.push("begun");
    try { for (let i = 0; ; i++) { yield "x".repeat(1000); await sleep(); } }
    finally { await sleep(); trail.push("cleaned up"); }
  }
  @GetMapping("/stuck") async *stuck() { yield "a"; await new Promise(() => {}); }
  @GetMapping("/trail") trail() { return trail.splice(0); }
  @GetMapping({ path: "/events", produces: "text/event-stream" }) async *events() {
    yield "one\ntwo";
    yield { event: "tick\nx", id: 7, retry: 1000, data: { n: 1 }, comment: "c" };
    yield { n: 2, data: "whole" };
  }
  @GetMapping("/entity") entity() { return ResponseEntity.ok().withEvents(lines()); }
  @GetMapping("/forever") forever() {
    return ResponseEntity.ok().withEvents((async function* () { yield "ready"; await new Promise(() => {}); })());
  }
}
async function* lines() { yield "a,b\n"; yield "c,d\n"; }
`

func TestStreams(t *testing.T) {
	r := start(t, boot(t, streams, vm.Options{}), Settings{})
	for path, want := range map[string]struct{ kind, body string }{
		"/text": {"text/plain; charset=utf-8", "ab\n{\"c\":1}"},
		"/rows": {"application/x-ndjson", `{"id":1,"at":"1970-01-01T00:00:00.000Z"}` + "\n" + `{"id":2,"at":"1970-01-01T00:00:00.000Z"}` + "\n" +
			`{"id":3,"at":"1970-01-01T00:00:00.000Z"}` + "\n"},
		"/bytes":    {"application/octet-stream", "\x01\x02\x03"},
		"/numbers":  {"application/x-ndjson", "1\n2\n"},
		"/none":     {"application/x-ndjson", ""},
		"/iterable": {"application/x-ndjson", "1\n2\n"},
		"/request":  {"text/plain; charset=utf-8", "/request/request"},
		"/events": {"text/event-stream", "data: one\ndata: two\n\n: c\nevent: tick x\nid: 7\nretry: 1000\ndata: {\"n\":1}\n\n" +
			"data: {\"n\":2,\"data\":\"whole\"}\n\n"},
		"/entity":   {"text/event-stream", "data: a,b\ndata: \n\ndata: c,d\ndata: \n\n"},
		"/long/500": {"text/plain; charset=utf-8", strings.Repeat("0123456789", 500)},
	} {
		got := r.ask("GET "+path, "")
		if got.status != 200 || got.body != want.body || got.header.Get("Content-Type") != want.kind {
			t.Errorf("%s: %d %s %q, want %s %q", path, got.status, got.header.Get("Content-Type"), got.body, want.kind, want.body)
		}
		if head := r.ask("HEAD "+path, ""); head.status != 200 || head.body != "" {
			t.Errorf("HEAD %s: %d %q", path, head.status, head.body)
		}
	}
	if got := r.ask("GET /typed", ""); got.status != 202 || got.body != "a,b\nc,d\n" || got.header.Get("Content-Type") != "text/csv" ||
		got.header.Get("X-A") != "b" {
		t.Errorf("typed: %d %q %v", got.status, got.body, got.header)
	}
	if got := r.ask("GET /early", ""); got.status != 409 || !strings.Contains(got.body, "too early") {
		t.Errorf("early: %d %q", got.status, got.body)
	}
}

func TestAStreamThatFailsIsBrokenOff(t *testing.T) {
	log := &logged{}
	r := startLogged(t, boot(t, streams, vm.Options{}), Settings{AccessLog: true}, slog.New(slog.NewTextHandler(log, nil)))
	response, err := r.client.Get("http://host/late")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if string(text) != "begun" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v; want what was sent, and that it is not all", text, err)
	}
	if got := r.ask("GET /text", ""); got.status != 200 {
		t.Errorf("the next request: %d", got.status)
	}
	if logged := log.take(); strings.Count(logged, "broken off") < 1 || !strings.Contains(logged, "handler=Streams.late") {
		t.Errorf("logged: %s", logged)
	}
}

// TestAClientThatLeaves: when the client disconnects, the script's finally blocks run, and the request ends.
func TestAClientThatLeaves(t *testing.T) {
	r := start(t, boot(t, streams, vm.Options{Min: 1, Max: 1}), Settings{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = r.Serve(l) }()
	response, err := http.Get("http://" + l.Addr().String() + "/endless")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(response.Body, make([]byte, 5000)); err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	trail := ""
	for late := time.Now().Add(time.Minute); !strings.Contains(trail, "cleaned up"); {
		trail += r.ask("GET /trail", "").body
		if time.Now().After(late) {
			t.Fatalf("the trail is %s", trail)
		}
	}
}

// TestStreamsAreServedSideBySide: streams share one VM.
func TestStreamsAreServedSideBySide(t *testing.T) {
	r := start(t, boot(t, streams, vm.Options{Min: 1, Max: 1}), Settings{})
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if got := r.ask("GET /long/200", ""); got.body != strings.Repeat("0123456789", 200) {
				t.Errorf("%d bytes", len(got.body))
			}
		})
	}
	group.Wait()
}

// TestEventStreamsEndForTheNextGeneration: event streams end when the application is replaced or the server stops, so
// that clients reconnect. A script that does not clean up in time keeps none from its end.
func TestEventStreamsEndForTheNextGeneration(t *testing.T) {
	app := boot(t, streams, vm.Options{})
	r := start(t, app, Settings{StreamGrace: 5 * time.Second}) // half of it is for the script, the rest for the end
	open := func() *bufio.Reader {
		response, err := r.client.Get("http://host/forever")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { response.Body.Close() })
		events := bufio.NewReader(response.Body)
		if line, err := events.ReadString('\n'); line != "data: ready\n" {
			t.Fatalf("%q, %v", line, err)
		}
		return events
	}
	events := open()
	drained, err := r.Swap(app, Policies{})
	if err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(events); string(rest) != "\n" || err != nil {
		t.Errorf("%q, %v; want the end", rest, err)
	}
	<-drained
	stopped := make(chan error)
	streams := []*bufio.Reader{open(), open(), open(), open(), open()}
	go func() { stopped <- r.Shutdown(context.Background()) }()
	for _, events := range streams {
		if rest, err := io.ReadAll(events); string(rest) != "\n" || err != nil {
			t.Errorf("%q, %v; want the end", rest, err)
		}
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// TestCleaningUpLeavesTimeForTheEnd: while the server stops, a script that does not clean up is left before the grace of
// its connection has passed.
func TestCleaningUpLeavesTimeForTheEnd(t *testing.T) {
	stopping, stop := context.WithCancel(t.Context())
	server := &Server{stopping: stopping, settings: Settings{StreamGrace: 2 * time.Second}}
	events := &stream{x: &exchange{req: request{server: server}}, final: io.EOF}
	if got := events.cleanUpTime(); got != closeGrace {
		t.Errorf("while the server runs: %v", got)
	}
	stop()
	if got := events.cleanUpTime(); got != time.Second {
		t.Errorf("while it stops: %v", got)
	}
}

// TestSilentEvents: a stream without events sends heartbeats, so that clients and proxies know that it is alive.
func TestSilentEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := &exchange{req: request{server: &Server{alive: t.Context(), yielding: t.Context(), stopping: t.Context()}, table: &table{}}}
		events := &stream{x: x, form: eventForm, pulse: time.NewTimer(0)}
		for range 3 {
			begun := time.Now()
			events.receive()
			if string(events.rest) != ": still here\n\n" || time.Since(begun) != heartbeat {
				t.Errorf("%q after %v", events.rest, time.Since(begun))
			}
		}
	})
}
