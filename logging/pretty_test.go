package logging_test

import (
	"bytes"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/logging"
)

var clock = regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d `)

// TestPrettyLog: what takes lines of its own stands below, and obeys no terminal.
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

func TestTerminalLogIsPretty(t *testing.T) {
	var out bytes.Buffer
	logging.NewTerminal(&out, logging.Settings{}).Logger("a").Info("hello")
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
