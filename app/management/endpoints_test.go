package management_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestEndpoints starts the application of each archive. It compares the mistakes in the configuration with the part `report`, and the answers
// to `requests` with `answers`. A request is a line of a method, a path, and perhaps a user, as in "GET /actuator/env ada:tulip", and a body.
// What is warned of at the start, and logged by then, is part of the answers.
func TestEndpoints(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			folder := unpack(t, archive)
			log := &lines{}
			started, err := app.Start(t.Context(), app.Options{
				Folder: folder, Env: []string{"SHOP_STREET=Main Street", "SHOP_TOKEN=tulip"}, Flags: map[string]string{"shop.open": "false"},
				Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.NewJSONHandler(log, nil)) },
			})
			if problems, ok := errors.AsType[fault.List](err); ok {
				archivetest.Expect(t, path, archive, "report", archivetest.Report(problems))
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			url := serve(t, started)
			text := archivetest.Report(started.Serving().Warnings())
			for _, line := range strings.Split(strings.TrimSpace(part(archive, "requests")), "\n") {
				text += "> " + line + "\n" + steady(answer(t, url, line), url, folder) + "\n"
			}
			archivetest.Expect(t, path, archive, "answers", text+log.told())
		})
	}
}

// lines keeps what is logged of components and contributors.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) told() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var kept []string // sorted, since components are asked at the same time
	for line := range strings.Lines(l.text.String()) {
		if strings.Contains(line, `"component"`) || strings.Contains(line, `"contributor"`) {
			line = regexp.MustCompile(`"time":"[^"]*",`).ReplaceAllString(line, "")
			kept = append(kept, regexp.MustCompile(`,"(stack|trace|request)[^"]*":("[^"]*"|\[[^]]*\])`).ReplaceAllString(line, ""))
		}
	}
	slices.Sort(kept)
	return strings.Join(kept, "")
}

func part(archive *txtar.Archive, name string) string {
	for _, f := range archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func unpack(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, f.Data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// serve answers until the test ends, and returns the URL.
func serve(t *testing.T, a *app.App) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- a.Serve(listener) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := a.Close(ctx); err != nil {
			t.Error(err)
		}
		<-served
	})
	return "http://" + listener.Addr().String()
}

// answer sends a request, and returns the status and the body of the answer.
func answer(t *testing.T, url, line string) string {
	t.Helper()
	method, rest, _ := strings.Cut(line, " ")
	path, rest, _ := strings.Cut(rest, " ")
	user, body := "", rest
	if !strings.HasPrefix(rest, "{") {
		user, body, _ = strings.Cut(rest, " ")
	}
	q, err := http.NewRequestWithContext(t.Context(), method, url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	if name, password, ok := strings.Cut(user, ":"); ok {
		q.SetBasicAuth(name, password)
	} else if user != "" {
		q.Header.Set("Authorization", "Bearer "+user)
	}
	got, err := (&http.Client{}).Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	read, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	var indented bytes.Buffer
	if json.Indent(&indented, read, "", " ") == nil {
		read = indented.Bytes()
	}
	return fmt.Sprintf("%d %s", got.StatusCode, read)
}

// steady returns an answer without what is another each time.
func steady(text, url, folder string) string {
	text = strings.NewReplacer(url, "http://shop", strings.TrimPrefix(url, "http://"), "shop", folder, "/shop").Replace(text)
	pid := strconv.Itoa(os.Getpid())
	text = strings.NewReplacer(`"value": "`+pid+`"`, `"value": "PID"`, `"value": `+pid+"\n", `"value": "PID"`+"\n").Replace(text)
	for pattern, with := range map[string]string{
		`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^"]*`:        "TIME",
		`("(free|total|pid)": )\d+`:                  "${1}1",
		`("(TOTAL_TIME|MAX)",\s+"value": )[\d.e+-]+`: "${1}1",
		`PT[0-9.]+S`:             "PERIOD",
		`"traceId": "[0-9a-f]+"`: `"traceId": "ID"`,
		`"go": "[^"]*"`:          `"go": "SOME"`,
		`"(cpus|parentPid|owner|used|committed|max|init|arch|version)": ("[^"]*"|\d+)`: `"$1": "SOME"`,
	} {
		text = regexp.MustCompile(pattern).ReplaceAllString(text, with)
	}
	return text
}
