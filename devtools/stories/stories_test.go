package stories_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/devtools/stories"
)

// header returns the lines of a header.
func header(lines ...string) []byte { return []byte(strings.Join(lines, "\r\n") + "\r\n") }

// ask sends a request to the endpoints of a recorder.
func ask(t *testing.T, r *stories.Recorder, method, target, body string) map[string]any {
	t.Helper()
	mux := http.NewServeMux()
	for _, e := range r.Endpoints() {
		mux.HandleFunc(e.Method+" /"+e.Path, func(w http.ResponseWriter, q *http.Request) {
			value, err := e.Do(q)
			if err != nil {
				value = map[string]string{"failed": err.Error()}
			}
			if err := json.NewEncoder(w).Encode(value); err != nil {
				t.Error(err)
			}
		})
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "/"+target, strings.NewReader(body)))
	var got map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("%s %s: %s", method, target, w.Body)
	}
	return got
}

func list(t *testing.T, r *stories.Recorder, query string) (paths []string) {
	t.Helper()
	for _, one := range ask(t, r, "GET", "stories?"+query, "")["stories"].([]any) {
		paths = append(paths, one.(map[string]any)["path"].(string))
	}
	return paths
}

func TestStory(t *testing.T) {
	r, began := stories.New(0), time.Now()
	s := r.Begin(stories.HTTP, began)
	ctx := stories.With(t.Context(), s)
	for i := range 3 {
		stories.Of(ctx).Add(stories.Step{
			Kind: stories.SQL, Began: began.Add(time.Millisecond), Took: 2 * time.Millisecond, Text: "select * from t where id = ?",
			Shape:  "select * from t where id = ?",
			Values: []stories.Field{{Name: "id", Value: fmt.Sprint(i)}},
		})
	}
	stories.Of(ctx).Add(stories.Step{Kind: stories.SQL, Text: "COMMIT"})
	stories.Of(ctx).Add(stories.Step{Kind: stories.Fetch, Text: "GET http://example.com/"})
	r.Heard(ctx, slog.NewRecord(time.Now(), slog.LevelInfo, "hello", 0), func(slog.Level) string { return "info" })
	s.End(&stories.End{
		Trace: [16]byte{15: 7}, Method: "GET", Path: "/a", Route: "/{x}", Handler: "A.find", Status: 500, Took: time.Second, Sent: 2,
		Query:        []byte("a=1&token=abc&q=x%20y"),
		Request:      header("Authorization: Bearer x", "X-Own: k", "Accept: */*", "Referer: http://a/b?password=1&c=2", "Cookie: a=b"),
		Response:     header("Set-Cookie: a=b", "Content-Type: application/json"),
		RequestType:  []byte("application/json; charset=utf-8"),
		RequestBody:  []byte(`{"name": "Ada", "password": "secret", "n": {"apiKey": ["secret", {"a": "secret"}], "z": null}}`),
		ResponseType: []byte("application/json"), ResponseBody: []byte(`{}`), KeyHeader: "x-own",
		Failure: &stories.Error{Name: "TypeError", Message: "no", Place: "a.js:1:2", Excerpt: []stories.Line{{Number: 1, Text: "x", Caret: "^"}}},
	})
	late := stories.Of(ctx)
	late.Add(stories.Step{Kind: stories.Cache, Text: "get users"})

	entry := ask(t, r, "GET", "stories", "")["stories"].([]any)[0].(map[string]any)
	for name, want := range map[string]any{
		"id": 1., "trace": "00000000000000000000000000000007", "method": "GET", "path": "/a", "route": "/{x}", "handler": "A.find", "status": 500.,
		"ms": 1000., "bytes": 2.,
		"kind": "http", "error": "TypeError: no", "sql": 3., "fetches": 1., "logs": 1., "repeated": 3.,
	} {
		if entry[name] != want {
			t.Errorf("%s: got %v", name, entry[name])
		}
	}
	whole := ask(t, r, "GET", "stories/1", "")
	text, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"query":"a=1\u0026token=******\u0026q=x%20y"`, `{"name":"Authorization","value":"******"}`, `{"name":"X-Own","value":"******"}`,
		`{"name":"Cookie","value":"******"}`,
		`http://a/b?password=******\u0026c=2`, `\"name\": \"Ada\", \"password\": \"******\", \"n\": {\"apiKey\": \"******\", \"z\": null}`,
		`"place":"a.js:1:2"`,
		`"repeated":3`, `"text":"get users"`, `"caret":"^"`, `{"name":"Set-Cookie","value":"******"}`,
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
	if strings.Contains(string(text), "secret") {
		t.Errorf("a secret is kept: %s", text)
	}
	if steps := whole["steps"].([]any); len(steps) != 7 || steps[0].(map[string]any)["at"] != 1. || steps[0].(map[string]any)["ms"] != 2. ||
		steps[3].(map[string]any)["repeated"] != nil {
		t.Errorf("steps: %v", steps)
	}
	groups := ask(t, r, "GET", "errors", "")["errors"].([]any)
	if len(groups) != 1 || groups[0].(map[string]any)["count"] != 1. {
		t.Errorf("errors: %v", groups)
	}
	if got := ask(t, r, "GET", "stories/2", "")["failed"]; got == nil {
		t.Error("a story that is not there was found")
	}
}

