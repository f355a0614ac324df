package toolbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/devtools/toolbox"
	"github.com/fwrun/fwrun/platform/fault"
)

func box(t *testing.T) *toolbox.Server {
	t.Helper()
	const input = `{"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":false}`
	give := func(value any, err error) func(context.Context, json.RawMessage) (any, error) {
		return func(context.Context, json.RawMessage) (any, error) { return value, err }
	}
	s, err := toolbox.New(toolbox.Options{Name: "box", Version: "1", MaxBytes: 100, Tools: []toolbox.Tool{
		{
			Name: "echo", Description: "returns what it gets", Input: input, ReadOnly: true,
			Call: func(_ context.Context, a json.RawMessage) (any, error) { return a, nil },
		},
		{Name: "long", Input: input, Call: give(strings.Repeat("é", 1000), nil)},
		{Name: "markup", Input: input, Call: give(map[string]string{"a": "<b> & c"}, nil)},
		{Name: "hinted", Input: input, Call: give(nil, fault.New("x", fault.NotFound, "there is none").WithHint("make one"))},
		{Name: "failing", Input: input, Call: give(nil, errors.New("no"))},
		{Name: "strange", Input: input, Call: give(func() {}, nil)},
		{Name: "panicking", Input: input, Call: func(context.Context, json.RawMessage) (any, error) { panic("oh") }},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAnswers(t *testing.T) {
	s := box(t)
	for message, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`:                                                   `{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18"}}`: `"protocolVersion":"2025-06-18"`,
		`{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"1999-01-01"}}`: `"protocolVersion":"2025-11-25"`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`: `"name":"echo","description":"returns what it gets",` +
			`"inputSchema":{"type":"object"`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`:                                            `"code":-32601`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}`:                       `"code":-32602`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}`:                       `"text":"{}"`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":null}}`:      `"text":"{}"`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"n":1}}}`:   `"text":"{\"n\":1}"`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"n":"a"}}}`: `n: expected integer`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"m":1}}}`:   `"isError":true`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":[1]}}`:       `"isError":true`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"markup"}}`:                     `<b> & c`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hinted"}}`:                     `there is none\nmake one`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"failing"}}`:                    `"isError":true`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"strange"}}`:                    `"isError":true`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"panicking"}}`:                  `the tool panicking has failed: oh`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"long"}}`:                       `(cut: 100 of 2000 bytes)`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"echo"}`:                                `"code":-32602`,
		`{`: `"code":-32700`,
	} {
		_, body := s.Answer(t.Context(), []byte(message))
		if !strings.Contains(string(body), want) || !json.Valid(body) {
			t.Errorf("%s is answered with %s, which lacks %s", message, body, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "abc… (cut: 3 of 4 bytes)"}, {"aé", 2, "a… (cut: 1 of 3 bytes)"}, {"é", 1, "… (cut: 0 of 2 bytes)"}, {"", 0, ""},
	} {
		if got := toolbox.Cut(c.text, c.limit); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	s := box(t)
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"as it should be":       {func(*http.Request) {}, 200},
		"IPv6":                  {func(r *http.Request) { r.RemoteAddr, r.Host = "[::1]:5000", "[::1]:8080" }, 200},
		"a name of its own":     {func(r *http.Request) { r.Host = "app.localhost:8080" }, 200},
		"its own page":          {func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:8080") }, 200},
		"another machine":       {func(r *http.Request) { r.RemoteAddr = "192.0.2.1:5000" }, 403},
		"no address":            {func(r *http.Request) { r.RemoteAddr = "" }, 403},
		"another name":          {func(r *http.Request) { r.Host = "attacker.example.com:8080" }, 403},
		"a name like one of it": {func(r *http.Request) { r.Host = "localhost.example.com" }, 403},
		"another origin":        {func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:9090") }, 403},
		"an opaque origin":      {func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"two origins":           {func(r *http.Request) { r.Header["Origin"] = []string{"http://127.0.0.1:8080", "http://example.com"} }, 403},
		"across sites":          {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"a form":                {func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }, 415},
		"another method":        {func(r *http.Request) { r.Method = http.MethodGet }, 405},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/_fwrun/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		r.Host, r.RemoteAddr = "127.0.0.1:8080", "127.0.0.1:5000"
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
		c.change(r)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s: %d, want %d", name, w.Code, c.want)
		}
	}
}

func TestSchemaThatIsNone(t *testing.T) {
	if _, err := toolbox.New(toolbox.Options{Tools: []toolbox.Tool{{Name: "a", Input: "{"}}}); err == nil {
		t.Error("it was made")
	}
}
