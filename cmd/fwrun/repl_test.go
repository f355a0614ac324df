package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
)

func TestDotCommands(t *testing.T) {
	for line, want := range map[string][]string{
		".help": {".help", ""}, "  .exit ;": {".exit", ""}, ".get /a?b=c d ;": {".get", "/a?b=c d"}, ".post /a {\"b\": 1}": {".post", `/a {"b": 1}`},
		".5": nil, "a.help": nil, ".": nil, "..": nil, ".helpMe()": nil, "": nil,
	} {
		if isDotCommand(line) != (want != nil) {
			t.Errorf("%q: got %v", line, isDotCommand(line))
		} else if want != nil {
			if got := dotCommand.FindStringSubmatch(line)[1:]; !slices.Equal(got, want) {
				t.Errorf("%q: got %q", line, got)
			}
		}
	}
	names := dotNames()
	if !slices.Contains(names, ".help") || !slices.Contains(names, ".delete") || len(names) != len(dotCommands) {
		t.Errorf("got %q", names)
	}
	if orLast("") != "_" || orLast("rows") != "rows" {
		t.Error("what .table shows")
	}
}

func TestReadable(t *testing.T) {
	for want, r := range map[string]app.Response{
		"{\n  \"a\": 1\n}": {ContentType: "application/problem+json", Body: []byte(`{"a":1}`)},
		`{"a":1`:           {ContentType: "application/json", Body: []byte("{\"a\":1\n\n")},
		"text":             {ContentType: "text/plain", Body: []byte("text\n")},
		"(3 bytes)":        {ContentType: "image/png", Body: []byte{0xff, 0, 1}},
		"":                 {},
	} {
		if got := readable(r); got != want {
			t.Errorf("%s %q: got %q, want %q", r.ContentType, r.Body, got, want)
		}
	}
}

func TestPlainLines(t *testing.T) {
	l := newPlainLines(strings.NewReader("one\r\n\ntwo"))
	for _, want := range []string{"one", "", "two"} {
		if got, err := l.next(false); err != nil || got != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	if got, err := l.next(true); !errors.Is(err, io.EOF) || got != "" {
		t.Errorf("behind the end: %q, %v", got, err)
	}
}

func TestHistory(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state", "fwrun", "repl-history")
	h := openHistory(name)
	if len(h.lines) != 0 {
		t.Errorf("a new history has %q", h.lines)
	}
	for i := range maxHistory + 2 {
		h.add(fmt.Sprint("line ", i))
	}
	if err := h.close(); err != nil {
		t.Fatal(err)
	}
	h = openHistory(name)
	defer func() { _ = h.close() }()
	if len(h.lines) != maxHistory || h.lines[0] != "line 2" || h.lines[maxHistory-1] != fmt.Sprint("line ", maxHistory+1) {
		t.Errorf("%d lines, from %s", len(h.lines), h.lines[0])
	}
	text, err := os.ReadFile(name)
	if err != nil || strings.Count(string(text), "\n") != maxHistory {
		t.Errorf("the file has %d lines, %v", strings.Count(string(text), "\n"), err)
	}
	none := openHistory("")
	if none.add("x"); none.close() != nil {
		t.Error("there need not be a file")
	}
}

func TestHistoryFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders have other names")
	}
	for want, env := range map[string][]string{
		"":                                      nil,
		"/s/fwrun/repl-history":                 {"XDG_STATE_HOME=/s", "HOME=/h"},
		"/h/.local/state/fwrun/repl-history":    {"XDG_STATE_HOME=relative", "HOME=/h"},
		"/home/.local/state/fwrun/repl-history": {"HOME=/home"},
	} {
		if got := historyFile(process{env: env}); got != want {
			t.Errorf("%q: got %q, want %q", env, got, want)
		}
	}
}