// TestNobody: without a recorder, or while it is paused, nothing is remembered, and nothing is allocated.
func TestNobody(t *testing.T) {
	var r *stories.Recorder
	ctx := t.Context()
	if n := testing.AllocsPerRun(100, func() {
		s := r.Begin(stories.HTTP, time.Time{})
		stories.Of(stories.With(ctx, s)).Add(stories.Step{Kind: stories.SQL})
		s.Call("x")
		s.End(nil)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	r = stories.New(0)
	ask(t, r, "POST", "stories/pause", `{"paused": true}`)
	if r.Begin(stories.HTTP, time.Time{}) != nil {
		t.Error("a story was begun while the recorder is paused")
	}
	if got := ask(t, r, "POST", "stories/pause", `{}`); got["failed"] == nil {
		t.Errorf("got %v", got)
	}
	ask(t, r, "POST", "stories/pause", `{"paused": false}`)
	if r.Begin(stories.HTTP, time.Time{}) == nil {
		t.Error("no story was begun")
	}
}

func TestFilters(t *testing.T) {
	r := stories.New(0)
	for i := range 10 {
		s := r.Begin(stories.HTTP, time.Now())
		if i == 4 {
			s.Add(stories.Step{Kind: stories.SQL, Text: "SELECT Strange"})
			s.Call("lookup")
		}
		s.End(&stories.End{Method: []string{"GET", "POST"}[i%2], Path: fmt.Sprint("/p", i), Route: "/{p}", Status: 200 + i*50})
	}
	for query, want := range map[string]string{
		"limit=3": "/p9 /p8 /p7", "limit=2&before=8": "/p6 /p5", "method=post&limit=2": "/p9 /p7", "status=4xx": "/p5 /p4", "status=650": "/p9",
		"text=STRANGE": "/p4", "kind=tool": "/p4", "text=lookup": "/p4", "route=/p3": "/p3", "route=/{p}&limit=1": "/p9", "status=error": "/p9 /p8 /p7 /p6",
		"text=nowhere": "",
		"trace=1":      "", "limit=-1&before=x&status=2xx": "/p1 /p0",
	} {
		if got := strings.Join(list(t, r, query), " "); got != want {
			t.Errorf("%s: got %s", query, got)
		}
	}
	if next := ask(t, r, "GET", "stories?limit=3", "")["next"]; next != 8. {
		t.Errorf("the next page begins at %v", next)
	}
	ask(t, r, "DELETE", "stories", "")
	if got := list(t, r, ""); got != nil {
		t.Errorf("%v is left", got)
	}
	s := r.Begin(stories.HTTP, time.Now())
	s.End(&stories.End{Path: "/after"})
	if got := ask(t, r, "GET", "stories/11", "")["path"]; got != "/after" {
		t.Errorf("got %v", got)
	}
}

// TestBudget: what is remembered stays within its memory, whatever comes.
func TestBudget(t *testing.T) {
	const limit = 2 << 20
	r, large := stories.New(limit), []byte(`{"a":"`+strings.Repeat("x", 10<<20)+`"}`)
	happened, leave := r.Subscribe()
	defer leave()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range 40 {
				s := r.Begin(stories.HTTP, time.Now())
				ctx := stories.With(t.Context(), s)
				for j := range 1 + i*15 {
					s.Add(stories.Step{Kind: stories.SQL, Text: strings.Repeat("y", 10_000), Shape: fmt.Sprint(j), Values: make([]stories.Field, 100)})
				}
				r.Heard(ctx, slog.NewRecord(time.Now(), slog.LevelInfo, strings.Repeat("z", 20_000), 0), func(slog.Level) string { return "info" })
				s.End(&stories.End{
					Path: "/" + strings.Repeat("p", 10_000), RequestType: []byte("application/json"), RequestBody: large, ResponseBody: large,
					ResponseType: []byte("text/plain"),
				})
				s.Add(stories.Step{Kind: stories.Log, Text: "late"})
			}
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	most := int64(0)
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
			most = max(most, r.Bytes())
			runtime.Gosched()
		}
	}
	if most = max(most, r.Bytes()); most > limit {
		t.Errorf("%d bytes are taken of %d", most, limit)
	}
	page := r.List(stories.Filter{Limit: 1})
	if page.Kept == 0 || len(page.Stories) != 1 {
		t.Errorf("%d stories are remembered", page.Kept)
	}
	one := r.Story(page.Stories[0].ID).Whole()
	if len(one.Request.Body) > 40<<10 || !strings.HasPrefix(one.Request.Note, "cut") || one.Lost != 0 && len(one.Steps) == 0 {
		t.Errorf("%d bytes, %s, %d steps, %d lost", len(one.Request.Body), one.Request.Note, len(one.Steps), one.Lost)
	}
	lost := false
	for range 100_000 {
		if text := string(<-happened); strings.Contains(text, "stories-lost") {
			lost = true
			break
		}
	}
	if !lost {
		t.Error("a slow reader was not told that it has lost something")
	}
}

