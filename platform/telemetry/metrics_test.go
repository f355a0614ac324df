package telemetry_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/telemetry"
	"github.com/fwrun/fwrun/tests/needs"
)

func text(t testing.TB, m *telemetry.Metrics, mediaType string, names ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := m.Write(&out, mediaType, names); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// lines returns the lines of a text that contain a part.
func lines(text, part string) (list []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, part) && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}

func request(method string, status int, took time.Duration) *telemetry.Request {
	return &telemetry.Request{Method: method, Status: status, Took: took, In: 0, Out: 120}
}

func TestRequests(t *testing.T) {
	m := telemetry.New(telemetry.Options{})
	users := m.Route("/users/{id}")
	for _, took := range []time.Duration{time.Millisecond, 20 * time.Millisecond, time.Minute} {
		users.Observe(request("GET", 200, took))
	}
	failed := request("GET", 500, time.Millisecond)
	failed.Failure, failed.Secure = "TypeError", true
	users.Observe(failed)
	m.Route(telemetry.Unknown).Observe(request("PROPFIND", 501, 0))
	out := text(t, m, telemetry.Text)
	for _, want := range []string{
		`http_request_duration_count{method="GET",route="/users/{id}",scheme="http",status="200"} 3`,
		`http_request_duration_bucket{method="GET",route="/users/{id}",scheme="http",status="200",le="0.005"} 1`,
		`http_request_duration_bucket{method="GET",route="/users/{id}",scheme="http",status="200",le="10"} 2`,
		`http_request_duration_sum{method="GET",route="/users/{id}",scheme="http",status="200"} 60.021`,
		`http_server_request_duration_seconds_count{error_type="TypeError",http_request_method="GET",http_response_status_code="500",` +
			`http_route="/users/{id}",url_scheme="https"} 1`,
		`http_server_request_duration_seconds_count{error_type="501",http_request_method="_OTHER",http_response_status_code="501",` +
			`http_route="UNKNOWN",url_scheme="http"} 1`,
		`http_server_response_body_size_bytes_bucket{http_request_method="GET",http_route="/users/{id}",le="1000"} 4`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%s is not in\n%s", want, strings.Join(lines(out, "http_"), "\n"))
		}
	}
	if m.Route("/users/{id}") != users {
		t.Error("after a reload the route is measured anew")
	}
}

// TestOverflow: labels that scripts choose make no more series than are allowed.
func TestOverflow(t *testing.T) {
	m := telemetry.New(telemetry.Options{MaxSeries: 100})
	for i := range 100_000 {
		one, err := m.Instrument(telemetry.Counter, "visits", []telemetry.Tag{{Key: "visitor", Value: strconv.Itoa(i)}})
		if err != nil {
			t.Fatal(err)
		}
		one.Add(1)
	}
	got := lines(text(t, m, telemetry.Text), "visits_total")
	if len(got) != 101 || !slices.Contains(got, `visits_total{visitor="_OVERFLOW"} 99900`) {
		t.Errorf("%d lines, the last %s", len(got), got[len(got)-1])
	}
	route := m.Route("/")
	for i := range 1000 {
		r := request("GET", 500, 0)
		r.Failure = "Error" + strconv.Itoa(i)
		route.Observe(r)
	}
	got = lines(text(t, m, telemetry.Text), "http_request_duration_count")
	if len(got) != 101 || !slices.Contains(got, `http_request_duration_count{error="_OVERFLOW",method="_OVERFLOW",route="_OVERFLOW",`+
		`scheme="_OVERFLOW",status="_OVERFLOW"} 900`) {
		t.Errorf("%d lines, the last %s", len(got), got[len(got)-1])
	}
}

