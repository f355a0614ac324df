package tests

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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

// hammer sends requests, a new connection for each and one after the other from each client, until ctx ends.
type hammer struct {
	group            sync.WaitGroup
	answered, failed atomic.Int64
	mu               sync.Mutex
	refused          error
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
				if errors.Is(err, syscall.ECONNREFUSED) {
					l.mu.Lock()
					l.refused = err
					l.mu.Unlock()
				}
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
	app := launchServe(t, nil, nil, nil, "--supervise", "--port", "0")
	defer app.kill()
	url := untilListens(t, app)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var l hammer
	l.begin(ctx, clients, url+"/", true)
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
	stop()
	l.group.Wait()
	t.Logf("%d answers, %d failures", l.answered.Load(), l.failed.Load())
	if l.refused != nil {
		t.Errorf("a connection was refused: %v", l.refused)
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

// TestUpgrade: SIGUSR2 replaces a server with a supervisor and without one, and no connection is refused meanwhile.
func TestUpgrade(t *testing.T) {
	for _, supervised := range []bool{true, false} {
		t.Run(fmt.Sprintf("supervised=%v", supervised), func(t *testing.T) {
			app := launchServe(t, nil, nil, nil, fmt.Sprintf("--supervise=%v", supervised), "--port", "0")
			defer app.kill()
			url := untilListens(t, app)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var l hammer
			l.begin(ctx, 4, url+"/", true)
			waitUntil(t, "answers", func() bool { return l.answered.Load() > 20 })
			pid := app.cmd.Process.Pid
			if err := syscall.Kill(pid, syscall.SIGUSR2); err != nil {
				t.Fatal(err)
			}
			waitUntil(t, "the successor", func() bool { return strings.Contains(string(app.log.Bytes()), "the server was replaced") })
			waitUntil(t, "the end of the old server", func() bool {
				return strings.Contains(string(app.log.Bytes()), "another process has taken over") && (supervised || gone(pid))
			})
			before := l.answered.Load()
			waitUntil(t, "answers of the successor", func() bool { return l.answered.Load() > before+20 })
			stop()
			l.group.Wait()
			if l.refused != nil {
				t.Errorf("a connection was refused: %v", l.refused)
			}
			if supervised {
				mustEnd(t, app)
				return
			}
			endSuccessor(t, app)
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
func endSuccessor(t *testing.T, app *application) {
	t.Helper()
	folder := app.cmd.Args[2]
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
	case <-app.exited: // its output has ended
	case <-time.After(patience):
		t.Fatalf("the successor does not stop:\n%s", app.log.Bytes())
	}
}

// TestUpgradeThatFails: a successor that does not start changes nothing.
func TestUpgradeThatFails(t *testing.T) {
	for _, supervised := range []bool{true, false} {
		t.Run(fmt.Sprintf("supervised=%v", supervised), func(t *testing.T) {
			app := launchServe(t, nil, nil, nil, fmt.Sprintf("--supervise=%v", supervised), "--port", "0")
			defer app.kill()
			url := untilListens(t, app)
			write(t, app.cmd.Args[2], "hello.js", "export const broken = ;")
			if err := app.cmd.Process.Signal(syscall.SIGUSR2); err != nil {
				t.Fatal(err)
			}
			waitUntil(t, "the refusal", func() bool { return strings.Contains(string(app.log.Bytes()), "serves on") })
			if _, err := get(http.DefaultClient, url+"/"); err != nil {
				t.Error(err)
			}
			mustEnd(t, app)
		})
	}
}

// TestSystemdSockets: sockets that systemd passes are served, and not when they were meant for another process. With and without a supervisor.
func TestSystemdSockets(t *testing.T) {
	for _, supervised := range []bool{true, false} {
		t.Run(fmt.Sprintf("supervised=%v", supervised), func(t *testing.T) {
			var urls []string
			var files []*os.File
			for range 2 {
				listener, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					t.Fatal(err)
				}
				tcp, _ := listener.(*net.TCPListener)
				file, err := tcp.File()
				if err != nil {
					t.Fatal(err)
				}
				urls, files = append(urls, "http://"+listener.Addr().String()), append(files, file)
				if err := listener.Close(); err != nil {
					t.Fatal(err)
				}
			}
			notified := listenForNotes(t)
			// The shell knows the id of the process that it becomes.
			wrap := []string{"/bin/sh", "-c", `LISTEN_PID=$$ exec "$@"`, "sh"}
			env := []string{"LISTEN_FDS=2", "LISTEN_FDNAMES=server:server", "NOTIFY_SOCKET=" + notified.LocalAddr().String()}
			app := launchServe(t, env, files, wrap, fmt.Sprintf("--supervise=%v", supervised), "--port", "1")
			defer app.kill()
			for _, file := range files {
				_ = file.Close()
			}
			if got := nextNote(t, notified); got != "READY=1" {
				t.Errorf("systemd was told %q", got)
			}
			for _, url := range urls {
				if _, err := get(http.DefaultClient, url+"/"); err != nil {
					t.Error(err)
				}
			}
			mustEnd(t, app)
			if got := nextNote(t, notified); got != "STOPPING=1" {
				t.Errorf("systemd was told %q", got)
			}
		})
	}
	t.Run("another process", func(t *testing.T) {
		app := launchServe(t, []string{"LISTEN_FDS=1", "LISTEN_PID=1"}, nil, nil, "--port", "0")
		defer app.kill()
		untilListens(t, app)
		mustEnd(t, app)
	})
}

func listenForNotes(t *testing.T) *net.UnixConn {
	t.Helper()
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "notify"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func nextNote(t *testing.T, conn *net.UnixConn) string {
	t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	var text [256]byte
	n, err := conn.Read(text[:])
	if err != nil {
		t.Fatal(err)
	}
	return string(text[:n])
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
