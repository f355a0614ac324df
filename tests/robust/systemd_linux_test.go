package robust

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestSystemdSockets: sockets that systemd passes are served, and not when they were meant for another process. With and without a supervisor.
func TestSystemdSockets(t *testing.T) {
	t.Parallel()
	for _, supervised := range []bool{true, false} {
		t.Run(fmt.Sprintf("supervised=%v", supervised), func(t *testing.T) {
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: harness.Patience}
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
			defer app.Kill()
			for _, file := range files {
				_ = file.Close()
			}
			if got := nextNote(t, notified); got != "READY=1" {
				t.Errorf("systemd was told %q", got)
			}
			for _, url := range urls {
				if _, err := harness.Get(client, url+"/"); err != nil {
					t.Error(err)
				}
			}
			if supervised { // the next server gets them, too
				if err := app.Cmd.Process.Signal(syscall.SIGUSR2); err != nil {
					t.Fatal(err)
				}
				harness.Eventually(t, "the end of the old server", func() bool {
					return strings.Contains(string(app.Log.Bytes()), "another process has taken over") && len(harness.ServersOf(app.Cmd.Process.Pid)) == 1
				})
				for _, url := range urls {
					if _, err := harness.Get(client, url+"/"); err != nil {
						t.Error(err)
					}
				}
			}
			harness.MustEnd(t, app)
			if got := nextNote(t, notified); got != "STOPPING=1" {
				t.Errorf("systemd was told %q", got)
			}
		})
	}
	t.Run("another process", func(t *testing.T) {
		app := launchServe(t, []string{"LISTEN_FDS=1", "LISTEN_PID=1"}, nil, nil, "--port", "0")
		defer app.Kill()
		harness.UntilListens(t, app)
		harness.MustEnd(t, app)
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
	if err := conn.SetReadDeadline(time.Now().Add(harness.Patience)); err != nil {
		t.Fatal(err)
	}
	var text [256]byte
	n, err := conn.Read(text[:])
	if err != nil {
		t.Fatal(err)
	}
	return string(text[:n])
}

// noteOf returns the next note with a beginning, and drops those before it.
func noteOf(t *testing.T, conn *net.UnixConn, beginning string) string {
	t.Helper()
	for end := time.Now().Add(harness.Patience); time.Now().Before(end); {
		if note := nextNote(t, conn); strings.HasPrefix(note, beginning) {
			return note
		}
	}
	t.Fatalf("systemd was not told %s", beginning)
	return ""
}

// TestSystemdNotes: systemd is told when the service is ready, reloads, stops, and again and again that it answers.
func TestSystemdNotes(t *testing.T) {
	t.Parallel()
	for _, supervised := range []bool{true, false} {
		t.Run(fmt.Sprintf("supervised=%v", supervised), func(t *testing.T) {
			notes := listenForNotes(t)
			env := []string{"NOTIFY_SOCKET=" + notes.LocalAddr().String(), "WATCHDOG_USEC=4000000"}
			app := launchServe(t, env, nil, nil, fmt.Sprintf("--supervise=%v", supervised), "--port", "0")
			defer app.Kill()
			harness.UntilListens(t, app)
			noteOf(t, notes, "READY=1")
			for range 2 {
				noteOf(t, notes, "WATCHDOG=1")
			}
			if err := app.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
				t.Fatal(err)
			}
			var usec int64
			note := noteOf(t, notes, "RELOADING=1\n")
			if _, err := fmt.Sscanf(note, "RELOADING=1\nMONOTONIC_USEC=%d", &usec); err != nil || usec <= 0 {
				t.Errorf("systemd was told %q", note)
			}
			noteOf(t, notes, "READY=1")
			harness.MustEnd(t, app)
			noteOf(t, notes, "STOPPING=1")
		})
	}
}

// TestServerHangs: a server that does not answer any more is replaced by its supervisor, within the time of systemd's watchdog, which hears
// from the supervisor meanwhile.
func TestServerHangs(t *testing.T) {
	t.Parallel()
	notes := listenForNotes(t)
	env := []string{"NOTIFY_SOCKET=" + notes.LocalAddr().String(), "WATCHDOG_USEC=2000000"}
	app := launchServe(t, env, nil, nil, "--supervise", "--port", "0")
	defer app.Kill()
	url := harness.UntilListens(t, app)
	list := harness.ServersOf(app.Cmd.Process.Pid)
	if len(list) != 1 {
		t.Fatalf("there are %d servers", len(list))
	}
	if err := syscall.Kill(list[0], syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: harness.Patience}
	harness.Eventually(t, "an answer", func() bool { _, err := harness.Get(client, url+"/"); return err == nil })
	harness.Eventually(t, "the reason in the log", func() bool {
		return strings.Contains(string(app.Log.Bytes()), `"because":"it did not answer within WATCHDOG_USEC: it was killed"`)
	})
	noteOf(t, notes, "WATCHDOG=1")
	harness.MustEnd(t, app)
}
