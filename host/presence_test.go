package host

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
)

const waitingApp = `
const trail = [];
const waits = [];
@RestController
export class Waiting {
  @RequestMapping("/wait/{name}") async wait(@PathVariable() name: string) {
    trail.push("begun " + name);
    await new Promise((done) => waits.push(done));
    trail.push("ended " + name);
    return name;
  }
  @GetMapping("/let") let() { waits.splice(0).forEach((done) => done()); }
  @GetMapping("/trail") trail() { return trail; }
  @GetMapping("/events") events() {
    return ResponseEntity.ok().withEvents((async function* () { yield "ready"; await new Promise(() => {}); })());
  }
}
`

// trail returns what the scripts have noted.
func (s *onTCP) trail() string {
	all := s.talk("GET /trail HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	if len(all) != 1 {
		s.t.Fatalf("%d answers", len(all))
	}
	return all[0].body
}

// TestWhoLeavesIsSentNothing: a client that has ended only its own side could still read, and sees the end of the connection.
func TestWhoLeavesIsSentNothing(t *testing.T) {
	s := listening(t, boot(t, waitingApp, patientPool), Settings{})
	reader := s.dial()
	fmt.Fprint(reader, "GET /wait/a HTTP/1.1\r\nHost: h\r\n\r\n")
	eventually(t, "it waits", func() bool { return strings.Contains(s.trail(), "begun") })
	if err := reader.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if all, err := io.ReadAll(reader); err != nil || len(all) > 0 {
		t.Errorf("%q, %v", all, err)
	}
}

// TestWhoLeavesIsNotWaitedFor: a request that only reads is given up when its client has left, and its connection ends. A request
// that may change something goes on.
func TestWhoLeavesIsNotWaitedFor(t *testing.T) {
	answered := make(chan int, 2)
	observe := func(route string) func(*Observation) {
		if route != "/wait/{name}" {
			return nil
		}
		return func(o *Observation) { answered <- o.Status }
	}
	s := listening(t, boot(t, waitingApp, patientPool), Settings{Observe: observe})
	reader, writer := s.dial(), s.dial()
	fmt.Fprint(reader, "GET /wait/a HTTP/1.1\r\nHost: h\r\n\r\n")
	fmt.Fprint(writer, "POST /wait/b HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
	eventually(t, "both wait", func() bool { return strings.Count(s.trail(), "begun") == 2 })
	_, _ = reader.Close(), writer.Close()
	if got := <-answered; got != statusLeft {
		t.Fatalf("answered with %d", got)
	}
	eventually(t, "its connection ends", func() bool { return s.openNow() == 1 })
	s.talk("GET /let HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	if got := <-answered; got != 200 {
		t.Errorf("the other was answered with %d", got)
	}
	if got := s.trail(); !strings.Contains(got, "ended b") {
		t.Error(got)
	}
}

// TestWhoStaysIsWaitedFor: a client that is there gets its answer, however often was looked for it, and so it does with a
// next request behind the first.
func TestWhoStaysIsWaitedFor(t *testing.T) {
	s := listening(t, boot(t, waitingApp, patientPool), Settings{})
	c := s.dial()
	fmt.Fprint(c, "GET /wait/a HTTP/1.1\r\nHost: h\r\n\r\nGET /trail HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	eventually(t, "it waits", func() bool { return strings.Contains(s.trail(), "begun") })
	gone := s.dial()
	fmt.Fprint(gone, "GET /wait/b HTTP/1.1\r\nHost: h\r\n\r\n")
	eventually(t, "another waits", func() bool { return strings.Contains(s.trail(), "begun b") })
	_ = gone.Close()
	eventually(t, "that has been looked for", func() bool { return s.openNow() == 1 })
	s.talk("GET /let HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	if all := s.answers(c); short(all) != "200 200" {
		t.Errorf("answered with %s", short(all))
	}
}

// TestWhoLeavesEvents: the connection of a client that leaves an event stream ends long before the next heartbeat, which is the
// first that is sent to it.
func TestWhoLeavesEvents(t *testing.T) {
	s := listening(t, boot(t, waitingApp, patientPool), Settings{MaxPerClient: 1})
	leaveEvents(t, s.dial())
	eventually(t, "its connection ends", func() bool { return s.openNow() == 0 })
	s.trail() // the place is free again
}

// TestWhoLeavesEventsOverTLS: likewise where the connection is encrypted.
func TestWhoLeavesEventsOverTLS(t *testing.T) {
	r, dial := overTLS(t, boot(t, waitingApp, patientPool), Settings{})
	leaveEvents(t, dial())
	eventually(t, "its connection ends", func() bool { return r.conns.count() == 0 })
}

// leaveEvents reads the first event and leaves.
func leaveEvents(t *testing.T, c net.Conn) {
	t.Helper()
	fmt.Fprint(c, "GET /events HTTP/1.1\r\nHost: h\r\n\r\n")
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAtLeast(response.Body, make([]byte, 100), len("data: ready\n\n")); err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
}

// TestWhoHasLeftStaysAway: what waits again after its client was found to have left, since it went on at the same moment, learns it
// at once; only what cleans up after that does not.
func TestWhoHasLeftStaysAway(t *testing.T) {
	ours, theirs := net.Pipe()
	defer theirs.Close()
	c := newConn(ours, &connections{})
	first, _ := c.all.presence.watch(c)
	c.all.presence.tell(c)
	<-first
	x := &exchange{req: request{ctx: new(fasthttp.RequestCtx), method: fasthttp.MethodGet}}
	x.req.ctx.Init2(c, nil, false)
	again, end := x.Left()
	<-again
	end()
	x.failure.fromOutside = true
	if cleaning, _ := x.Left(); cleaning != nil {
		t.Error("what cleans up is watched")
	}
}
