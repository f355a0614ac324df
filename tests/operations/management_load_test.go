package operations

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

// TestProbes: ten thousand probes of many clients at once are all answered, within bounds, while an indicator takes its time.
func TestProbes(t *testing.T) {
	app, _, server := startManaged(t, "", "MANAGEMENT_ENDPOINT_HEALTH_PROBES_ENABLED=true",
		"MANAGEMENT_ENDPOINT_HEALTH_PROBES_ADD_ADDITIONAL_PATHS=true",
		"SERVER_MAX_CONNECTIONS_PER_CLIENT=0")
	harness.Ask(t, harness.Client, http.MethodGet, server+"/actuator/health", nil, "")
	before := harness.ResidentSize(t, app.Cmd.Process.Pid)
	var clients sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	const count, each = 200, 50
	began := time.Now()
	for i := range count {
		path := []string{"/actuator/health", "/livez", "/readyz", "/actuator/info"}[i%4]
		clients.Go(func() {
			for range each {
				response, err := harness.Client.Get(server + path)
				if err != nil {
					t.Errorf("%s: %v", path, err)
					return
				}
				_, _ = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
				mu.Lock()
				statuses[response.StatusCode]++
				mu.Unlock()
			}
		})
	}
	clients.Wait()
	if statuses[http.StatusOK] != count*each {
		t.Errorf("the answers are %v", statuses)
	}
	grown := (harness.ResidentSize(t, app.Cmd.Process.Pid) - before) >> 20
	t.Logf("%d probes in %v, %d MB more", count*each, time.Since(began).Round(time.Millisecond), grown)
	if grown > 100 {
		t.Errorf("its memory has grown by %d MB", grown)
	}
	unharmed(t, app)
}

// TestScraperThatNeverReads: scrapers that do not read what they have asked for cost a bounded part of the memory, and delay nobody, at
// the application's listener and at one of the endpoints' own. Who had to wait for them would wait for ten minutes.
func TestScraperThatNeverReads(t *testing.T) {
	port := datatest.FreePort(t)
	managing := "127.0.0.1:" + port
	for name, env := range map[string][]string{"the application's": nil, "its own": {"MANAGEMENT_SERVER_PORT=" + port}} {
		t.Run(name, func(t *testing.T) {
			app, _, server := startManaged(t, "", append(env, "SERVER_WRITE_TIMEOUT=10m", "SERVER_SHUTDOWN_TIMEOUT=10m")...)
			asked := server
			if env != nil {
				asked = "http://" + managing
			}
			for i := range 200 {
				harness.Ask(t, harness.Client, http.MethodGet, fmt.Sprintf("%s/users/%d", server, i), nil, "")
			}
			before := harness.ResidentSize(t, app.Cmd.Process.Pid)
			for range 200 {
				neverRead(t, strings.TrimPrefix(asked, "http://"))
			}
			for range 50 {
				for target, want := range map[string]string{server + "/hello": "hello", asked + "/actuator/health/ping": `{"status":"UP"}`} {
					if text, _ := harness.Ask(t, harness.Client, http.MethodGet, target, nil, ""); text != want {
						t.Errorf("%s: %q", target, text)
					}
				}
			}
			grown := (harness.ResidentSize(t, app.Cmd.Process.Pid) - before) >> 20
			t.Logf("%d MB more", grown)
			if grown > 300 {
				t.Errorf("its memory has grown by %d MB", grown)
			}
			unharmed(t, app)
			if env != nil {
				harness.MustEnd(t, app)
			}
		})
	}
}

// neverRead sends requests on one connection, and reads nothing.
func neverRead(t *testing.T, host string) {
	t.Helper()
	c, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.(*net.TCPConn).SetReadBuffer(1)
	for range 20 { // pipelined
		fmt.Fprint(c, "GET /actuator/prometheus HTTP/1.1\r\nHost: h\r\n\r\n")
	}
}
