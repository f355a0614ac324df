package health_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/health"
)

// is returns an indicator that always answers the same.
func is(name string, h health.Health) health.Indicator {
	return health.Indicator{Name: name, Check: func(context.Context) (health.Health, error) { return h, nil }}
}

func fails(name string, err error) health.Indicator {
	return health.Indicator{Name: name, Check: func(context.Context) (health.Health, error) { return health.Health{}, err }}
}

// asked asks for the path below /actuator/health.
func asked(t *testing.T, c *health.Checks, path string, known bool) (code int, body string) {
	t.Helper()
	s, err := actuator.New(actuator.Options{
		Base: "/actuator", Endpoints: []actuator.Endpoint{c.Endpoint()}, Known: func(*http.Request) bool { return known },
	})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/actuator/health"+path, nil))
	return w.Code, w.Body.String()
}

func expect(t *testing.T, c *health.Checks, path string, code int, body string) {
	t.Helper()
	if gotCode, got := asked(t, c, path, false); gotCode != code || got != body {
		t.Errorf("%q: got %d %s\nwant %d %s", path, gotCode, got, code, body)
	}
}

// someChecks are those of the examples of Spring Boot.
func someChecks(s health.Settings) *health.Checks {
	var available health.Availability
	available.Accept()
	list := append(available.Indicators(),
		is("ping", health.Of(health.Up)), is("db", health.Of(health.Up).With("database", "H2").With("a", 1)), is("desk", health.Of(health.Up)))
	s.Groups = append(s.Groups, health.Probes()...)
	return health.New(list, s)
}

func TestAnswers(t *testing.T) {
	custom := health.Group{Name: "custom", Include: []string{"ping", "desk"}}
	never := someChecks(health.Settings{Groups: []health.Group{custom}})
	expect(t, never, "", 200, `{"status":"UP","groups":["custom","liveness","readiness"]}`)
	expect(t, never, "/", 200, `{"status":"UP","groups":["custom","liveness","readiness"]}`)
	expect(t, never, "/db", 404, "")
	expect(t, never, "/nope", 404, "")
	expect(t, never, "/custom", 200, `{"status":"UP"}`)
	expect(t, never, "/custom/ping", 404, "")
	expect(t, health.New([]health.Indicator{is("ping", health.Of(health.Up))}, health.Settings{}), "", 200, `{"status":"UP"}`)

	always := someChecks(health.Settings{Show: health.Always, Groups: []health.Group{custom}})
	expect(t, always, "", 200, `{"status":"UP","groups":["custom","liveness","readiness"],"components":{"db":{"status":"UP",`+
		`"details":{"database":"H2","a":1}},`+
		`"desk":{"status":"UP"},"livenessState":{"status":"UP"},"ping":{"status":"UP"},"readinessState":{"status":"UP"}}}`)
	expect(t, always, "/db", 200, `{"status":"UP","details":{"database":"H2","a":1}}`)
	expect(t, always, "/nope", 404, "")
	expect(t, always, "/db/nope", 404, "")
	expect(t, always, "/custom", 200, `{"status":"UP","components":{"desk":{"status":"UP"},"ping":{"status":"UP"}}}`)
	expect(t, always, "/custom/ping", 200, `{"status":"UP"}`)
	expect(t, always, "/custom/db", 404, "")
	expect(t, always, "/liveness", 200, `{"status":"UP"}`)
	expect(t, always, "/readiness", 200, `{"status":"UP"}`)
	expect(t, always, "/liveness/livenessState", 404, "")
	expect(t, always, "/"+strings.Repeat("a/", 1000), 404, "")
}

// TestShow: who sees details, by the setting of everything and by that of a group.
func TestShow(t *testing.T) {
	authorized := someChecks(health.Settings{Show: health.WhenAuthorized, Groups: []health.Group{
		{Name: "open", Include: []string{"*"}, Show: health.Always}, {Name: "shut", Include: []string{"ping"}, Show: health.Never},
	}})
	for _, c := range []struct {
		path    string
		known   bool
		code    int
		details bool
	}{
		{"", false, 200, false},
		{"", true, 200, true},
		{"/db", false, 404, false},
		{"/db", true, 200, true},
		{"/open", false, 200, true},
		{"/open/db", false, 200, true},
		{"/shut", true, 200, false},
		{"/shut/ping", true, 404, false},
	} {
		code, body := asked(t, authorized, c.path, c.known)
		if code != c.code || strings.Contains(body, "H2") != c.details {
			t.Errorf("%q, known %v: %d %s", c.path, c.known, code, body)
		}
	}
	if _, body := asked(t, authorized.Showing(health.Always), "", false); !strings.Contains(body, "H2") {
		t.Error("the owner does not see details:", body)
	}
}

