package console

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// pictures is the folder of the guide's pictures of the console, which -update writes.
const pictures = "../../docs/guide/pictures"

// TestConsole opens every pane of the console in Chromium, filters it and acts on it, at two widths and in both themes: without an error
// in the browser's console, without a violation of the page's policy, and without anything that keeps people from using it. With -update it
// writes the pictures of the guide.
func TestConsole(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a browser through all panes")
	}
	browser := requireBrowser(t)
	folder := filepath.Join(t.TempDir(), "tea-shop")
	if err := os.CopyFS(folder, os.DirFS("testdata/console")); err != nil {
		t.Fatal(err)
	}
	// A name and a source that would do harm in a page; no repository can have such a name on every system.
	harness.WriteFile(t, filepath.Join(folder, "<script> #&.ts"),
		`export const label = (text?: string) => text ?? "</script><img src=x onerror=alert(1)>";`+"\n")
	url := startConsole(t, folder)
	args := []string{"panes.mjs", url, browser}
	if *harness.Update {
		if err := os.MkdirAll(pictures, 0o755); err != nil {
			t.Fatal(err)
		}
		absolute, err := filepath.Abs(pictures)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, absolute)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*harness.Patience)
	defer cancel()
	command := exec.CommandContext(ctx, "node", args...)
	command.Env = append(os.Environ(), "FWRUN="+harness.Binary(t), "FOLDER="+folder, "REPORT="+filepath.Join(t.TempDir(), "report"))
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	passSaved(t, folder)
}

// passSaved runs the tests that the button of the console has written: one for each time that its pane was open.
func passSaved(t *testing.T, folder string) {
	t.Helper()
	bin := harness.Binary(t)
	out, err := exec.CommandContext(t.Context(), bin, "test", folder, "-v").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "✓ tests/post-shop-orders.replay.json") || !strings.Contains(string(out), "7 passed (5 files, ") {
		t.Errorf("the tests that were saved: %v\n%s", err, out)
	}
}

// requireBrowser returns the path of Chromium, and skips a test where there is none.
func requireBrowser(t *testing.T) string {
	t.Helper()
	browser := needs.Program(t, "chromium")
	nodejs.InstallPackages(t, ".")
	return browser
}

// startConsole serves a folder as in development, until the test ends.
func startConsole(t *testing.T, folder string) (url string) {
	t.Helper()
	cmd := exec.Command(harness.Binary(t), "serve", folder, "--port", "0", "--log-format", "json", "--dev", "--types")
	cmd.Env = append(os.Environ(), "CHECK_TYPESCRIPT="+harness.Absolute(t, "testdata/tsc"))
	app, err := harness.Launch(cmd, filepath.Join(t.TempDir(), "app.log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Kill)
	select {
	case url = <-app.Log.Listening:
	case <-app.Exited:
		t.Fatalf("it has ended:\n%s", app.Log.Bytes())
	case <-time.After(harness.Patience):
		t.Fatalf("it does not listen:\n%s", app.Log.Bytes())
	}
	return url
}

// TestConsoleOverReloads: a console that is left open over many reloads leaves nothing behind in the process.
func TestConsoleOverReloads(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "tea-shop")
	if err := os.CopyFS(folder, os.DirFS("testdata/console")); err != nil {
		t.Fatal(err)
	}
	app, url := harness.Serve(t, folder, "DEVTOOLS_ENABLED=true", "MANAGEMENT_AUTH_TOKEN=right")
	var first, last process
	var began time.Time
	for round := range 100 {
		stream := openEvents(t, url)
		if round == 20 { // what is made once, is
			first, began = processOf(t, url), time.Now()
		}
		if err := app.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, stream); err != nil { // it ends with its generation
			t.Fatal(err)
		}
		_ = stream.Close()
	}
	stream := openEvents(t, url)
	defer func() { _ = stream.Close() }()
	t.Logf("a reload took %v", time.Since(began)/80)
	for deadline := time.Now().Add(harness.Patience); time.Now().Before(deadline); {
		last = processOf(t, url)
		if last.Goroutines <= first.Goroutines+8 && last.Live <= first.Live+first.Live/4+4<<20 {
			t.Logf("%d goroutines and %d bytes that live after 20 reloads, %d and %d after 100", first.Goroutines, first.Live, last.Goroutines, last.Live)
			return
		}
		_ = app.Cmd.Process.Signal(syscall.SIGHUP) // which makes garbage, so that it is collected
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("there were %+v after 20 reloads, and %+v after 100", first, last)
}

// asConsole sends a request as the console does.
func asConsole(t *testing.T, url string) io.ReadCloser {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer right")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status)
	}
	return answer.Body
}

// openEvents opens the event stream, and waits for its first event.
func openEvents(t *testing.T, url string) io.ReadCloser {
	t.Helper()
	stream := asConsole(t, url+"/_fwrun/api/events?watch=api/process")
	if _, err := io.ReadFull(stream, make([]byte, len("retry: 1000"))); err != nil {
		t.Fatal(err)
	}
	return stream
}

// process is what the console says of the process.
type process struct{ Goroutines, Live int }

func processOf(t *testing.T, url string) (of process) {
	t.Helper()
	body := asConsole(t, url+"/_fwrun/api/process")
	defer func() { _ = body.Close() }()
	if err := json.NewDecoder(body).Decode(&of); err != nil {
		t.Fatal(err)
	}
	return of
}
