package logging_test

import (
	"bytes"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/logging"
)

var clock = regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d `)

// TestPrettyLog: attributes that take lines of their own are below the line, and contain nothing that
// controls a terminal.
func TestPrettyLog(t *testing.T) {
	var out bytes.Buffer
	log := logging.New(&out, logging.Settings{Root: logging.Trace, Format: "pretty"})
	bean := log.Logger("users.UserService")
	bean.With("id", 7).WithGroup("request").Info("found", "path", "/users/7")
	bean.Log(t.Context(), logging.Trace, "looking")
	bean.Error("a handler failed", "hint", "mend\x1b[31m it", "stack", "    at find (a.js:1:2)\n    at list (b.js:3:4)", "source", "a.b.c\n  ^")
	log.Logger("fwrun").Info("listening", "url", "http://127.0.0.1:8080")
	log.Logger("console").Warn("one\n12:00:00 ERR two\x1b[31m\r", "list", []any{1, "a", slog.GroupValue(slog.Bool("b", true))})
	got := clock.ReplaceAllString(out.String(), "")
	want := `INF users.UserService: found id=7 request.path=/users/7
TRC users.UserService: looking
ERR users.UserService: a handler failed
    a.b.c
      ^
        at find (a.js:1:2)
        at list (b.js:3:4)
    hint: mend�[31m it
INF listening url=http://127.0.0.1:8080
WRN one
    12:00:00 ERR two�[31m� list="[1,\"a\",{\"b\":true}]"
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRequestLines: the line of a request fits on a terminal, whatever the request is, and has the
// important parts.
func TestRequestLines(t *testing.T) {
	var out bytes.Buffer
	log := logging.New(&out, logging.Settings{Format: "pretty"}).Logger(logging.HTTP)
	say := func(path, handler, route string) string {
		out.Reset()
		attrs := []any{
			"method", "DELETE", "path", path, "status", 200, "duration", 1234567 * time.Nanosecond, "bytes", 12345678, "client", "2001:db8::1",
			"request", "3b8d63a6eea5f0f7", "trace", "43469e517a4031eb457139e85b201718", "handler", handler,
		}
		if route != "" {
			attrs = append(attrs, "route", route)
		}
		log.Info("request", attrs...)
		return strings.TrimSuffix(clock.ReplaceAllString(out.String(), ""), "\n")
	}
	const trace = " trace=43469e517a4031eb457139e85b201718"
	long := strings.Repeat("/segment", 40)
	for _, c := range [][4]string{
		{"/users/7", "Users.remove", "", "INF DELETE /users/7 200 1.2ms 12345678B Users.remove" + trace},
		{"/users/7", "Users.remove", "users.remove", "INF DELETE /users/7 200 1.2ms 12345678B Users.remove (users.remove)" + trace},
		{"/none", "", "", "INF DELETE /none 200 1.2ms 12345678B" + trace},
		{long, "Users.remove", "", "INF DELETE /segment/segment/segment/se… 200 1.2ms 12345678B Users.remove" + trace},
		{"/a", strings.Repeat("Handler", 20), "", "INF DELETE /a 200 1.2ms 12345678B HandlerHandlerHandlerHandlerHandlerHa…" + trace},
		{long, strings.Repeat("Handler", 20), "", ""},
		{"/" + strings.Repeat("日本", 40), "Users.remove", "", "INF DELETE /日本日本日本日本日本日本日… 200 1.2ms 12345678B Users.remove" + trace},
	} {
		got := say(c[0], c[1], c[2])
		if c[3] != "" && got != c[3] {
			t.Errorf("got\n%s\nwant\n%s", got, c[3])
		}
		wide := 0
		for _, r := range got {
			if wide++; r > 0x3000 {
				wide++
			}
		}
		if wide+len("15:04:05 ") > 120 {
			t.Errorf("%d columns: %s", wide+len("15:04:05 "), got)
		}
	}
}

// TestDurations: JSON has durations with a unit in the key; people see only the significant digits.
func TestDurations(t *testing.T) {
	for d, want := range map[time.Duration][2]string{
		1234567 * time.Nanosecond: {"1.235", "1.2ms"}, 90 * time.Second: {"90000", "1m30s"}, 0: {"0", "0s"},
		1500 * time.Nanosecond: {"0.002", "2µs"}, 123456 * time.Microsecond: {"123.456", "123ms"},
	} {
		var json, pretty bytes.Buffer
		logging.New(&json, logging.Settings{}).Logger("a").Info("x", "duration", d, slog.Group("g", "wait", d))
		logging.New(&pretty, logging.Settings{Format: "pretty"}).Logger("a").Info("x", "duration", d)
		if !strings.Contains(json.String(), `"duration_ms":`+want[0]+`,"g":{"wait_ms":`+want[0]+`}`) {
			t.Errorf("%v: got %s", d, json.String())
		}
		if !strings.Contains(pretty.String(), "duration="+want[1]+"\n") {
			t.Errorf("%v: got %s", d, pretty.String())
		}
	}
}

func TestTerminalLogIsPretty(t *testing.T) {
	var out bytes.Buffer
	logging.NewOn(&out, logging.Settings{}, true, true).Logger("a").Info("hello")
	if !strings.Contains(out.String(), "INF") || !strings.Contains(out.String(), "\x1b[") {
		t.Errorf("got %q", out.String())
	}
}

func TestJSONLogWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	log := logging.New(&out, logging.Settings{Root: logging.Trace}).Logger("users")
	log.Warn("careful", slog.Int("n", 1))
	log.Log(t.Context(), logging.Trace, "deep", "level", "x")
	want := regexp.MustCompile(`^\{"time":"[^"]+","level":"WARN","msg":"careful","n":1,"logger":"users"\}
\{"time":"[^"]+","level":"TRACE","msg":"deep","level":"x","logger":"users"\}
$`)
	if !want.Match(out.Bytes()) {
		t.Errorf("got %s", out.Bytes())
	}
}