// TestAggregate: which status the whole has, and with which HTTP status it is answered.
func TestAggregate(t *testing.T) {
	for _, c := range []struct {
		statuses string
		settings health.Settings
		code     int
		whole    string
		one      int // of the component a
	}{
		{"UP UP", health.Settings{}, 200, "UP", 200},
		{"DOWN UP", health.Settings{}, 503, "DOWN", 503},
		{"OUT_OF_SERVICE UP", health.Settings{}, 503, "OUT_OF_SERVICE", 503},
		{"OUT_OF_SERVICE DOWN", health.Settings{}, 503, "DOWN", 503},
		{"UNKNOWN UP", health.Settings{}, 200, "UP", 200},
		{"UNKNOWN UNKNOWN", health.Settings{}, 200, "UNKNOWN", 200},
		{"FATAL UP", health.Settings{}, 200, "UP", 200},
		{"FATAL FATAL", health.Settings{}, 200, "UNKNOWN", 200},
		{"FATAL UP", health.Settings{Order: []string{"fatal", "down", "out-of-service", "up"}}, 200, "FATAL", 200},
		{"FATAL UP", health.Settings{Order: []string{"fatal", "up"}, Codes: map[string]int{"fatal": 500}}, 500, "FATAL", 500},
		{"UP DOWN", health.Settings{Codes: map[string]int{"Down": 200}}, 200, "DOWN", 200},
		{"OUT_OF_SERVICE UP", health.Settings{Codes: map[string]int{"out-of-service": 418}}, 418, "OUT_OF_SERVICE", 418},
		{"OUT_OF_SERVICE UP", health.Settings{Codes: map[string]int{"fatal": 500}}, 503, "OUT_OF_SERVICE", 503},
		{" UP", health.Settings{}, 200, "UP", 200},
	} {
		first, second, _ := strings.Cut(c.statuses, " ")
		c.settings.Show = health.Always
		checks := health.New([]health.Indicator{is("a", health.Of(first)), is("b", health.Of(second))}, c.settings)
		code, body := asked(t, checks, "", false)
		if want := fmt.Sprintf(`{"status":%q,`, c.whole); code != c.code || !strings.HasPrefix(body, want) {
			t.Errorf("%s: %d %s", c.statuses, code, body)
		}
		if first == "" {
			first = "UNKNOWN"
		}
		expect(t, checks, "/a", c.one, fmt.Sprintf(`{"status":%q}`, first))
	}
	expect(t, health.New(nil, health.Settings{}), "", 200, `{"status":"UNKNOWN"}`)
}

// TestFailures: an indicator that fails, panics or hangs is down, and the others answer.
func TestFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		checks := health.New([]health.Indicator{
			is("ping", health.Of(health.Up)),
			fails("broken", errors.New("no <desk>")),
			{Name: "partly", Check: func(context.Context) (health.Health, error) {
				return health.Of(health.Up).With("desk", 7), errors.New("gone")
			}},
			{Name: "panics", Check: func(context.Context) (health.Health, error) { panic("oh") }},
			{Name: "hangs", Check: func(context.Context) (health.Health, error) { <-release; return health.Of(health.Up), nil }},
			is("strange", health.Of(health.Up).With("f", func() {})),
		}, health.Settings{Show: health.Always, Timeout: time.Second})
		began := time.Now()
		expect(t, checks, "", 503, `{"status":"DOWN","components":{"broken":{"status":"DOWN","details":{"error":"no <desk>"}},`+
			`"hangs":{"status":"DOWN","details":{"error":"no answer within 1s"}},"panics":{"status":"DOWN","details":{"error":"panic: oh"}},`+
			`"partly":{"status":"DOWN","details":{"desk":7,"error":"gone"}},"ping":{"status":"UP"},`+
			`"strange":{"status":"UP","details":{"f":"json: unsupported type: func()"}}}}`)
		if took := time.Since(began); took != time.Second {
			t.Error("the answer took", took)
		}
		expect(t, checks, "/ping", 200, `{"status":"UP"}`)
		expect(t, checks, "/hangs", 503, `{"status":"DOWN","details":{"error":"no answer within 1s"}}`)
		if took := time.Since(began); took != time.Second {
			t.Error("who asks again waits again:", took)
		}
	})
}

