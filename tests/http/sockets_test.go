package http

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

const socketsApp = `
import { Component, GetMapping, PathVariable, PreDestroy, RequestParam, RestController, waitUntil } from "fwrun";

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const peer = "$PEER";

const opened = (path: string) => new Promise<WebSocket>((done, fail) => {
  const socket = new WebSocket(peer + path);
  socket.onopen = () => done(socket);
  socket.onclose = ({ code }) => fail(new Error("closed with " + code));
});

@Component
export class Feed {
  ticks = 0;
  socket = new WebSocket(peer + "/ticks?of=application");
  constructor() {
    this.socket.onmessage = () => { this.ticks++; };
    this.socket.onclose = ({ code }) => console.log("the feed ended with " + code);
  }
  @PreDestroy bye() { if ("$BYE") this.socket.close(4000, "bye"); }
}

@RestController
export class Api {
  static left?: WebSocket;
  constructor(private feed: Feed) {}

  @GetMapping("/ok") ok() { return "ok"; }
  @GetMapping("/open") open() { return this.feed.socket.readyState === WebSocket.OPEN; }
  @GetMapping("/ticks") ticks() { return this.feed.ticks; }
  @GetMapping("/echo") async echo(@RequestParam text: string) {
    const socket = await opened("/echo");
    const answer = new Promise((done) => { socket.onmessage = ({ data }) => done(data); });
    socket.send(text);
    const data = await answer;
    socket.close(1000);
    return data;
  }
  @GetMapping("/left") async left() {
    Api.left = await opened("/ticks?of=left");
    return "left";
  }
  @GetMapping("/state") state() { return Api.left?.readyState; }
  @GetMapping("/kept") async kept() {
    const socket = await opened("/ticks?of=kept");
    waitUntil(pause(1500).then(() => socket.close(4001, "kept")));
    return "kept";
  }
  @GetMapping("/again") again() {
    const open = () => { new WebSocket(peer + "/refuse").onclose = open; };
    open();
    return "begun";
  }
  @GetMapping("/stream") async *stream() {
    const socket = await opened("/ticks?of=stream");
    const told: string[] = []; // what comes while the client is sent what came before is not lost
    let more = () => {};
    socket.onmessage = ({ data }) => { told.push(data + "\n"); more(); };
    for (let n = 0; n < 3; n++) {
      if (told.length === 0) await new Promise<void>((done) => { more = done; });
      yield told.shift()!;
    }
  }
  @GetMapping("/loop") async loop() {
    const socket = await opened("/ticks?of=loop");
    socket.onmessage = () => { for (;;); };
    return new Promise(() => {});
  }
  @GetMapping("/flood/{kind}") async flood(@PathVariable kind: string) {
    let n = 0;
    if (kind === "events") {
      const source = new EventSource(peer.replace("ws", "http") + "/events");
      await new Promise<void>((done) => { source.onmessage = () => { if (++n === 100_000) done(); }; });
      source.close();
    } else {
      const socket = await opened("/flood");
      await new Promise<void>((done) => { socket.onmessage = () => { if (++n === 100_000) done(); }; });
      socket.close();
    }
    return n;
  }
  @GetMapping("/many") async many() {
    const seen: Record<string, number> = {};
    const see = (what: string) => { seen[what] = (seen[what] ?? 0) + 1; };
    const all: Promise<void>[] = [];
    for (let i = 0; i < 1100; i++) {
      try {
        const socket = new WebSocket(peer + "/echo");
        all.push(new Promise<void>((done) => {
          socket.onopen = () => { see("open"); done(); };
          socket.onerror = ({ message }) => { see(/waiting already|no request ended/.test(message) ? "busy" : message); done(); };
        }));
      } catch (e) { see((e as Error).name); }
    }
    await Promise.all(all);
    return seen;
  }
  @GetMapping("/forbidden") forbidden() {
    return new Promise((done) => {
      const said: string[] = [];
      const both = (text: string) => { said.push(text); if (said.length === 2) done(said.sort()); };
      new WebSocket(peer + "/echo").onerror = ({ message }) => both("socket: " + message);
      const source = new EventSource(peer.replace("ws", "http") + "/events");
      source.onerror = ({ message }) => both("source " + source.readyState + ": " + message);
    });
  }
}
`

// start starts the application, whose workers number one, so that what its beans open is one connection.
func (p *socketPeer) start(t *testing.T, bye string, env ...string) *server {
	t.Helper()
	script := strings.NewReplacer("$PEER", p.url, "$BYE", bye).Replace(socketsApp)
	return startScript(t, script, append([]string{"SERVER_WORKERS_MIN=1", "SERVER_WORKERS_MAX=1", "SERVER_TIMER_GRACE=100ms"}, env...)...)
}

// listens waits for the connection of the bean to be open: one that is closed before is given up, and the peer is told 1000, or
// nothing.
func (f *server) listens(t *testing.T) {
	t.Helper()
	harness.Eventually(t, "the connection of the bean is open", func() bool {
		_, body := f.Fetch("/open")
		return string(body) == "true"
	})
}

