package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/app"
)

const talking = `
-- shop/orders.js --
import { Autowired, GetMapping, RestController } from "fwrun";
@RestController
export class Orders {
  /** @type {Logger} */ @Autowired log;
  @GetMapping("/orders")
  async list() {
    this.log.info("begun");
    await new Promise((done) => setTimeout(done, 1));
    this.log.warn("waited", { db: { url: "postgres://ada:hunter2@db.example.com/shop", password: "hunter2" }, token: "hunter2" });
    await Promise.all([1, 2].map(async (n) => { await null; console.log("printed", n); }));
    this.log.debug("details", { n: 1 });
    return [];
  }
}
-- config/application.yml --
logging:
  level: info
`

// running is a served application whose log can be read.
type running struct {
	*app.App
	t      *testing.T
	folder string
	url    string
	log    lockedBuffer
}

// lockedBuffer is a buffer for several goroutines.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// take returns the lines since the last call.
func (b *lockedBuffer) take() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.text.Reset()
	return b.text.String()
}

func serveTalking(t *testing.T) *running {
	t.Helper()
	r := &running{t: t, folder: unpack(t, talking)}
	var err error
	if r.App, err = app.Start(t.Context(), app.Options{Folder: r.folder, Logger: app.LogTo(&r.log, false, false)}); err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.url = "http://" + listener.Addr().String()
	served := make(chan error, 1)
	go func() { served <- r.Serve(listener) }()
	t.Cleanup(func() {
		if err := r.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		<-served
	})
	return r
}

// ask sends a request and returns the lines logged for it, in the order they were written.
func (r *running) ask() []map[string]any {
	r.t.Helper()
	r.log.take()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.url+"/orders", nil)
	if err != nil {
		r.t.Fatal(err)
	}
	answer, err := (&http.Client{}).Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	_ = answer.Body.Close()
	var lines []map[string]any
	for text := range strings.Lines(r.log.take()) {
		line := map[string]any{}
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			r.t.Fatalf("%v: %s", err, text)
		}
		if line["logger"] != "fwrun.http" && line["logger"] != "fwrun.engine" {
			lines = append(lines, line)
		}
	}
	return lines
}

func (r *running) messages() string {
	r.t.Helper()
	var list []string
	for _, line := range r.ask() {
		list = append(list, line["msg"].(string))
	}
	return strings.Join(list, ", ")
}

// configure writes the configuration and reloads.
func (r *running) configure(logging string) error {
	r.t.Helper()
	if err := os.WriteFile(filepath.Join(r.folder, "config", "application.yml"), []byte(logging), 0o600); err != nil {
		r.t.Fatal(err)
	}
	return r.Reload(r.t.Context())
}

// TestLinesOfARequestCarryItsIDs: lines after an await and of console carry them, too. No line contains a
// secret.
func TestLinesOfARequestCarryItsIDs(t *testing.T) {
	r := serveTalking(t)
	first, second := r.ask(), r.ask()
	if len(first) != 4 {
		t.Fatalf("got %v", first)
	}
	for _, line := range first {
		if line["request"] != first[0]["request"] || line["trace"] != first[0]["trace"] || len(line["request"].(string)) != 16 {
			t.Errorf("the ids differ: %v", line)
		}
		if text, _ := json.Marshal(line); bytes.Contains(text, []byte("hunter2")) {
			t.Errorf("it tells a secret: %s", text)
		}
	}
	if first[0]["request"] == second[0]["request"] || first[0]["trace"] == second[0]["trace"] {
		t.Error("two requests have the same id")
	}
	var names []string
	for _, line := range first {
		names = append(names, line["logger"].(string))
	}
	if want := []string{"shop.Orders", "shop.Orders", "console", "console"}; !slices.Equal(names, want) {
		t.Errorf("the names are %v", names)
	}
}

// TestLevelsAcrossReloads: levels changed at run time stay until the settings change, and a reload that fails
// changes nothing.
func TestLevelsAcrossReloads(t *testing.T) {
	const all, quiet = "begun, waited, printed 1, printed 2", "waited"
	r := serveTalking(t)
	expect := func(when, want string) {
		t.Helper()
		if got := r.messages(); got != want {
			t.Errorf("%s: got %s, want %s", when, got, want)
		}
	}
	expect("at start", all)
	if err := r.Serving().Levels().Set("shop", slog.LevelDebug); err != nil {
		t.Fatal(err)
	}
	expect("after a change at run time", all+", details")
	if err := r.configure("logging:\n  level: info\nshop:\n  name: x\n"); err != nil {
		t.Fatal(err)
	}
	expect("after a reload of something else", all+", details")
	if err := r.configure("logging:\n  level:\n    root: warn\n    console: off\n"); err != nil {
		t.Fatal(err)
	}
	expect("after a reload of the levels", quiet)
	broken := filepath.Join(r.folder, "broken.js")
	if err := os.WriteFile(broken, []byte("throw new Error('no');\nexport const a = 1;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.configure("logging:\n  level: debug\n"); err == nil {
		t.Fatal("a script that throws was loaded")
	}
	expect("after a reload that failed", quiet)
	if err := os.Remove(broken); err != nil {
		t.Fatal(err)
	}
	if err := r.configure("logging:\n  level: debug\n"); err != nil {
		t.Fatal(err)
	}
	expect("after it was mended", all+", details")
	if err := r.configure("logging:\n  level: loud\n"); err == nil {
		t.Fatal("a level that is none was taken")
	}
	expect("after a mistake", all+", details")
	if err := r.configure("logging:\n  level: info\n  format: pretty\n"); err != nil {
		t.Fatal(err)
	}
	r.log.take()
	r.Log().Info("now")
	if got := r.log.take(); !strings.HasSuffix(got, " INF now\n") {
		t.Errorf("the format did not change: %s", got)
	}
}