func TestSubscribe(t *testing.T) {
	r := stories.New(0)
	happened, leave := r.Subscribe()
	s := r.Begin(stories.HTTP, time.Now())
	s.End(&stories.End{Path: "/a"})
	r.Heard(t.Context(), slog.NewRecord(time.Now(), slog.LevelWarn, "careful", 0), func(slog.Level) string { return "warn" })
	r.Pause(true)
	r.Pause(true)
	r.Clear()
	var got []string
	for range 4 {
		var e struct{ Type string }
		if err := json.Unmarshal(<-happened, &e); err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Type)
	}
	if want := []string{"story", "log", "stories-paused", "stories-cleared"}; !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	leave()
	leave()
	var leaves []func()
	for {
		happened, leave := r.Subscribe()
		leaves = append(leaves, leave)
		select {
		case _, open := <-happened:
			if open {
				t.Fatal("something has happened")
			}
		default:
			continue
		}
		break
	}
	if len(leaves) != 33 {
		t.Errorf("%d could subscribe", len(leaves)-1)
	}
	for _, leave := range leaves {
		leave()
	}
	if _, leave := r.Subscribe(); leave != nil {
		leave()
	}
}

func TestLines(t *testing.T) {
	r := stories.New(0)
	for i, level := range []slog.Level{slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		record := slog.NewRecord(time.Now(), level, fmt.Sprint("line ", i), 0)
		record.AddAttrs(slog.String("logger", "app.users"), slog.String("trace", fmt.Sprint(i)), slog.Int("n", i))
		r.Heard(context.Background(), record, func(l slog.Level) string { return strings.ToLower(l.String()) })
	}
	for query, want := range map[string]int{
		"": 3, "level=warn,error": 2, "logger=app": 3, "logger=app.users": 3, "logger=ap": 0, "text=LINE%202": 1,
		"trace=1": 1, "limit=1": 1, "before=2": 1,
	} {
		if got := ask(t, r, "GET", "logs?"+query, "")["lines"].([]any); len(got) != want {
			t.Errorf("%s: %d lines", query, len(got))
		}
	}
}
