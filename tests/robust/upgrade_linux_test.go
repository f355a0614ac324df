package robust

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestUpgrade: SIGUSR2 replaces a server again and again, with a supervisor and without one, while clients send requests over connections
// that they keep, with and without pauses, and over new ones. Each request is answered, by whichever process. FWRUN_UPGRADES says how often.
func TestUpgrade(t *testing.T) {
	rounds := 5
	if n, err := strconv.Atoi(os.Getenv("FWRUN_UPGRADES")); err == nil {
		rounds = n
	}
	for _, supervised := range []bool{true, false} {
		t.Run(fmt.Sprintf("supervised=%v", supervised), func(t *testing.T) {
			notes := listenForNotes(t)
			env := append([]string{"NOTIFY_SOCKET=" + notes.LocalAddr().String()}, endpointsApart...)
			app := launchServe(t, env, nil, nil, fmt.Sprintf("--supervise=%v", supervised), "--port", "0")
			defer app.Kill()
			address := strings.TrimPrefix(harness.UntilListens(t, app), "http://")
			if got := nextNote(t, notes); got != "READY=1" {
				t.Errorf("systemd was told %q", got)
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			l := beginRegulars(ctx, t, address)
			var endpoints hammer
			endpoints.begin(ctx, 2, readiness(t, app), true)

			pid := app.Cmd.Process.Pid
			for i := range rounds {
				before := l.answered.Load()
				harness.Eventually(t, "answers", func() bool { return l.answered.Load() > before+100 })
				if err := syscall.Kill(pid, syscall.SIGUSR2); err != nil {
					t.Fatal(err)
				}
				if supervised {
					harness.Eventually(t, "the successor", func() bool { return strings.Count(string(app.Log.Bytes()), "another process has taken over") > i })
					continue
				}
				old := pid
				note := nextNote(t, notes)
				if _, err := fmt.Sscanf(note, "MAINPID=%d", &pid); err != nil || pid == old {
					t.Fatalf("systemd was told %q", note)
				}
				harness.Eventually(t, "the end of the old server", func() bool { return gone(old) })
			}
			before := l.answered.Load()
			harness.Eventually(t, "answers of the successor", func() bool { return l.answered.Load() > before+100 })
			if supervised {
				harness.Eventually(t, "the end of the old servers", func() bool { return len(harness.ServersOf(pid)) == 1 })
			}
			stop()
			l.group.Wait()
			endpoints.group.Wait()
			t.Logf("%d upgrades, %d answers over %d connections, %d of the management endpoints", rounds, l.answered.Load(), l.connections.Load(),
				endpoints.answered.Load())
			if endpoints.failed.Load() > 0 || endpoints.answered.Load() == 0 {
				t.Errorf("management endpoints: %d answers, %d failures: %v", endpoints.answered.Load(), endpoints.failed.Load(), endpoints.last)
			}
			if supervised {
				harness.MustEnd(t, app)
				return
			}
			endSuccessor(t, app)
		})
	}
}

// regulars are clients that expect an answer to each of their requests, over a connection that they keep until an answer announces its end.
type regulars struct {
	group                 sync.WaitGroup
	answered, connections atomic.Int64
}

// beginRegulars begins to send requests until ctx ends. What is not answered is an error of the test.
func beginRegulars(ctx context.Context, t *testing.T, address string) *regulars {
	l := &regulars{}
	for _, kind := range []struct {
		clients int
		pause   time.Duration // at most, between two requests
		once    bool          // each connection is for one request
	}{{4, 0, true}, {4, 0, false}, {8, 20 * time.Millisecond, false}, {16, 600 * time.Millisecond, false}} {
		for range kind.clients {
			l.group.Go(func() {
				for ctx.Err() == nil {
					if n, err := l.connect(ctx, address, kind.pause, kind.once); err != nil {
						t.Errorf("after %d answers on a connection, pauses of up to %v: %v", n, kind.pause, err)
						return
					}
				}
			})
		}
	}
	return l
}

// connect sends requests over one connection until ctx or the connection ends.
func (l *regulars) connect(ctx context.Context, address string, pause time.Duration, once bool) (answered int, err error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return 0, err
	}
	l.connections.Add(1)
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(2 * harness.Patience))
	reader := bufio.NewReader(c)
	end := ""
	if once {
		end = "Connection: close\r\n"
	}
	for ctx.Err() == nil {
		if pause > 0 {
			time.Sleep(rand.N(pause))
		}
		if _, err := fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: h\r\n%s\r\n", end); err != nil {
			return answered, err
		}
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			return answered, err
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK || string(body) != "hello" {
			return answered, errors.Join(fmt.Errorf("got %d %q", response.StatusCode, body), err)
		}
		answered++
		l.answered.Add(1)
		if response.Close {
			return answered, nil
		}
	}
	return answered, nil
}