// TestParts: a component may be made of others.
func TestParts(t *testing.T) {
	checks := health.New([]health.Indicator{{Name: "db", Parts: []health.Indicator{
		is("main", health.Of(health.Up).With("database", "SQLite")), fails("spare", errors.New("gone")),
	}}}, health.Settings{Show: health.Always})
	db := `{"status":"DOWN","components":{"main":{"status":"UP","details":{"database":"SQLite"}},"spare":{"status":"DOWN","details":{"error":"gone"}}}}`
	expect(t, checks, "", 503, `{"status":"DOWN","components":{"db":`+db+`}}`)
	expect(t, checks, "/db", 503, db)
	expect(t, checks, "/db/main", 200, `{"status":"UP","details":{"database":"SQLite"}}`)
	expect(t, checks, "/db/other", 404, "")
}

func TestAvailability(t *testing.T) {
	var available health.Availability
	checks := health.New(available.Indicators(), health.Settings{Groups: health.Probes()})
	expect(t, checks, "/readiness", 503, `{"status":"OUT_OF_SERVICE"}`)
	available.Accept()
	expect(t, checks, "/readiness", 200, `{"status":"UP"}`)
	available.Refuse()
	expect(t, checks, "/readiness", 503, `{"status":"OUT_OF_SERVICE"}`)
	expect(t, checks, "/liveness", 200, `{"status":"UP"}`)
	expect(t, checks, "", 503, `{"status":"OUT_OF_SERVICE","groups":["liveness","readiness"]}`)
}

func TestProbe(t *testing.T) {
	var available health.Availability
	checks := health.New(append(available.Indicators(), is("ping", health.Of(health.Up))), health.Settings{Show: health.Always, Groups: health.Probes()})
	s, err := actuator.New(actuator.Options{Base: "/", Endpoints: []actuator.Endpoint{
		checks.Probe("/livez", "liveness"),
		checks.Probe("/readyz", "readiness"), checks.Probe("/x", "none"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/livez": `200 {"status":"UP"}`, "/readyz": `503 {"status":"OUT_OF_SERVICE"}`, "/x": "404 ", "/livez/livenessState": "404 ",
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
		if got := fmt.Sprint(w.Code, " ", w.Body); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestChanged: what changes is told once.
func TestChanged(t *testing.T) {
	status, told := "UP", ""
	checks := health.New([]health.Indicator{{Name: "db", Parts: []health.Indicator{{Name: "main", Check: func(context.Context) (health.Health, error) {
		return health.Of(status), nil
	}}}}}, health.Settings{Changed: func(name string, before, now health.Health) { told += fmt.Sprint(name, before.Status, now.Status, ";") }})
	for _, status = range []string{"UP", "DOWN", "DOWN", "UP", "UP"} {
		asked(t, checks, "", false)
	}
	if told != "db/mainUPDOWN;db/mainDOWNUP;" {
		t.Error(told)
	}
}

func TestDetailsOf(t *testing.T) {
	d, err := health.DetailsOf([]byte(`{"b":1.50,"a":{"x":[null]},"<":"<"}`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := d.MarshalJSON()
	if err != nil || string(text) != `{"b":1.50,"a":{"x":[null]},"<":"<"}` {
		t.Error(string(text), err)
	}
	for _, text := range []string{"", "[]", `"a"`, `{"a":`, `{"a":1,`} {
		if _, err := health.DetailsOf([]byte(text)); err == nil {
			t.Errorf("%q became details", text)
		}
	}
}

// BenchmarkHealth: six indicators take hardly longer than the slowest of them.
func BenchmarkHealth(b *testing.B) {
	const slowest = 5 * time.Millisecond
	var list []health.Indicator
	for i := range 6 {
		list = append(list, health.Indicator{Name: fmt.Sprint("a", i), Check: func(context.Context) (health.Health, error) {
			<-time.After(slowest / 6 * time.Duration(i+1))
			return health.Of(health.Up).With("n", i), nil
		}})
	}
	s, err := actuator.New(actuator.Options{
		Base:      "/actuator",
		Endpoints: []actuator.Endpoint{health.New(list, health.Settings{Show: health.Always}).Endpoint()},
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(b.Context(), "GET", "/actuator/health", nil))
		if w.Code != 200 {
			b.Fatal(w.Code)
		}
	}
	beyond := b.Elapsed()/time.Duration(b.N) - slowest
	b.ReportMetric(float64(beyond.Microseconds()), "µs-beyond-slowest/op")
}