func TestHostileLabels(t *testing.T) {
	m := telemetry.New(telemetry.Options{})
	for _, value := range []string{"\xff\xfe", "a\x00b", "line\nbreak", `quote"\`, strings.Repeat("ä", 10_000), "", "}{,=", "\u2028"} {
		one, err := m.Instrument(telemetry.Counter, "odd", []telemetry.Tag{{Key: "of", Value: value}, {Key: "b", Value: "x"}})
		if err != nil {
			t.Fatal(err)
		}
		one.Add(1)
	}
	checked(t, text(t, m, telemetry.Text))
	if got := lines(text(t, m, telemetry.Text), "odd_total"); len(got) != 8 {
		t.Errorf("got %q", got)
	}
}

func TestMistakes(t *testing.T) {
	m := telemetry.New(telemetry.Options{})
	tags := func(pairs ...string) (list []telemetry.Tag) {
		for _, p := range pairs {
			key, value, _ := strings.Cut(p, "=")
			list = append(list, telemetry.Tag{Key: key, Value: value})
		}
		return list
	}
	if _, err := m.Instrument(telemetry.Counter, "orders.placed", tags("region=eu")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind telemetry.Kind
		name string
		tags []telemetry.Tag
		want string
	}{
		{telemetry.Counter, "", nil, `"" cannot be the name of a counter`},
		{telemetry.Counter, "1st", nil, "cannot be the name"},
		{telemetry.Counter, "a b", nil, "cannot be the name"},
		{telemetry.Counter, "a\nb", nil, "cannot be the name"},
		{telemetry.Counter, strings.Repeat("x", 101), nil, "cannot be the name"},
		{telemetry.Counter, "fine", tags("le=1"), `"le" cannot be the key of a tag`},
		{telemetry.Counter, "fine", tags("__name__=1"), "cannot be the key"},
		{telemetry.Counter, "fine", tags("a.b=1", "a_b=2"), "twice"},
		{telemetry.Counter, "fine", tags("a=1", "b=1", "c=1", "d=1", "e=1", "f=1", "g=1", "h=1", "i=1", "j=1", "k=1"), "has 11 tags"},
		{telemetry.Gauge, "orders.placed", tags("region=eu"), `the meter "orders.placed" is a counter, and cannot be a gauge, too`},
		{telemetry.Counter, "orders.placed", tags("city=eu"), "has the tags region, and cannot have the tags city"},
		{telemetry.Counter, "orders.placed", nil, "cannot have no tags"},
		{telemetry.Counter, "orders_placed", nil, "would be written as orders_placed_total"},
		{telemetry.Counter, "mcp_tool_calls", nil, "would be written as"},
		{telemetry.Gauge, "go.goroutines", nil, "would be written as"},
		{telemetry.Gauge, "http.request.duration.count", nil, "would be written as http_request_duration_count"},
	} {
		_, err := m.Instrument(c.kind, c.name, c.tags)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q %v: %v, want %s", c.kind, c.name, c.tags, err, c.want)
		}
	}
}

// filled returns metrics with about that many lines.
func filled(t testing.TB, count int) *telemetry.Metrics {
	t.Helper()
	m := telemetry.New(telemetry.Options{})
	for i := range count / 60 {
		m.Route("/things/{id}/parts/" + strconv.Itoa(i)).Observe(request("GET", 200, time.Millisecond))
	}
	return m
}

// TestOpenMetrics: the other form has its end.
func TestOpenMetrics(t *testing.T) {
	m := filled(t, 120)
	one := request("GET", 200, 3*time.Millisecond)
	_, _ = hex.Decode(one.Trace[:], []byte("4bf92f3577b34da6a3ce929d0e0e4736"))
	m.Route("/").Observe(one)
	out := text(t, m, telemetry.OpenMetrics)
	if !strings.HasSuffix(out, "# EOF\n") || !strings.Contains(out, `le="0.005"} 1 # {trace_id="4bf92f3577b34da6a3ce929d0e0e4736"} 0.003`) {
		t.Errorf("got\n%s", out)
	}
}

func TestIncludedNames(t *testing.T) {
	m := filled(t, 60)
	out := text(t, m, telemetry.Text, "go_goroutines", "http_request_duration_count")
	if strings.Contains(out, "http_server") || !strings.Contains(out, "go_goroutines ") || !strings.Contains(out, "http_request_duration_bucket") {
		t.Errorf("got\n%s", out)
	}
}

