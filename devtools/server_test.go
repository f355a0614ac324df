package devtools

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/tests/needs"
)

// local is a server for clients of this machine.
func local(endpoints ...Endpoint) *Server {
	return New(Options{Guard: Guard{Local: true}, Endpoints: endpoints})
}

func echo(method string) Endpoint {
	return Endpoint{method, "thing", func(*http.Request) (any, error) { return map[string]string{"did": method}, nil }}
}

// ask sends a request from an address, as if it were called by a host name. A header is "Name: value".
func ask(s *Server, line, from, host string, headers ...string) *httptest.ResponseRecorder {
	method, path, _ := strings.Cut(line, " ")
	r := httptest.NewRequest(method, path, strings.NewReader("{}"))
	r.RemoteAddr, r.Host = from, host
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// TestGuard: who may use the page, and what pages of other origins may not.
func TestGuard(t *testing.T) {
	s := local(echo("GET"), echo("POST"), echo("DELETE"))
	const here, api, isJSON = "127.0.0.1:5000", "/_fwrun/api/thing", "Content-Type: application/json"
	for _, c := range []struct {
		line, from, host string
		headers          []string
		status           int
	}{
		{"GET " + api, here, "localhost:8080", nil, 200},
		{"GET " + api, here, "127.0.0.1:8080", nil, 200},
		{"GET " + api, "[::1]:5000", "[::1]:8080", nil, 200},
		{"GET " + api, here, "shop.localhost", nil, 200},
		{"GET " + api, here, "LOCALHOST.", nil, 200},
		{"GET " + api, here, "example.com", nil, 403},
		{"GET " + api, here, "localhost.example.com", nil, 403},
		{"GET " + api, here, "127.0.0.1.example.com", nil, 403},
		{"GET " + api, here, "192.0.2.7:8080", nil, 403},
		{"GET " + api, here, "", nil, 403},
		{"GET " + api, "192.0.2.7:5000", "localhost:8080", nil, 403},
		{"GET " + api, "", "localhost:8080", nil, 403},
		{"GET /_fwrun/", here, "example.com", nil, 403},

		{"GET " + api, here, "localhost:8080", []string{"Origin: http://localhost:8080"}, 200},
		{"GET " + api, here, "localhost:8080", []string{"Origin: http://localhost:9090"}, 403},
		{"GET " + api, here, "localhost:8080", []string{"Origin: https://example.com"}, 403},
		{"GET " + api, here, "localhost:8080", []string{"Origin: null"}, 403},
		{"GET " + api, here, "localhost:8080", []string{"Origin: http://localhost:8080", "Origin: http://localhost:8080"}, 403},
		{"GET " + api, here, "localhost:8080", []string{"Sec-Fetch-Site: same-origin"}, 200},
		{"GET " + api, here, "localhost:8080", []string{"Sec-Fetch-Site: none"}, 200},
		{"GET " + api, here, "localhost:8080", []string{"Sec-Fetch-Site: same-site"}, 403},
		{"GET " + api, here, "localhost:8080", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"}, 403},
		{"GET /_fwrun/", here, "localhost:8080", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"}, 200},
		{"GET /_fwrun/", here, "localhost:8080", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"}, 403},
		{"GET /_fwrun/app.js", here, "localhost:8080", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"}, 403},

		{"POST " + api, here, "localhost:8080", []string{isJSON}, 200},
		{"POST " + api, here, "localhost:8080", []string{isJSON, "Origin: http://localhost:8080"}, 200},
		{"POST " + api, here, "localhost:8080", []string{isJSON, "Origin: http://example.com"}, 403},
		{"POST " + api, here, "localhost:8080", []string{"Content-Type: application/json; charset=utf-8"}, 200},
		{"POST " + api, here, "localhost:8080", nil, 415},
		{"POST " + api, here, "localhost:8080", []string{"Content-Type: text/plain"}, 415},
		{"POST " + api, here, "localhost:8080", []string{"Content-Type: application/x-www-form-urlencoded"}, 415},
		{"DELETE " + api, here, "localhost:8080", nil, 415},
		{"DELETE " + api, here, "localhost:8080", []string{isJSON}, 200},
	} {
		got := ask(s, c.line, c.from, c.host, c.headers...)
		if got.Code != c.status {
			t.Errorf("%s from %s, Host %q, %q: %d, want %d", c.line, c.from, c.host, c.headers, got.Code, c.status)
		}
		if csp := got.Header().Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'; script-src 'self'; style-src 'self'; "+
			"connect-src 'self'; img-src 'self' data:; ") {
			t.Errorf("%s: the policy is %q", c.line, csp)
		}
	}
}

// TestGuardKnown: where clients have to prove who they are, nobody comes in without, and pages of other origins do not come in with it.
func TestGuardKnown(t *testing.T) {
	s := New(Options{Endpoints: []Endpoint{echo("GET")}, Guard: Guard{
		Known:     func(r *http.Request) bool { return r.Header.Get("Authorization") == "Bearer right" },
		Challenge: func(w http.ResponseWriter) { w.Header().Set("WWW-Authenticate", "Bearer") },
	}})
	const api = "GET /_fwrun/api/thing"
	if got := ask(s, api, "127.0.0.1:5", "localhost"); got.Code != 401 || got.Header().Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("without: %d", got.Code)
	}
	if got := ask(s, api, "192.0.2.7:5", "shop.example.com", "Authorization: Bearer right"); got.Code != 200 {
		t.Errorf("with: %d", got.Code)
	}
	if got := ask(s, api, "192.0.2.7:5", "shop.example.com", "Authorization: Bearer right", "Origin: https://example.com"); got.Code != 403 {
		t.Errorf("from another origin: %d", got.Code)
	}
	if got := ask(New(Options{}), "GET /_fwrun/", "127.0.0.1:5", "localhost"); got.Code != 403 {
		t.Errorf("the zero value lets in: %d", got.Code)
	}
}

// TestAnswers: what the page is told of errors, and what only the log is.
func TestAnswers(t *testing.T) {
	var reported []string
	fails := func(path string, err error) Endpoint {
		return Endpoint{"GET", path, func(*http.Request) (any, error) { return nil, err }}
	}
	s := New(Options{Guard: Guard{Local: true}, Failed: func(path string, err error) { reported = append(reported, path) }, Endpoints: []Endpoint{
		fails("gone", fault.New("x", fault.NotFound, "there is no such thing").WithHint("look elsewhere")),
		fails("secret", errors.New("the password is hunter2")), fails("nothing", nil),
		{"GET", "panics", func(*http.Request) (any, error) { panic("oh") }},
		{"POST", "read", func(r *http.Request) (any, error) {
			var into struct{ A int }
			return into, Read(r, &into)
		}},
	}})
	for path, want := range map[string]string{
		"gone": `404 {"message":"there is no such thing","hint":"look elsewhere"}`, "secret": `500 {"message":"that has failed; the log says why"}`,
		"nothing": "204 ", "panics": `500 {"message":"that has failed; the log says why"}`,
	} {
		got := ask(s, "GET /_fwrun/api/"+path, "127.0.0.1:5", "localhost")
		if strings.TrimSpace(strconv.Itoa(got.Code)+" "+got.Body.String()) != strings.TrimSpace(want) {
			t.Errorf("%s: %d %s, want %s", path, got.Code, got.Body, want)
		}
	}
	if len(reported) != 2 {
		t.Errorf("reported: %v", reported)
	}
	large := httptest.NewRequest("POST", "/_fwrun/api/read", strings.NewReader(`{"a":"`+strings.Repeat("x", MaxBody)+`"}`))
	large.RemoteAddr, large.Host = "127.0.0.1:5", "localhost"
	large.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, large); w.Code != 413 {
		t.Errorf("a large body: %d", w.Code)
	}
}

// TestFiles: the page is served with its types, is asked for again without being sent again, and leads nowhere else.
func TestFiles(t *testing.T) {
	s := local()
	for path, kind := range map[string]string{
		"/_fwrun/": "text/html; charset=utf-8", "/_fwrun/app.js": "text/javascript; charset=utf-8", "/_fwrun/style.css": "text/css; charset=utf-8",
		"/_fwrun/icon.svg":         "image/svg+xml",
		"/_fwrun/vendor/preact.js": "text/javascript; charset=utf-8", "/_fwrun/panes/beans.js": "text/javascript; charset=utf-8",
	} {
		got := ask(s, "GET "+path, "127.0.0.1:5", "localhost")
		if got.Code != 200 || got.Header().Get("Content-Type") != kind || got.Body.Len() == 0 {
			t.Errorf("%s: %d %v", path, got.Code, got.Header())
		}
		if again := ask(s, "GET "+path, "127.0.0.1:5", "localhost", "If-None-Match: "+got.Header().Get("ETag")); again.Code != 304 || again.Body.Len() > 0 {
			t.Errorf("%s again: %d", path, again.Code)
		}
	}
	if got := ask(s, "GET /_fwrun", "127.0.0.1:5", "localhost"); got.Code != 302 || got.Header().Get("Location") != "_fwrun/" {
		t.Errorf("%d %v", got.Code, got.Header())
	}
	for _, path := range []string{"/_fwrun/nothing.js", "/_fwrun/panes", "/_fwrun/panes/", "/_fwrun/vendor/../../server.go", "/_fwrun/api/nothing"} {
		if got := ask(s, "GET "+path, "127.0.0.1:5", "localhost"); got.Code != 404 {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
}

// TestSize: the page is small enough to be there at once, and has no script or style that its policy forbids.
func TestSize(t *testing.T) {
	var all bytes.Buffer
	z := gzip.NewWriter(&all)
	_ = fs.WalkDir(page, "page", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".txt") {
			return err
		}
		text, err := page.ReadFile(name)
		_, _ = z.Write(text)
		return err
	})
	_ = z.Close()
	if all.Len() > 120_000 {
		t.Errorf("it has %d bytes when compressed", all.Len())
	}
	index, _ := page.ReadFile("page/index.html")
	for _, forbidden := range []string{"<style", "style=", "onclick", "<script>", "javascript:", "http://", "https://"} {
		if bytes.Contains(index, []byte(forbidden)) {
			t.Errorf("index.html has %s", forbidden)
		}
	}
}

// streamed takes the source of an event stream.
type streamed struct {
	*httptest.ResponseRecorder
	source Source
}

func (s *streamed) Events(source Source) { s.source = source }

// watch opens an event stream.
func watch(s *Server, query string) *streamed {
	r := httptest.NewRequest("GET", "/_fwrun/api/events?"+query, nil)
	r.RemoteAddr, r.Host = "127.0.0.1:5", "localhost"
	r.Header.Set("Accept", "text/event-stream")
	w := &streamed{ResponseRecorder: httptest.NewRecorder()}
	s.ServeHTTP(w, r)
	return w
}

// TestEvents: what is watched is sent at once and when it has changed; what happens is sent when it happens; a stop releases all.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var n atomic.Int64
		n.Store(1)
		happened, left := make(chan json.RawMessage, 4), 0
		s := New(Options{
			Guard:     Guard{Local: true},
			Endpoints: []Endpoint{{"GET", "n", func(*http.Request) (any, error) { return n.Load(), nil }}},
			Subscribe: func() (<-chan json.RawMessage, func()) { return happened, func() { left++ } },
		})
		w := watch(s, "watch=api/n&watch=api/nothing&watch=api/events")
		next := func() string {
			text, err := w.source.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		if got := next(); !strings.HasPrefix(got, "retry: 1000\n\ndata: {\"type\":\"watch\",\"path\":\"api/n\",\"data\":1}\n\n") ||
			strings.Count(got, `"error":{"message":`) != 2 {
			t.Error(got)
		}
		happened <- json.RawMessage(`{"type":"story"}`)
		if got := next(); got != "data: {\"type\":\"story\"}\n\n" {
			t.Error(got)
		}
		began := time.Now()
		time.AfterFunc(3500*time.Millisecond, func() { n.Store(2) })
		if got := next(); got != "data: {\"type\":\"watch\",\"path\":\"api/n\",\"data\":2}\n\n" || time.Since(began) != 4*time.Second {
			t.Errorf("%s after %v", got, time.Since(began))
		}
		w.source.Stop()
		w.source.Stop()
		if left != 1 || len(s.streams) != 0 {
			t.Errorf("left %d times, %d streams", left, len(s.streams))
		}
	})
}

// TestEventsAreBounded: a page that opens one stream after the other is refused at some time.
func TestEventsAreBounded(t *testing.T) {
	s := local()
	for range maxStreams {
		if w := watch(s, ""); w.source == nil {
			t.Fatal("a stream was refused")
		} else {
			defer w.source.Stop()
		}
	}
	if w := watch(s, ""); w.source != nil || w.Code != 503 {
		t.Errorf("one more: %d", w.Code)
	}
	if w := watch(s, strings.Repeat("watch=api/a&", maxWatched+1)); w.Code != 400 {
		t.Errorf("too many paths: %d", w.Code)
	}
}

// TestVendorIsMade makes page/vendor again: nobody has edited it, and it is of the versions that are pinned.
func TestVendorIsMade(t *testing.T) {
	needs.Program(t, "npm")
	again := t.TempDir()
	command := exec.Command("go", "run", "./devtools/make", "-o", again)
	command.Dir = ".."
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"preact.js", "LICENCES.txt"} {
		want, err := os.ReadFile(filepath.Join(again, name))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := page.ReadFile("page/vendor/" + name); !bytes.Equal(got, want) {
			t.Errorf("page/vendor/%s is not what is made; run: go run ./devtools/make", name)
		}
	}
}
