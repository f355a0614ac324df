package harness

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"
)

// Patience ends a wait for what never comes. No wait should take a tenth of it, on a machine that does nothing else.
const Patience = 90 * time.Second

// App is a running fwrun.
type App struct {
	Cmd    *exec.Cmd
	Log    *Log
	Exited chan struct{} // closed once the process has ended
	Err    error         // set before Exited is closed

	reloads int // offset up to which the log has been read for reloads
}

// Launch starts a command whose output is kept, and written to a file.
func Launch(cmd *exec.Cmd, logFile string) (*App, error) {
	file, err := os.Create(logFile)
	if err != nil {
		return nil, err
	}
	log := &Log{file: file, Listening: make(chan string, 1)}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return watch(cmd, log, cmd.Wait), nil
}

// Watch returns the application of a process that has been started: ends copies its output to the log and waits for its end.
func Watch(cmd *exec.Cmd, logFile *os.File, ends func(log io.Writer) error) *App {
	log := &Log{file: logFile, Listening: make(chan string, 1)}
	return watch(cmd, log, func() error { return ends(log) })
}

func watch(cmd *exec.Cmd, log *Log, ends func() error) *App {
	app := &App{Cmd: cmd, Log: log, Exited: make(chan struct{})}
	go func() {
		app.Err = errors.Join(ends(), log.file.Close())
		close(app.Exited)
	}()
	return app
}

// Begin starts a command that runs until the test ends, and does not wait.
func Begin(t *testing.T, cmd *exec.Cmd) *App {
	t.Helper()
	app, err := Launch(cmd, filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		app.Kill()
		if t.Failed() {
			t.Logf("the log of %s ends with\n%s", cmd, Tail(app.Log.Bytes(), 4000))
		}
	})
	return app
}

// Serve serves a folder on a free port until the test ends.
func Serve(t *testing.T, folder string, env ...string) (app *App, url string) {
	t.Helper()
	cmd := exec.Command(Binary(t), "serve", folder, "--port", "0", "--log-format", "json")
	cmd.Env = append(os.Environ(), env...)
	app = Begin(t, cmd)
	return app, UntilListens(t, app)
}

// ServeFolder serves an application of the tests on a port that was chosen before, until the test ends, and returns its URL.
func ServeFolder(t *testing.T, folder, port string, env ...string) (url string) {
	t.Helper()
	cmd := exec.Command(Binary(t), "serve", folder, "--port", port, "--log-format", "json")
	cmd.Env = append(append(os.Environ(), "FWRUN_CACHE="+t.TempDir()), env...)
	UntilListens(t, Begin(t, cmd))
	return "http://127.0.0.1:" + port
}

// Run runs fwrun to its end, and expects that it succeeds.
func Run(t *testing.T, folder string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), Binary(t), args...)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("fwrun %v: %v\n%s", args, err, out)
	}
}

// Kill ends a process that has not been stopped.
func (a *App) Kill() {
	_ = a.Cmd.Process.Kill() // fails if it has ended already
	<-a.Exited
}

// UntilListens waits until an application listens, and returns its address.
func UntilListens(t *testing.T, app *App) string {
	t.Helper()
	select {
	case url := <-app.Log.Listening:
		return url
	case <-app.Exited:
		t.Fatalf("it ended before it listened:\n%s", app.Log.Bytes())
	case <-time.After(Patience):
		t.Fatalf("it does not listen after %v:\n%s", Patience, app.Log.Bytes())
	}
	return ""
}

// MustEnd sends SIGTERM, and expects that the application stops cleanly.
func MustEnd(t *testing.T, app *App) {
	t.Helper()
	app.Signal(t, syscall.SIGTERM)
	app.ends(t)
	if app.Err != nil {
		t.Errorf("it did not stop cleanly: %v\n%s", app.Err, app.Log.Bytes())
	}
}

// Awaits waits until the process has written a match.
func (a *App) Awaits(t *testing.T, pattern string) {
	t.Helper()
	if _, err := UntilLogged(a.Log, a.Exited, 0, regexp.MustCompile(`(?m)`+pattern)); err != nil {
		t.Fatal(err)
	}
}

// Signal sends a signal to the process.
func (a *App) Signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
	if err := a.Cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

// Ends waits until the process has ended with the exit code 1, and checks what it has written.
func (a *App) Ends(t *testing.T, patterns ...string) {
	t.Helper()
	a.ends(t)
	if code := a.Cmd.ProcessState.ExitCode(); code != 1 {
		t.Errorf("the exit code is %d", code)
	}
	for _, pattern := range patterns {
		if !regexp.MustCompile(`(?m)` + pattern).Match(a.Log.Bytes()) {
			t.Errorf("it has not written %q:\n%s", pattern, a.Log.Bytes())
		}
	}
}

func (a *App) ends(t *testing.T) {
	t.Helper()
	select {
	case <-a.Exited:
	case <-time.After(Patience):
		t.Fatalf("it still runs after %v:\n%s", Patience, a.Log.Bytes())
	}
}
