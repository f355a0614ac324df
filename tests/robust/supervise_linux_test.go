package robust

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

	"github.com/fwrun/fwrun/tests/harness"
)

const sayPID = `import { GetMapping } from "fwrun";
export const hello = GetMapping("/")(() => "hello");
`

// launchServe starts fwrun serve on an application of one route, without waiting for it to listen.
func launchServe(t *testing.T, env []string, files []*os.File, wrap []string, flags ...string) *harness.App {
	t.Helper()
	bin := harness.Binary(t)
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "hello.js"), sayPID)
	words := append(wrap[:len(wrap):len(wrap)], bin, "serve", folder, "--log-format", "json")
	words = append(words, flags...)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env, cmd.ExtraFiles = append(os.Environ(), env...), files
	app, err := harness.Launch(cmd, filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// endpointsApart are variables for management endpoints with a listener of their own.
var endpointsApart = []string{
	"MANAGEMENT_SERVER_PORT=0", "MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_HEALTH_ENABLED=true",
	"MANAGEMENT_ENDPOINT_HEALTH_PROBES_ENABLED=true",
}

var loggedEndpoints = regexp.MustCompile(`"msg":"management endpoints","url":"([^"]+)"`)

// readiness returns the URL at which a managed application says whether it takes requests.
func readiness(t *testing.T, app *harness.App) string {
	t.Helper()
	m := loggedEndpoints.FindSubmatch(app.Log.Bytes())
	if m == nil {
		t.Fatalf("there are no management endpoints:\n%s", app.Log.Bytes())
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
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: fresh, MaxConnsPerHost: 1}, Timeout: harness.Patience}
			defer client.CloseIdleConnections()
			for ctx.Err() == nil {
				_, err := harness.Get(client, url)
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

// TestSupervisorUnderKills: whatever kills the server, at most one request of each client fails, and no connection is refused.
func TestSupervisorUnderKills(t *testing.T) {
	const kills, clients = 5, 8
	app := launchServe(t, endpointsApart, nil, nil, "--supervise", "--port", "0")
	defer app.Kill()
	url := harness.UntilListens(t, app)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var l, endpoints hammer
	l.begin(ctx, clients, url+"/", true)
	endpoints.begin(ctx, 1, readiness(t, app), true)
	for range kills {
		before := l.answered.Load()
		harness.Eventually(t, "answers of the server", func() bool { return l.answered.Load() > before+10 })
		list := harness.ServersOf(app.Cmd.Process.Pid)
		if len(list) != 1 {
			t.Fatalf("there are %d servers", len(list))
		}
		if err := syscall.Kill(list[0], syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	before := l.answered.Load()
	harness.Eventually(t, "answers of the last server", func() bool { return l.answered.Load() > before+10 })
	asked := endpoints.answered.Load()
	harness.Eventually(t, "answers of the management endpoints", func() bool { return endpoints.answered.Load() > asked })
	stop()
	l.group.Wait()
	endpoints.group.Wait()
	t.Logf("%d answers, %d failures; %d and %d of the management endpoints", l.answered.Load(), l.failed.Load(), endpoints.answered.Load(),
		endpoints.failed.Load())
	if l.refused != nil || endpoints.refused != nil {
		t.Errorf("a connection was refused: %v", errors.Join(l.refused, endpoints.refused))
	}
	if endpoints.failed.Load() > kills {
		t.Errorf("%d requests to the management endpoints failed after %d kills", endpoints.failed.Load(), kills)
	}
	if l.failed.Load() > kills*clients {
		t.Errorf("%d requests failed of %d clients after %d kills", l.failed.Load(), clients, kills)
	}
	harness.MustEnd(t, app)
}

// TestSupervisorDies: a server whose supervisor was killed stops, rather than serve on without anybody who could stop it.
func TestSupervisorDies(t *testing.T) {
	app := launchServe(t, nil, nil, nil, "--supervise", "--port", "0")
	harness.UntilListens(t, app)
	app.Kill() // returns when the output has ended, which both processes have
	if !strings.Contains(string(app.Log.Bytes()), "the supervisor has died") {
		t.Errorf("the server has not noticed:\n%s", app.Log.Bytes())
	}
}

// TestSupervisorIsSmall: the supervisor takes a few megabytes of its own, pages of the binary aside.
func TestSupervisorIsSmall(t *testing.T) {
	app := launchServe(t, nil, nil, nil, "--supervise", "--port", "0")
	defer app.Kill()
	harness.UntilListens(t, app)
	kib := 0
	harness.Eventually(t, "a supervisor of less than 10 MiB", func() bool {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", app.Cmd.Process.Pid))
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
	harness.MustEnd(t, app)
}
