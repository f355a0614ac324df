package actuator_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/platform/fault"
)

// asked sends a request to an endpoint and returns the status and the body.
func asked(t *testing.T, e actuator.Endpoint, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	s, err := actuator.New(actuator.Options{Base: "/actuator", Endpoints: []actuator.Endpoint{e}})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(method, "/actuator/"+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// expect compares the status and the body of an answer; a body that begins with ~ is a part of it.
func expect(t *testing.T, w *httptest.ResponseRecorder, status int, body string) {
	t.Helper()
	got := w.Body.String()
	part, isPart := strings.CutPrefix(body, "~")
	if w.Code != status || isPart && !strings.Contains(got, part) || !isPart && got != body {
		t.Errorf("got %d %s\nwant %d %s", w.Code, got, status, body)
	}
}

func TestLoggers(t *testing.T) {
	set := map[string]string{}
	e := actuator.Loggers(actuator.LogLevels{
		Names: []string{"OFF", "INFO", "DEBUG"},
		List: func() []actuator.Logger {
			return []actuator.Logger{{"ROOT", "INFO", "INFO"}, {"users", "", "INFO"}}
		},
		Groups: func() []actuator.LoggerGroup {
			return []actuator.LoggerGroup{{"web", "DEBUG", []string{"fwrun.http"}}, {"Desk", "", []string{"users", "till"}}}
		},
		Set: func(name, level string) error {
			if name == "a b" {
				return fault.New("x", fault.Invalid, "the name of a logger contains a blank")
			}
			set[name] = level
			return nil
		},
	})
	expect(t, asked(t, e, "GET", "loggers", ""), 200, `{"levels":["OFF","INFO","DEBUG"],"loggers":{`+
		`"ROOT":{"configuredLevel":"INFO","effectiveLevel":"INFO"},"users":{"effectiveLevel":"INFO"}},`+
		`"groups":{"Desk":{"members":["users","till"]},"web":{"configuredLevel":"DEBUG","members":["fwrun.http"]}}}`)
	expect(t, asked(t, e, "GET", "loggers/desk", ""), 200, `{"members":["users","till"]}`)
	expect(t, asked(t, e, "GET", "loggers/web", ""), 200, `{"configuredLevel":"DEBUG","members":["fwrun.http"]}`)
	expect(t, asked(t, e, "GET", "loggers/users", ""), 200, `{"effectiveLevel":"INFO"}`)
	expect(t, asked(t, e, "GET", "loggers/root", ""), 200, `{"configuredLevel":"INFO","effectiveLevel":"INFO"}`)
	expect(t, asked(t, e, "GET", "loggers/nope", ""), 404, "")
	expect(t, asked(t, e, "POST", "loggers/users", `{"configuredLevel":"DEBUG"}`, "Content-Type", actuator.V3), 204, "")
	expect(t, asked(t, e, "POST", "loggers/made.Now", `{"configuredLevel":"debug"}`), 204, "")
	expect(t, asked(t, e, "POST", "loggers/one", `{"configuredLevel":null}`), 204, "")
	expect(t, asked(t, e, "POST", "loggers/two", `{}`), 204, "")
	expect(t, asked(t, e, "POST", "loggers/three", ""), 204, "")
	for name, want := range map[string]string{"users": "DEBUG", "made.Now": "DEBUG", "one": "", "two": "", "three": ""} {
		if got, ok := set[name]; !ok || got != want {
			t.Errorf("%s: got %q, %v; want %q", name, got, ok, want)
		}
	}
	for body, part := range map[string]string{
		`{"configuredLevel":"LOUD"}`: "~choose one of OFF, INFO, DEBUG", `{"configuredLevel":1}`: "~must be an object", `[]`: "~must be an object",
		`{"configuredLevel":`: "~must be an object", `"DEBUG"`: "~must be an object",
	} {
		expect(t, asked(t, e, "POST", "loggers/users", body), 400, part)
	}
	expect(t, asked(t, e, "POST", "loggers/a%20b", `{"configuredLevel":"INFO"}`), 400, "~contains a blank")
	expect(t, asked(t, e, "POST", "loggers/users", strings.Repeat(" ", 5000)), 413, "~4096 bytes")
	expect(t, asked(t, e, "POST", "loggers/users", "x", "Content-Type", "text/plain"), 415, "~must be JSON")
	expect(t, asked(t, e, "POST", "loggers/users", "", "Sec-Fetch-Site", "cross-site"), 403, "~pages of other sites")
	expect(t, asked(t, e, "POST", "loggers/users", "", "Sec-Fetch-Site", "same-origin"), 204, "")
	expect(t, asked(t, e, "GET", "loggers", "", "Sec-Fetch-Site", "cross-site"), 200, "~levels")
	if allow := asked(t, e, "OPTIONS", "loggers/users", "").Header().Get("Allow"); allow != "POST,GET,HEAD,OPTIONS" {
		t.Errorf("Allow: %s", allow)
	}
}

func TestCaches(t *testing.T) {
	var cleared []string
	e := actuator.Caches(actuator.CacheStore{
		List: func() []actuator.Cache {
			return []actuator.Cache{{"books", "redis", nil}, {"users", "memory", &actuator.CacheUsage{Hits: 2, Misses: 1, Entries: 1}}}
		},
		Clear: func(_ context.Context, name string) error {
			cleared = append(cleared, name)
			if name == "books" {
				return errors.New("the server is away")
			}
			return nil
		},
	})
	users := `"target":"memory","hits":2,"misses":1,"evictions":0,"entries":1}`
	expect(t, asked(t, e, "GET", "caches", ""), 200, `{"cacheManagers":{"cacheManager":{"caches":{"books":{"target":"redis"},"users":{`+users+`}}}}`)
	expect(t, asked(t, e, "GET", "caches/users", ""), 200, `{"name":"users","cacheManager":"cacheManager",`+users)
	expect(t, asked(t, e, "GET", "caches/users?cacheManager=cacheManager", ""), 200, "~users")
	expect(t, asked(t, e, "GET", "caches/users?cacheManager=other", ""), 404, "")
	expect(t, asked(t, e, "GET", "caches/nope", ""), 404, "")
	expect(t, asked(t, e, "DELETE", "caches/nope", ""), 404, "")
	expect(t, asked(t, e, "DELETE", "caches/users", ""), 204, "")
	expect(t, asked(t, e, "DELETE", "caches/books", ""), 500, "~Internal Server Error")
	expect(t, asked(t, e, "DELETE", "caches", ""), 500, "~Internal Server Error") // after all of them
	if want := []string{"users", "books", "books", "users"}; !slices.Equal(cleared, want) {
		t.Errorf("cleared %v, want %v", cleared, want)
	}
}

func TestQueues(t *testing.T) {
	e := actuator.Queues(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := make([]byte, 100)
		n, _ := r.Body.Read(body)
		if r.URL.Path == "/gone/dead" {
			w.WriteHeader(http.StatusNotFound)
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"asked": r.Method + " " + r.URL.RequestURI(), "body": string(body[:n])})
	}))
	expect(t, asked(t, e, "GET", "queues", ""), 200, `{"asked":"GET /","body":""}`)
	expect(t, asked(t, e, "GET", "queues/mails/dead?limit=5", ""), 200, `{"asked":"GET /mails/dead?limit=5","body":""}`)
	expect(t, asked(t, e, "POST", "queues/mails/dead/replay", `{"all":true}`), 200, `{"asked":"POST /mails/dead/replay","body":"{\"all\":true}"}`)
	expect(t, asked(t, e, "GET", "queues/gone/dead", ""), 404, `{"asked":"GET /gone/dead","body":""}`)
	expect(t, asked(t, e, "POST", "queues/mails/send", strings.Repeat("x", 1<<20+1)), 413, "~1048576 bytes")
	expect(t, asked(t, e, "DELETE", "queues/mails", ""), 405, "~allowed: GET,POST")
}

