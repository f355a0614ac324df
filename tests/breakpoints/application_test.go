package breakpoints

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/tests/harness"
)

// application is one with a debugger.
type application struct {
	t      *testing.T
	app    *harness.App
	folder string
	url    string
	marks  map[string]mark
}

// mark is a line with a mark.
type mark struct {
	file string
	line int
}

// unpack writes the files of an archive below a folder that is named app, and finds the marks.
func unpack(t *testing.T, archive string) *application {
	t.Helper()
	files, err := txtar.ParseFile(filepath.Join("testdata", archive))
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a := &application{t: t, folder: filepath.Join(root, "app"), marks: map[string]mark{}}
	for _, f := range files.Files {
		harness.WriteFile(t, filepath.Join(a.folder, filepath.FromSlash(f.Name)), string(f.Data))
		for i, line := range strings.Split(string(f.Data), "\n") {
			if _, name, marked := strings.Cut(line, "//! "); marked {
				a.marks[name] = mark{f.Name, i + 1}
			}
		}
	}
	a.marks["package"] = mark{"node_modules/mapped/src/index.ts", 3}
	return a
}

// begin starts fwrun in the folder.
func (a *application) begin(args ...string) {
	a.t.Helper()
	cmd := exec.Command(harness.Binary(a.t), args...)
	cmd.Dir = a.folder
	cmd.Env = append(os.Environ(), "FWRUN_CACHE="+a.t.TempDir())
	a.app = harness.Begin(a.t, cmd)
}

// attach attaches a debugger.
func (a *application) attach() *client {
	a.t.Helper()
	found, err := harness.UntilLogged(a.app.Log, a.app.Exited, 0, regexp.MustCompile(`ws://\S+`))
	if err != nil {
		a.t.Fatal(err)
	}
	return attach(a.t, string(a.app.Log.Bytes()[found[0]:found[1]]))
}

// serve serves it.
func serve(t *testing.T, archive string) (*application, *client) {
	t.Helper()
	a := unpack(t, archive)
	a.begin("serve", ".", "--port", "0", "--inspect=0")
	a.url = harness.UntilListens(t, a.app)
	return a, a.attach()
}

// urlOf returns the URL that a file has for a debugger.
func (a *application) urlOf(file string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(a.folder, filepath.FromSlash(file)))}).String()
}

// do sends a request, such as "GET /users/7", in the background. What is behind a second blank is its body.
func (a *application) do(what string) (answer <-chan string) {
	came := make(chan string, 1)
	go func() {
		words := strings.SplitN(what, " ", 3)
		var body io.Reader
		if len(words) > 2 {
			body = strings.NewReader(words[2])
		}
		req, err := http.NewRequestWithContext(a.t.Context(), words[0], a.url+words[1], body)
		if err != nil {
			came <- err.Error()
			return
		}
		req.Header.Set("Accept", "application/json, text/plain, text/event-stream")
		req.Header.Set("Content-Type", "application/json")
		res, err := harness.Client.Do(req)
		if err != nil {
			came <- err.Error()
			return
		}
		defer func() { _ = res.Body.Close() }()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			came <- err.Error()
			return
		}
		if res.StatusCode != http.StatusOK {
			came <- res.Status + " " + string(text)
			return
		}
		came <- string(text)
	}()
	return came
}

// reload makes it build another generation.
func (a *application) reload() { a.app.Signal(a.t, syscall.SIGHUP) }

// receive waits for an answer.
func receive(t *testing.T, answer <-chan string) string {
	t.Helper()
	select {
	case text := <-answer:
		return text
	case <-time.After(patience):
		t.Fatal("there is no answer")
		return ""
	}
}
