package typings

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/openapi/client"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/needs"
)

// The peers of generated clients are what they run in: Node, Bun, Deno and Chromium. In each of them client/peer.ts uses the client of
// the application in client/shop, which is running. Bun and Deno are pinned in client/package.json.

// clientReport is what client/peer.ts returns.
type clientReport struct {
	Passed []string          `json:"passed"`
	Failed map[string]string `json:"failed"`
}

// hold fails the test for each check that failed.
func (r clientReport) hold(t *testing.T) {
	t.Helper()
	if len(r.Passed) < 25 {
		t.Errorf("only %d checks passed: %q", len(r.Passed), r.Passed)
	}
	for check, failure := range r.Failed {
		t.Errorf("%s: %s", check, failure)
	}
}

// writeClient writes the client of client/shop into a folder, beside the scripts that use it.
func writeClient(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, name := range []string{"peer.ts", "main.ts", "page.ts", "wrong.ts", "tsconfig.json"} {
		if err := harness.CopyFile(filepath.Join("client", name), filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	harness.Run(t, ".", "client", "client/shop", "-o", filepath.Join(folder, "client.ts"))
	return folder
}

// TestClientCompiles compiles the client, right uses of it, and wrong ones, with all that is strict in the compiler.
func TestClientCompiles(t *testing.T) {
	for _, f := range nodejs.TSC(t, filepath.Join(writeClient(t), "tsconfig.json")) {
		t.Error(f)
	}
}

// TestClientCompilesInAnApplication compiles the client where there are no types but those of fwrun, as in the tests of an application.
func TestClientCompilesInAnApplication(t *testing.T) {
	folder := writeClient(t)
	harness.WriteFile(t, filepath.Join(folder, "application.json"), fmt.Sprintf(`{"extends": %q, "compilerOptions": {"strictPropertyInitialization": `+
		`true}, "files": ["client.ts", %q]}`,
		harness.Absolute(t, "../../typings/tsconfig.json"), harness.Absolute(t, "../../typings/fwrun.d.ts")))
	for _, f := range nodejs.TSC(t, filepath.Join(folder, "application.json")) {
		t.Error(f)
	}
}

// TestClientsOfDocumentsCompile compiles the clients of documents that no application has made, with names and types of all kinds.
func TestClientsOfDocumentsCompile(t *testing.T) {
	t.Parallel()
	documents, err := filepath.Glob("../../openapi/client/testdata/*.json")
	if err != nil || len(documents) == 0 {
		t.Fatal("there are no documents", err)
	}
	folder := writeClient(t)
	var files []string
	for _, name := range documents {
		document, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := client.Write(document)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, strings.TrimSuffix(filepath.Base(name), ".json")+".ts")
		harness.WriteFile(t, filepath.Join(folder, files[len(files)-1]), string(text))
	}
	harness.WriteFile(t, filepath.Join(folder, "documents.json"), fmt.Sprintf(`{"extends": "./tsconfig.json", "files": ["%s"]}`,
		strings.Join(files, `", "`)))
	for _, f := range nodejs.TSC(t, filepath.Join(folder, "documents.json")) {
		t.Error(f)
	}
}

// TestClientRuns runs the client in each peer.
func TestClientRuns(t *testing.T) {
	t.Parallel()
	nodejs.RequireNPM(t)
	nodejs.InstallPackages(t, "client", nodejs.WithScripts...)
	folder := writeClient(t)
	server := harness.ServeFolder(t, "client/shop", datatest.FreePort(t))
	for name, command := range map[string][]string{
		"node": {"node", bundled(t, folder, "main.ts")},
		"bun":  {peerProgram(t, "client/node_modules/@oven/bun-*/bin/bun"), "run", "main.ts"},
		"deno": {peerProgram(t, "client/node_modules/@deno/*/deno"), "run", "--allow-net", "--no-check", "main.ts"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*harness.Patience)
			defer cancel()
			cmd := exec.CommandContext(ctx, command[0], append(command[1:], server+"/api")...)
			// HOME, since some keep settings and caches there.
			cmd.Dir, cmd.Env = folder, append(os.Environ(), "NO_COLOR=1", "DENO_NO_UPDATE_CHECK=1", "HOME="+t.TempDir())
			var said bytes.Buffer
			cmd.Stderr = &said
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v: %v\n%s", cmd.Args, err, said.Bytes())
			}
			readReport(t, out).hold(t)
		})
	}
	t.Run("chromium", func(t *testing.T) { runInChromium(t, folder, server) })
}

func readReport(t *testing.T, text []byte) (report clientReport) {
	t.Helper()
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return report
}

// peerProgram returns the program of a package for this system.
func peerProgram(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) == 0 {
		t.Fatalf("npm has installed no %s: %v", pattern, err)
	}
	return harness.Absolute(t, found[0])
}

// bundled makes one script of a script and what it imports, as Node 20 and browsers need it.
func bundled(t *testing.T, folder, name string) string {
	t.Helper()
	out := filepath.Join(folder, strings.TrimSuffix(name, ".ts")+".mjs")
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(folder, name)}, Outfile: out, Bundle: true, Write: true, Format: api.FormatESModule, Target: api.ES2022,
	})
	for _, m := range result.Errors {
		t.Fatal(m.Text)
	}
	return out
}

// runInChromium opens a page whose origin has the application, as behind a proxy.
func runInChromium(t *testing.T, folder, server string) {
	chromium := needs.Program(t, "chromium")
	script, err := os.ReadFile(bundled(t, folder, "page.ts"))
	if err != nil {
		t.Fatal(err)
	}
	to, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	reports := make(chan clientReport, 1)
	mux := http.NewServeMux()
	mux.Handle("/api/", &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }, FlushInterval: -1,
		ErrorLog: log.New(io.Discard, "", 0), // of requests that are aborted, and streams that break
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<!doctype html><script type="module" src="page.mjs"></script>`)
	})
	mux.HandleFunc("GET /page.mjs", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write(script)
	})
	mux.HandleFunc("POST /report", func(_ http.ResponseWriter, r *http.Request) {
		var report clientReport
		if err := json.NewDecoder(r.Body).Decode(&report); err != nil {
			t.Error(err)
		}
		reports <- report
	})
	page := httptest.NewServer(mux)
	defer page.Close()

	ctx, cancel := context.WithTimeout(t.Context(), 2*harness.Patience)
	defer cancel()
	browser := exec.CommandContext(ctx, chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--user-data-dir="+t.TempDir(), "--remote-debugging-port=0", page.URL)
	var said bytes.Buffer
	browser.Stdout, browser.Stderr = &said, &said
	if err := browser.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- browser.Wait() }()
	select {
	case report := <-reports:
		cancel()
		<-ended
		report.hold(t)
	case err := <-ended:
		t.Fatalf("chromium has ended: %v\n%s", err, said.Bytes())
	}
}