func TestMigrationEndpoints(t *testing.T) {
	e := actuator.Migrations(func(context.Context) (any, error) { return map[string]any{"connections": []any{}}, nil })
	expect(t, asked(t, e, "GET", "migrations", ""), 200, `{"connections":[]}`)
	at := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	hash := "0000000180000000"
	flyway := actuator.Flyway("demo", func(context.Context) (map[string][]actuator.Migrated, error) {
		return map[string][]actuator.Migrated{"main": {
			{Path: "main/V1.2__add_users.sql", Kind: "sql", State: "applied", Hash: hash, At: at.Add(time.Second), By: "ops", Took: 6 * time.Millisecond},
			{Path: "main/000-first.sql", Kind: "sql", State: "applied", Hash: "", At: at, By: "ops", Took: -1},
			{Path: "main/views.sql", Kind: "sql", State: "changed", Hash: hash, At: at.Add(time.Minute), By: "ops"},
			{Path: "main/9.json", Kind: "opensearch", State: "due", Hash: "zz"},
			{Path: "main/gone.sql", Kind: "sql", State: "missing", Hash: hash, At: at.Add(time.Hour), By: "ops"},
		}}, nil
	})
	w := asked(t, flyway, "GET", "flyway", "")
	for _, part := range []string{
		`~{"contexts":{"demo":{"flywayBeans":{"main":{"migrations":[{"type":"SQL","checksum":1,"version":"1.2","description":"add users",` +
			`"script":"main/V1.2__add_users.sql","state":"SUCCESS","installedBy":"ops","installedOn":"2026-01-31T12:00:01Z",` +
			`"installedRank":2,"executionTime":6}`,
		`~{"type":"SQL","checksum":null,"version":"000","description":"first","script":"main/000-first.sql","state":"FAILED","installedBy":"ops",` +
			`"installedOn":"2026-01-31T12:00:00Z","installedRank":1,"executionTime":null}`,
		`~"version":null,"description":"views","script":"main/views.sql","state":"OUTDATED"`,
		`~{"type":"OPENSEARCH","checksum":null,"version":"9","description":"9","script":"main/9.json","state":"PENDING",` +
			`"installedBy":null,"installedOn":null,"installedRank":null,"executionTime":null}`,
		`~"state":"MISSING_SUCCESS"`,
	} {
		expect(t, w, 200, part)
	}
}