// endedAs waits for the ends of connections, in any order.
func (p *socketPeer) endedAs(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for range want {
		select {
		case end := <-p.ended:
			got = append(got, end)
		case <-time.After(harness.Patience):
			t.Fatalf("ended: %q, not %q", got, want)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("ended: %q, not %q", got, want)
	}
}

func (f *server) answers(path, want string) {
	f.T.Helper()
	if status, body := f.Fetch(path); status != http.StatusOK || string(body) != want {
		f.T.Errorf("%s: %d %s, not %s", path, status, harness.Tail(body, 500), want)
	}
}

// TestSocketsEndWithTheirCalls: what a handler leaves open ends after the grace, what it keeps stays, and what a bean opens lives as long as
// the application.
func TestSocketsEndWithTheirCalls(t *testing.T) {
	t.Parallel()
	p := newSocketPeer(t)
	f := p.start(t, "")
	f.answers("/echo?text=hello", "hello")
	f.answers("/left", "left")
	p.endedAs(t, "left 1001")
	f.Logs(t, `"connection":"WebSocket"`)
	f.answers("/state", "3")
	f.answers("/kept", "kept")
	p.endedAs(t, "kept 4001")
	f.answers("/again", "begun")
	f.answers("/stream", "0\n1\n2\n")
	p.endedAs(t, "stream 1001")
	if _, before := f.Fetch("/ticks"); string(before) == "0" {
		t.Error("the bean has heard nothing")
	}
	if log := string(f.App.Log.Bytes()); strings.Count(log, "was left open") > 3 {
		t.Errorf("the log says it more than once:\n%s", log)
	}

	f.listens(t)
	if err := f.App.Cmd.Process.Signal(syscall.SIGHUP); err != nil { // the next generation has a connection of its own
		t.Fatal(err)
	}
	p.endedAs(t, "application 1001")
	f.answers("/ok", "ok")
	f.listens(t)
	f.Stop()
	p.endedAs(t, "application 1001")
}

// TestSocketsAreClosedByTheLastHook: a bean that is destroyed can say goodbye itself.
func TestSocketsAreClosedByTheLastHook(t *testing.T) {
	t.Parallel()
	p := newSocketPeer(t)
	f := p.start(t, "yes")
	f.answers("/ok", "ok")
	f.listens(t)
	if err := f.App.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	p.endedAs(t, "application 4000")
	f.Stop()
}

// TestSocketsDoNotDelayAStop: neither do those of handlers that are answered, nor those of beans.
func TestSocketsDoNotDelayAStop(t *testing.T) {
	t.Parallel()
	p := newSocketPeer(t)
	f := p.start(t, "", "SERVER_SHUTDOWN_TIMEOUT=10m", "SERVER_TIMER_GRACE=10m")
	f.answers("/left", "left")
	f.listens(t)
	t.Logf("stopped within %v", f.Stop())
	p.endedAs(t, "application 1001", "left 1001")
}

// TestSocketsTakeNobodyDown: a listener that loops, peers that flood, and a thousand connections of one handler. Others are served meanwhile.
func TestSocketsTakeNobodyDown(t *testing.T) {
	t.Parallel()
	p := newSocketPeer(t)
	f := p.start(t, "", "SERVER_WORKERS_MAX=4", "SERVER_CPU_TIMEOUT=200ms", "HTTP_CLIENT_MAXCONNECTIONS=200", "HTTP_CLIENT_MAXCONNECTIONSPERHOST=100",
		"HTTP_CLIENT_QUEUE=500", "HTTP_CLIENT_ACQUIRETIMEOUT=500ms")
	for _, kind := range []string{"messages", "events"} {
		stop := f.Another(t)
		f.answers("/flood/"+kind, "100000")
		t.Logf("%s: another client was answered within %v", kind, stop())
	}
	stop := f.Another(t)
	if status, body := f.Fetch("/loop"); status != http.StatusServiceUnavailable {
		t.Errorf("%d %s", status, body)
	}
	status, body := f.Fetch("/many")
	t.Logf("another client was answered within %v; %s", stop(), body)
	counts := regexp.MustCompile(`^\{(?:"(?:open|busy|RangeError)":\d+,?)+\}$`)
	if status != http.StatusOK || !counts.Match(body) || !bytes.Contains(body, []byte(`"open":`)) || !bytes.Contains(body, []byte(`"busy":`)) {
		t.Errorf("%d %s", status, body)
	}
	if n := p.open.Load(); n > 110 {
		t.Errorf("%d connections are open", n)
	}
	f.answers("/ok", "ok")
}

// TestSocketsKeepTheRules: they lead to no address that requests must not lead to.
func TestSocketsKeepTheRules(t *testing.T) {
	t.Parallel()
	p := newSocketPeer(t)
	f := p.start(t, "", "HTTP_CLIENT_PRIVATEADDRESSES=forbid")
	const why = "127.0.0.1 is a private address, which http.client.private-addresses forbids"
	f.answers("/forbidden", `["socket: `+why+`","source 2: `+why+`"]`)
}
