package http

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

const floodApp = `
import { GetMapping, PostMapping, RequestBody, RequestParam, RestController } from "fwrun";

@RestController
export class Api {
  @GetMapping("/hello") hello() { return "hello"; }
  @PostMapping("/echo") echo(@RequestBody() text: string) { return text; }
  @PostMapping("/form") form(@RequestParam() word: string) { return word; }
}
`

func startFlooded(t *testing.T, env ...string) *server {
	t.Helper()
	return startScript(t, floodApp, append([]string{"SERVER_MAX_CONNECTIONS_PER_CLIENT=0"}, env...)...)
}

// TestAnnouncedBodies: an announced body takes no memory before it is sent.
func TestAnnouncedBodies(t *testing.T) {
	f := startFlooded(t, "SERVER_MAX_BODY_BYTES=100MiB")
	good := f.Client()
	good.Median()
	before := f.Resident()
	for i := range 500 {
		c := f.Dial()
		fmt.Fprintf(c, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n", 60<<20)
		if i%2 == 0 {
			fmt.Fprint(c, "\r\n"+strings.Repeat("a", 10_000)) // enough that the handler is about to read the rest
			continue
		}
		fmt.Fprint(c, "Expect: 100-continue\r\n\r\n")
		if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 100 ") {
			t.Fatalf("got %q, %v", line, err)
		}
	}
	good.Median() // by now the server has handled all of them
	after := f.Resident()
	t.Logf("%d MB, and with 500 announced bodies %d MB", before, after)
	if after-before >= 50 {
		t.Errorf("500 announced bodies cost %d MB", after-before)
	}
}

// TestSlowSockets: two thousand clients that send their requests a byte at a time do not slow down another
// client.
func TestSlowSockets(t *testing.T) {
	f := startFlooded(t)
	good := f.Client()
	good.Median() // warm
	norm := good.BestMedian()
	slow := make([]net.Conn, 2000)
	for i := range slow {
		slow[i] = f.Dial()
		fmt.Fprint(slow[i], "GET /hello HTTP/1.1\r\nHost: h\r\nX: ")
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		for pause := time.NewTicker(time.Millisecond); ; {
			for _, c := range slow {
				select {
				case <-done:
					pause.Stop()
					return
				case <-pause.C:
					fmt.Fprint(c, "a")
				}
			}
		}
	}()
	beside := good.BestMedian()
	t.Logf("an answer takes %v, beside 2,000 slow sockets %v", norm, beside)
	if beside > 20*norm { // a request that waits for a slow client takes seconds
		t.Errorf("2,000 slow sockets take a good client's answers from %v to %v", norm, beside)
	}
}