func TestHTTPExchanges(t *testing.T) {
	e := actuator.HTTPExchanges(func() []actuator.Exchange {
		return []actuator.Exchange{{
			Time: time.Date(2026, 1, 31, 12, 0, 0, 5e6, time.UTC), Method: "GET", URI: "http://h/users/2", Status: 200, Took: 14600 * time.Microsecond,
			Request: map[string][]string{"host": {"h"}}, Response: map[string][]string{},
		}}
	})
	expect(t, asked(t, e, "GET", "httpexchanges", ""), 200, `{"exchanges":[{"timestamp":"2026-01-31T12:00:00.005Z",`+
		`"request":{"uri":"http://h/users/2","method":"GET",`+
		`"headers":{"host":["h"]}},"response":{"status":200,"headers":{}},"timeTaken":"PT0.0146S"}]}`)
	none := actuator.HTTPExchanges(func() []actuator.Exchange { return nil })
	expect(t, asked(t, none, "GET", "httpexchanges", ""), 200, `{"exchanges":[]}`)
}

func TestStartup(t *testing.T) {
	began := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	e := actuator.Startup("fwrun v1", began, func() []actuator.StartupStep {
		return []actuator.StartupStep{
			{Name: "app.boot", ID: 0, Parent: -1, Began: began, Took: 63500 * time.Millisecond},
			{Name: "engine.compile", ID: 1, Parent: 0, Began: began, Took: 120 * time.Millisecond, Tags: [][2]string{{"files", "3"}}},
		}
	})
	expect(t, asked(t, e, "GET", "startup", ""), 200, `{"springBootVersion":"fwrun v1","timeline":{"startTime":"2026-01-31T12:00:00Z","events":[`+
		`{"startTime":"2026-01-31T12:00:00Z","endTime":"2026-01-31T12:01:03.5Z","duration":"PT1M3.5S","startupStep":{"name":"app.boot","id":0,"tags":[]}},`+
		`{"startTime":"2026-01-31T12:00:00Z","endTime":"2026-01-31T12:00:00.12Z","duration":"PT0.12S",`+
		`"startupStep":{"name":"engine.compile","id":1,"parentId":0,"tags":[{"key":"files","value":"3"}]}}]}}`)
}

func TestThreadDump(t *testing.T) {
	e := actuator.ThreadDump(func() []actuator.Thread {
		return append([]actuator.Thread{{7, "worker 1", "BLOCKED", []actuator.StackFrame{{"Users", "list", "users.js", 5}, {"", "query", "", 0}}}},
			actuator.Goroutines()...)
	})
	w := asked(t, e, "GET", "threaddump", "")
	expect(t, w, 200, `~{"threads":[{"threadName":"worker 1","threadId":7,"blockedTime":-1,"blockedCount":0,"waitedTime":-1,`+
		`"waitedCount":0,"lockOwnerId":-1,`+
		`"daemon":true,"inNative":false,"suspended":false,"threadState":"BLOCKED","priority":5,"stackTrace":[`+
		`{"className":"Users","methodName":"list","fileName":"users.js","lineNumber":5,"nativeMethod":false},`+
		`{"className":"","methodName":"query","fileName":"","lineNumber":0,"nativeMethod":true}],"lockedMonitors":[],"lockedSynchronizers":[]}`)
	expect(t, w, 200, `~"className":"github.com/fwrun/fwrun/actuator","methodName":"Goroutines","fileName":"goroutines.go"`)
	expect(t, w, 200, `~(running)"`)
	if kind := w.Header().Get("Content-Type"); kind != actuator.V3 {
		t.Error(kind)
	}
	w = asked(t, e, "GET", "threaddump", "", "Accept", "text/plain")
	expect(t, w, 200, "~\"worker 1\" id=7 BLOCKED\n    at Users.list (users.js:5)\n    at query (native)\n\n")
	if kind := w.Header().Get("Content-Type"); kind != "text/plain;charset=UTF-8" {
		t.Error(kind)
	}
}