// TestAllAtOnce: measuring and reading from many goroutines.
func TestAllAtOnce(t *testing.T) {
	m := telemetry.New(telemetry.Options{MaxSeries: 50})
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 500 {
				m.Route("/" + strconv.Itoa(i%5)).Observe(request("GET", 200+i%3, time.Millisecond))
				m.CacheGet("users", i%2 == 0)
				one, err := m.Instrument(telemetry.Histogram, "sizes", []telemetry.Tag{{Key: "worker", Value: strconv.Itoa(worker * i)}})
				if err != nil {
					t.Error(err)
					return
				}
				one.Record(float64(i))
				if i%100 == 0 {
					_ = m.Write(io.Discard, telemetry.Text, nil)
					m.MeterNames()
				}
			}
		})
	}
	all.Wait()
	var sum int
	for _, line := range lines(text(t, m, telemetry.Text), "http_request_duration_count") {
		n, _ := strconv.Atoi(line[strings.LastIndexByte(line, ' ')+1:])
		sum += n
	}
	if sum != 4000 {
		t.Errorf("%d requests were counted", sum)
	}
}

func TestSpringNames(t *testing.T) {
	m := telemetry.New(telemetry.Options{})
	m.Watch(telemetry.Sources{
		Pools:     func() []telemetry.Pool { return []telemetry.Pool{{Name: "main", Used: 2, Idle: 1, Max: 10}} },
		CacheSize: func() map[string]int64 { return map[string]int64{"users": 3} },
	})
	m.CacheGet("users", true)
	m.Route("/users/{id}").Observe(request("GET", 404, 2*time.Second))
	names := m.MeterNames()
	for _, name := range []string{
		"http.server.requests", "process.uptime", "process.start.time", "process.cpu.usage", "system.cpu.count", "jvm.memory.used",
		"jvm.memory.committed", "jvm.memory.max",
		"jvm.threads.live", "jvm.threads.daemon", "jvm.threads.peak", "jvm.gc.pause", "cache.gets", "cache.size", "jdbc.connections.active",
		"jdbc.connections.max", "jdbc.connections.min",
	} {
		meter, ok := m.Meter(name)
		if !slices.Contains(names, name) || !ok || len(meter.Samples) == 0 {
			t.Errorf("%s: %+v", name, meter)
		}
	}
	got, _ := m.Meter("http.server.requests")
	if want := "[{[{error none} {exception None} {method GET} {uri /users/{id}} {outcome CLIENT_ERROR} " +
		"{status 404}] [{COUNT 1} {TOTAL_TIME 2} {MAX 2}]}]"; fmt.Sprint(got.Samples) != want {
		t.Errorf("got %v", got.Samples)
	}
	if _, ok := m.Meter("nothing"); ok {
		t.Error("there is a meter that there is not")
	}
}

// checked lets promtool look at a text, if it is installed. The one name that it does not like is the specification's.
func checked(t *testing.T, out string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), needs.Program(t, "promtool"), "check", "metrics")
	command.Stdin = strings.NewReader(out)
	said, err := command.CombinedOutput()
	for line := range strings.SplitSeq(strings.TrimSpace(string(said)), "\n") {
		if line != "" && line != `mcp_tool_calls counter metrics should have "_total" suffix` {
			t.Errorf("promtool: %s", line)
		}
	}
	if err != nil && len(said) == 0 {
		t.Error(err)
	}
}

