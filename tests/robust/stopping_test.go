package robust

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

const stoppingApp = `
import { GetMapping, PostMapping, PreDestroy, RequestBody, RestController } from "fwrun";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

@RestController
export class Api {
  @GetMapping("/hello") hello() { return "hello"; }
  @GetMapping("/slow") async slow() { await pause(20); return "hello"; }
  @PostMapping("/echo") echo(@RequestBody() text: string) { return text; }
  @GetMapping("/endless") async *endless() { for (;;) yield "x".repeat(100_000); }
  @GetMapping({ path: "/events", produces: "text/event-stream" }) events() { return this.sleepy(); }
  @GetMapping("/lines") lines() { return this.sleepy(); }
  async *sleepy() { for (;;) { yield { n: 1 }; await pause(3_600_000); } }
  @GetMapping("/interval") interval() {
    setInterval(() => { for (const until = Date.now() + 20; Date.now() < until;); }, 1);
    return "set";
  }
  @GetMapping("/timeout") timeout() { setTimeout(() => {}, 3_600_000); return "set"; }
  @PreDestroy bye() { console.log("destroyed"); }
}
`

// TestNobodyDelaysAStop: what clients and scripts leave unfinished neither delays a stop nor makes it fail, however long
// requests may take.
func TestNobodyDelaysAStop(t *testing.T) {
	const get = "GET %s HTTP/1.1\r\nHost: h\r\n\r\n"
	for name, text := range map[string]string{
		"half a request line":             "GET / HT",
		"half a head":                     "GET /hello HTTP/1.1\r\nHost: h\r\nX: ",
		"half a body":                     "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf ",
		"half a large body":               "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\nhalf ",
		"half a chunk":                    "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha",
		"half a request behind one":       fmt.Sprintf(get, "/hello") + "GET / HT",
		"a stream that nobody reads":      fmt.Sprintf(get, "/endless"),
		"an event stream that waits":      fmt.Sprintf(get, "/events"),
		"another stream that waits":       fmt.Sprintf(get, "/lines"),
		"an interval that is left behind": fmt.Sprintf(get, "/interval"),
		"a timeout that is left behind":   fmt.Sprintf(get, "/timeout"),
	} {
		t.Run(name, func(t *testing.T) {
			f := startScript(t, stoppingApp, "SERVER_SHUTDOWN_TIMEOUT=10m", "SERVER_READ_TIMEOUT=10m", "SERVER_WRITE_TIMEOUT=10m")
			c := f.Dial()
			fmt.Fprint(c, text)
			if text[len(text)-4:] == "\r\n\r\n" {
				status := make([]byte, len("HTTP/1.1 200"))
				if _, err := io.ReadFull(c, status); err != nil || string(status) != "HTTP/1.1 200" {
					t.Fatalf("%q, %v", status, err)
				}
			} else {
				f.Client().Ask() // by now the server has seen the other connection
			}
			t.Logf("stopped within %v", f.Stop())
		})
	}
}

// TestStopsUnderLoad: 100 clients lose no request that has wholly arrived, while 20 others are half sent, and they do not delay the stop by
// more than the few answers that it waits for. FWRUN_STOPS says how often it is tried.
func TestStopsUnderLoad(t *testing.T) {
	rounds := 3
	if n, err := strconv.Atoi(os.Getenv("FWRUN_STOPS")); err == nil {
		rounds = n
	}
	t.Run("alone", func(t *testing.T) { stopUnderLoad(t, rounds) })
	t.Run("supervised", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("there is no supervisor")
		}
		stopUnderLoad(t, rounds, "FWRUN_SUPERVISE=true")
	})
}

func stopUnderLoad(t *testing.T, rounds int, env ...string) {
	env = append(env, "SERVER_SHUTDOWN_TIMEOUT=10m", "SERVER_READ_TIMEOUT=10m", "FWRUN_CACHE="+t.TempDir())
	idle := stopIdle(t, env)
	for range rounds {
		f := startScript(t, stoppingApp, env...)
		for i := range 20 {
			request := "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf "
			fmt.Fprint(f.Dial(), request[:len(request)-2*i])
		}
		var group, warm sync.WaitGroup
		var lost, answered atomic.Int64
		warm.Add(100)
		began := time.Now()
		for i := range 100 {
			path := []string{"/hello", "/slow"}[i%2]
			group.Go(func() {
				n, err := askUntilClosed(f, path, sync.OnceFunc(warm.Done))
				answered.Add(int64(n))
				if err != nil {
					lost.Add(1)
					t.Log(err)
				}
			})
		}
		warm.Wait() // each client has three answers
		longest := 10 * (idle + time.Since(began))
		took := f.Stop()
		group.Wait()
		t.Logf("stopped within %v of %v; %d answers, %d lost", took, longest, answered.Load(), lost.Load())
		if took > longest {
			t.Errorf("the stop took %v, and should take no more than %v", took, longest)
		}
		if lost.Load() > 0 {
			t.Errorf("%d requests were lost:\n%s", lost.Load(), f.App.Log.Bytes())
		}
	}
}

// stopIdle returns how long a stop takes when there is nothing to do.
func stopIdle(t *testing.T, env []string) time.Duration {
	t.Helper()
	f := startScript(t, stoppingApp, env...)
	f.Client().Ask()
	return f.Stop()
}

// askUntilClosed repeats a request on one connection until an answer announces its end. Any other end is an error.
func askUntilClosed(f *server, path string, warm func()) (answered int, err error) {
	defer warm()
	c, err := net.Dial("tcp", f.Address)
	if err != nil {
		return 0, err
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(2 * harness.Patience))
	reader := bufio.NewReader(c)
	for {
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: h\r\n\r\n", path)
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			return answered, fmt.Errorf("after %d answers: %w", answered, err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK || string(body) != "hello" {
			return answered, errors.Join(fmt.Errorf("got %d %q", response.StatusCode, body), err)
		}
		if answered++; response.Close {
			return answered, nil
		}
		if answered == 3 {
			warm()
		}
	}
}