func TestProfileEndpoint(t *testing.T) {
	e := actuator.Profile(actuator.Profiles{
		Kinds: []string{"cpu", "heap"},
		Take: func(_ context.Context, kind string, during time.Duration) ([]byte, error) {
			if during == 13*time.Second {
				return nil, fault.New("x", fault.Conflict, "another profile is being taken")
			}
			return []byte(kind + " " + during.String()), nil
		},
	})
	w := asked(t, e, "GET", "profile", "")
	expect(t, w, 200, "cpu 10s")
	if got := w.Header().Get("Content-Disposition"); got != `attachment; filename="cpu.pb.gz"` {
		t.Error(got)
	}
	expect(t, asked(t, e, "GET", "profile?type=heap&seconds=1", ""), 200, "heap 1s")
	expect(t, asked(t, e, "GET", "profile?seconds=60", ""), 200, "cpu 1m0s")
	expect(t, asked(t, e, "GET", "profile?seconds=13", ""), 409, "~another profile is being taken")
	for _, query := range []string{
		"seconds=0", "seconds=61", "seconds=-1", "seconds=x", "seconds=", "seconds=1.5", "type=", "type=trace",
		"seconds=99999999999999999999",
	} {
		expect(t, asked(t, e, "GET", "profile?"+query, ""), 400, "~about:blank")
	}
}

func TestLogFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.log")
	e := actuator.LogFile(func() string { return path })
	expect(t, asked(t, e, "GET", "logfile", ""), 404, "")
	if err := os.WriteFile(path, []byte("first\nsecond\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := asked(t, e, "GET", "logfile", "")
	expect(t, w, 200, "first\nsecond\n")
	if kind := w.Header().Get("Content-Type"); kind != "text/plain;charset=UTF-8" {
		t.Error(kind)
	}
	w = asked(t, e, "GET", "logfile", "", "Range", "bytes=6-")
	expect(t, w, 206, "second\n")
	if got := w.Header().Get("Content-Range"); got != "bytes 6-12/13" {
		t.Error(got)
	}
	expect(t, asked(t, e, "GET", "logfile", "", "Range", "bytes=90-"), 416, "~invalid range")
	path = t.TempDir()
	expect(t, asked(t, e, "GET", "logfile", ""), 404, "")
	path = ""
	expect(t, asked(t, e, "GET", "logfile", ""), 404, "")
}

func TestSBOM(t *testing.T) {
	e := actuator.SBOM(func() (*debug.BuildInfo, bool) {
		return &debug.BuildInfo{
			GoVersion: "go1.26.0", Main: debug.Module{Path: "example.com/app", Version: "(devel)"},
			Deps: []*debug.Module{
				{Path: "example.com/a", Version: "v1.0.0+incompatible"},
				{Path: "example.com/b", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/c", Version: "v2.0.0"}},
			},
		}, true
	})
	expect(t, asked(t, e, "GET", "sbom", ""), 200, `{"ids":["application"]}`)
	expect(t, asked(t, e, "GET", "sbom/other", ""), 404, "")
	w := asked(t, e, "GET", "sbom/application", "")
	expect(t, w, 200, `{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"metadata":{"component":{"type":"application",`+
		`"bom-ref":"pkg:golang/example.com/app",`+
		`"name":"example.com/app","purl":"pkg:golang/example.com/app"}},"components":[{"type":"platform","bom-ref":"go@1.26.0",`+
		`"name":"go","version":"1.26.0"},`+
		`{"type":"library","bom-ref":"pkg:golang/example.com/a@v1.0.0%2Bincompatible","name":"example.com/a","version":"v1.0.0+incompatible",`+
		`"purl":"pkg:golang/example.com/a@v1.0.0%2Bincompatible"},`+
		`{"type":"library","bom-ref":"pkg:golang/example.com/c@v2.0.0","name":"example.com/c","version":"v2.0.0",`+
		`"purl":"pkg:golang/example.com/c@v2.0.0"}],`+
		`"dependencies":[{"ref":"pkg:golang/example.com/app","dependsOn":["go@1.26.0","pkg:golang/example.com/a@v1.0.0%2Bincompatible",`+
		`"pkg:golang/example.com/c@v2.0.0"]}]}`)
	if kind := w.Header().Get("Content-Type"); kind != "application/vnd.cyclonedx+json" {
		t.Error(kind)
	}
}