// TestPromtool: every metric has a name that Prometheus's own tool approves.
func TestPromtool(t *testing.T) {
	m := filled(t, 240)
	m.Watch(telemetry.Sources{
		Active: func(tell func(method, scheme string, n int64)) { tell("GET", "http", 1) },
		Workers: func() telemetry.Workers {
			return telemetry.Workers{Retired: map[string]int64{"interrupted": 1}, Interrupts: map[string]int64{"cpu": 1}}
		},
		Pools:     func() []telemetry.Pool { return []telemetry.Pool{{Name: "main"}} },
		CacheSize: func() map[string]int64 { return map[string]int64{"users": 3} },
		Depths: func() []telemetry.Depth {
			return []telemetry.Depth{{Queue: "mails", System: "nats", State: "dead", Messages: 1}}
		},
	})
	m.Tool("add", "ok", time.Second)
	m.AgentRequest(telemetry.AgentRequest{Method: "tools/call", Tool: "add", Failure: "tool_error", Took: time.Second})
	m.Sent("fetch", "GET", 200, "", time.Second)
	m.Statement(&telemetry.Statement{Datasource: "main", System: "sqlite", Operation: "SELECT", Rows: 3})
	for _, took := range connectionTimes(m, "main") {
		took(time.Millisecond)
	}
	m.CacheGet("users", false)
	m.MessageSent(telemetry.Message{Queue: "mails", System: "nats", Count: 2})
	m.MessageHandled(telemetry.Message{Queue: "mails", System: "nats", Count: 2, Failure: "retry"})
	m.Scheduled("Jobs.clean", "SUCCESS", time.Second)
	for kind, name := range map[telemetry.Kind]string{
		telemetry.Counter: "orders.placed", telemetry.Gauge: "desk.open", telemetry.Timer: "mail.send",
		telemetry.Histogram: "basket.size",
	} {
		one, err := m.Instrument(kind, name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if kind == telemetry.Counter || kind == telemetry.Gauge {
			one.Add(1)
		} else {
			one.Record(1)
		}
	}
	checked(t, text(t, m, telemetry.Text))
}

func connectionTimes(m *telemetry.Metrics, pool string) []func(time.Duration) {
	created, waited, used := m.Connections(pool)
	return []func(time.Duration){created, waited, used}
}

// TestConnections: each of the times of connections has a histogram, which is there before the first one.
func TestConnections(t *testing.T) {
	m := telemetry.New(telemetry.Options{})
	for i, took := range connectionTimes(m, "main") {
		for range i {
			took(20 * time.Millisecond)
		}
	}
	out := text(t, m, telemetry.Text)
	for i, what := range []string{"create", "wait", "use"} {
		for _, line := range []string{"_bucket{pool_name=\"main\",le=\"0.01\"} 0", fmt.Sprintf("_count{pool_name=\"main\"} %d", i)} {
			if !strings.Contains(out, "db_client_connection_"+what+"_time_seconds"+line+"\n") {
				t.Errorf("%s: no line %s in\n%s", what, line, out)
			}
		}
	}
	if meter, ok := m.Meter("db.client.connection.use_time"); !ok ||
		fmt.Sprint(meter.Samples) != "[{[{pool_name main}] [{COUNT 2} {TOTAL_TIME 0.04} {MAX 0.02}]}]" {
		t.Error(meter)
	}
}

func BenchmarkRequest(b *testing.B) {
	m := telemetry.New(telemetry.Options{})
	route := m.Route("/users/{id}")
	r := request("GET", 200, time.Millisecond)
	b.ReportAllocs()
	for b.Loop() {
		route.Observe(r)
	}
}

func BenchmarkScrape(b *testing.B) {
	m := filled(b, 2000)
	b.Logf("%d lines", strings.Count(text(b, m, telemetry.Text), "\n"))
	b.ReportAllocs()
	for b.Loop() {
		if err := m.Write(io.Discard, telemetry.Text, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNew is what a start pays.
func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		telemetry.New(telemetry.Options{})
	}
}

func BenchmarkStatement(b *testing.B) {
	m := telemetry.New(telemetry.Options{})
	s := &telemetry.Statement{Datasource: "main", System: "sqlite", Operation: "SELECT", Rows: 1, Took: time.Millisecond}
	b.ReportAllocs()
	for b.Loop() {
		m.Statement(s)
	}
}
