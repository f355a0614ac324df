package tests

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

const sayPID = `import { GetMapping } from "fwrun";
export const hello = GetMapping("/")(() => "hello");
`

// launchServe starts fwrun serve on an application of one route, without waiting for it to listen.
func launchServe(t *testing.T, env []string, files []*os.File, wrap []string, flags ...string) *application {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write(t, folder, "hello.js", sayPID)
	words := append(wrap[:len(wrap):len(wrap)], filepath.Join(bin, "fwrun"), "serve", folder, "--log-format", "json")
	words = append(words, flags...)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env, cmd.ExtraFiles = append(os.Environ(), env...), files
	app, err := launch(cmd, filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// untilListens returns the address of an application.
func untilListens(t *testing.T, app *application) string {
	t.Helper()
	select {
	case url := <-app.log.listening:
		return url
	case <-app.exited:
		t.Fatalf("it ended:\n%s", app.log.Bytes())
	case <-time.After(patience):
		t.Fatalf("it does not listen:\n%s", app.log.Bytes())
	}
	return ""
}

// endpointsApart are variables for management endpoints with a listener of their own.
var endpointsApart = []string{"MANAGEMENT_SERVER_PORT=0", "MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_HEALTH_ENABLED=true", "MANAGEMENT_ENDPOINT_HEALTH_PROBES_ENABLED=true"}

var loggedEndpoints = regexp.MustCompile(`"msg":"management endpoints","url":"([^"]+)"`)

// readiness returns the URL at which a managed application says whether it takes requests.
func readiness(t *testing.T, app *application) string {
	t.Helper()
	m := loggedEndpoints.FindSubmatch(app.log.Bytes())
	if m == nil {
		t.Fatalf("there are no management endpoints:\n%s", app.log.Bytes())
	}
	return string(m[1]) + "/health/readiness"
}

// hammer sends requests, a new connection for each and one after the other from each client, until ctx ends.
type hammer struct {
	group            sync.WaitGroup
	answered, failed atomic.Int64
	mu               sync.Mutex
	last, refused    error
}

func (l *hammer) begin(ctx context.Context, clients int, url string, fresh bool) {
	for range clients {
		l.group.Go(func() {
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: fresh, MaxConnsPerHost: 1}, Timeout: patience}
			defer client.CloseIdleConnections()
			for ctx.Err() == nil {
				_, err := get(client, url)
				if err == nil {
					l.answered.Add(1)
					continue
				}
				l.failed.Add(1)
				l.mu.Lock()
				l.last = err
				if errors.Is(err, syscall.ECONNREFUSED) {
					l.refused = err
				}
				l.mu.Unlock()
			}
		})
	}
}

// waitUntil waits for a condition.
func waitUntil(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("in vain: ", what)
		}
	}
}

// TestSupervisorUnderKills: whatever kills the server, at most one request of each client fails, and no connection is refused.
func TestSupervisorUnderKills(t *testing.T) {
	const kills, clients = 5, 8
	app := launchServe(t, endpointsApart, nil, nil, "--supervise", "--port", "0")
	defer app.kill()
	url := untilListens(t, app)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var l, endpoints hammer
	l.begin(ctx, clients, url+"/", true)
	endpoints.begin(ctx, 1, readiness(t, app), true)
	for range kills {
		before := l.answered.Load()
		waitUntil(t, "answers of the server", func() bool { return l.answered.Load() > before+10 })
		list := serversOf(app.cmd.Process.Pid)
		if len(list) != 1 {
			t.Fatalf("there are %d servers", len(list))
		}
		if err := syscall.Kill(list[0], syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	before := l.answered.Load()
	waitUntil(t, "answers of the last server", func() bool { return l.answered.Load() > before+10 })
	asked := endpoints.answered.Load()
	waitUntil(t, "answers of the management endpoints", func() bool { return endpoints.answered.Load() > asked })
	stop()
	l.group.Wait()
	endpoints.group.Wait()
	t.Logf("%d answers, %d failures; %d and %d of the management endpoints", l.answered.Load(), l.failed.Load(), endpoints.answered.Load(), endpoints.failed.Load())
	if l.refused != nil || endpoints.refused != nil {
		t.Errorf("a connection was refused: %v", errors.Join(l.refused, endpoints.refused))
	}
	if endpoints.failed.Load() > kills {
		t.Errorf("%d requests to the management endpoints failed after %d kills", endpoints.failed.Load(), kills)
	}
	if l.failed.Load() > kills*clients {
		t.Errorf("%d requests failed of %d clients after %d kills", l.failed.Load(), clients, kills)
	}
	mustEnd(t, app)
}

func mustEnd(t *testing.T, app *application) {
	t.Helper()
	if err := app.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-app.exited:
		if app.err != nil {
			t.Errorf("it did not stop cleanly: %v\n%s", app.err, app.log.Bytes())
		}
	case <-time.After(patience):
		t.Fatalf("it does not stop:\n%s", app.log.Bytes())
	}
}

// TestSupervisorDies: a server whose supervisor was killed stops, rather than serve on without anybody who could stop it.
func TestSupervisorDies(t *testing.T) {
	app := launchServe(t, nil, nil, nil, "--supervise", "--port", "0")
	untilListens(t, app)
	app.kill() // returns when the output has ended, which both processes have
	if !strings.Contains(string(app.log.Bytes()), "the supervisor has died") {
		t.Errorf("the server has not noticed:\n%s", app.log.Bytes())
	}
}

// TestSupervisorIsSmall: the supervisor takes a few megabytes of its own, pages of the binary aside.
func TestSupervisorIsSmall(t *testing.T) {
	app := launchServe(t, nil, nil, nil, "--supervise", "--port", "0")
	defer app.kill()
	untilListens(t, app)
	kib := 0
	waitUntil(t, "a supervisor of less than 10 MiB", func() bool {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", app.cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), "RssAnon:")
		if _, err := fmt.Sscan(rest, &kib); err != nil {
			t.Fatal(err)
		}
		return kib < 10<<10
	})
	t.Logf("%d KiB", kib)
	mustEnd(t, app)
}
