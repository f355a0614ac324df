package main

import (
	"bytes"
	"log/slog"
	"regexp"
	"testing"

	"github.com/fwrun/fwrun/app"
)

// TestPrettyLog: what takes lines of its own stands below, and obeys no terminal.
func TestPrettyLog(t *testing.T) {
	var out bytes.Buffer
	log := newLogger(process{err: &out}, app.LogSettings{Level: "info", Format: "pretty"})
	log.With("bean", "users").WithGroup("request").Error("a handler failed",
		"path", "/users/7", "hint", "mend\x1b[31m it", "stack", "    at find (a.js:1:2)\n    at list (b.js:3:4)", "source", "a.b.c\n  ^")
	log.Debug("not told")
	log.Info("listening", "url", "http://127.0.0.1:8080")
	got := regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d `).ReplaceAllString(out.String(), "")
	want := `ERR a handler failed bean=users request.path=/users/7
    a.b.c
      ^
        at find (a.js:1:2)
        at list (b.js:3:4)
    hint: mend�[31m it
INF listening url=http://127.0.0.1:8080
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestJSONLogWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	newLogger(process{err: &out}, app.LogSettings{Level: "warn"}).Warn("careful", slog.Int("n", 1))
	if !regexp.MustCompile(`^\{"time":"[^"]+","level":"WARN","msg":"careful","n":1\}\n$`).Match(out.Bytes()) {
		t.Errorf("got %s", out.Bytes())
	}
}