// TestStopsDuringUpgrade: a stop while one server takes the place of another is as any stop: nothing is lost, nobody who is silent delays
// it, and the exit code is 0.
func TestStopsDuringUpgrade(t *testing.T) {
	t.Parallel()
	for name, far := range map[string]func(app *harness.App) bool{
		"at once":                    func(*harness.App) bool { return true },
		"while the other one starts": func(app *harness.App) bool { return len(harness.ServersOf(app.Cmd.Process.Pid)) > 1 },
		"while the first one leaves": func(app *harness.App) bool {
			return strings.Contains(string(app.Log.Bytes()), "another process has taken over")
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := startScript(t, stoppingApp, "FWRUN_SUPERVISE=true", "SERVER_SHUTDOWN_TIMEOUT=10m", "SERVER_READ_TIMEOUT=10m")
			silent := f.Dial()
			fmt.Fprint(silent, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n")
			if _, err := io.ReadFull(silent, make([]byte, len("HTTP/1.1 200"))); err != nil {
				t.Fatal(err)
			}
			var group, warm sync.WaitGroup
			warm.Add(20)
			for range 20 {
				group.Go(func() {
					if _, err := askUntilClosed(f, "/slow", sync.OnceFunc(warm.Done)); err != nil {
						t.Error(err)
					}
				})
			}
			warm.Wait()
			if err := f.App.Cmd.Process.Signal(syscall.SIGUSR2); err != nil {
				t.Fatal(err)
			}
			harness.Eventually(t, name, func() bool { return far(f.App) })
			t.Logf("stopped within %v", f.Stop())
			group.Wait()
		})
	}
}

// gone reports whether a process has ended, and perhaps nobody has noticed yet.
func gone(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, rest, _ := strings.Cut(string(text), ") ")
	return err != nil || strings.HasPrefix(rest, "Z")
}

// endSuccessor ends the process that has replaced an application, and has its output.
func endSuccessor(t *testing.T, app *harness.App) {
	t.Helper()
	folder := app.Cmd.Args[2]
	processes, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range processes {
		text, _ := os.ReadFile(file)
		if !strings.Contains(string(text), folder) {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err := syscall.Kill(pid, syscall.SIGTERM); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Error(err)
		}
	}
	select {
	case <-app.Exited: // its output has ended
	case <-time.After(harness.Patience):
		t.Fatalf("the successor does not stop:\n%s", app.Log.Bytes())
	}
}

// TestUpgradeThatFails: a successor that does not start changes nothing.
func TestUpgradeThatFails(t *testing.T) {
	t.Parallel()
	for _, supervised := range []bool{true, false} {
		t.Run(fmt.Sprintf("supervised=%v", supervised), func(t *testing.T) {
			app := launchServe(t, nil, nil, nil, fmt.Sprintf("--supervise=%v", supervised), "--port", "0")
			defer app.Kill()
			url := harness.UntilListens(t, app)
			harness.WriteFile(t, filepath.Join(app.Cmd.Args[2], "hello.js"), "export const broken = ;")
			if err := app.Cmd.Process.Signal(syscall.SIGUSR2); err != nil {
				t.Fatal(err)
			}
			harness.Eventually(t, "the refusal", func() bool { return strings.Contains(string(app.Log.Bytes()), "serves on") })
			if _, err := harness.Get(http.DefaultClient, url+"/"); err != nil {
				t.Error(err)
			}
			harness.MustEnd(t, app)
		})
	}
}
