package harness

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Server is a running application of one script.
type Server struct {
	T       *testing.T
	App     *App
	Address string // such as 127.0.0.1:41234
	Folder  string // of the application
}

// StartScript starts an application of one script, which runs until the test ends.
func StartScript(t *testing.T, script string, env ...string) *Server {
	t.Helper()
	return StartScriptWith(t, Options{}, script, env...)
}

// Options are what an application of one script may have beside it.
type Options struct {
	Files    map[string][]byte                           // more files, by their names in the folder
	Settings string                                      // its application.yml
	Command  func(name string, args ...string) *exec.Cmd // makes the command that serves it; exec.Command by default
}

// StartScriptWith does as StartScript, with options.
func StartScriptWith(t *testing.T, o Options, script string, env ...string) *Server {
	t.Helper()
	folder := t.TempDir()
	WriteFile(t, filepath.Join(folder, "app", "api.ts"), script)
	WriteFile(t, filepath.Join(folder, "config", "application.yml"), o.Settings)
	for name, data := range o.Files {
		WriteFile(t, filepath.Join(folder, filepath.FromSlash(name)), string(data))
	}
	if o.Command == nil {
		o.Command = exec.Command
	}
	cmd := o.Command(Binary(t), "serve", folder, "--port", "0", "--log-format", "json")
	cmd.Env = append(append(os.Environ(), "FWRUN_CACHE="+t.TempDir()), env...)
	app := Begin(t, cmd)
	return &Server{t, app, strings.TrimPrefix(UntilListens(t, app), "http://"), folder}
}

// Logs waits until the log has a text: it may be later than the answer.
func (f *Server) Logs(t *testing.T, text string) {
	t.Helper()
	if _, err := UntilLogged(f.App.Log, f.App.Exited, 0, regexp.MustCompile(regexp.QuoteMeta(text))); err != nil {
		t.Fatal(err)
	}
}

// Dial opens a connection, which the end of the test closes.
func (f *Server) Dial() net.Conn {
	f.T.Helper()
	c, err := net.Dial("tcp", f.Address)
	if err != nil {
		f.T.Fatal(err)
	}
	f.T.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(2 * Patience))
	return c
}

// Stop sends SIGTERM and returns how long the process took to end. It must end well.
func (f *Server) Stop() time.Duration {
	f.T.Helper()
	began := time.Now()
	f.App.Signal(f.T, syscall.SIGTERM)
	f.App.ends(f.T)
	if f.App.Err != nil {
		f.T.Errorf("it ended with %v:\n%s", f.App.Err, f.App.Log.Bytes())
	}
	return time.Since(began)
}
