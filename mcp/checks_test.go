package mcp

import (
	"errors"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestAcceptsJSON: the most specific range that includes JSON decides.
func TestAcceptsJSON(t *testing.T) {
	for accept, want := range map[string]bool{
		"application/json": true, "*/*": true, "application/*": true, "application/json, text/event-stream": true,
		"text/event-stream, application/json;q=0.1": true,
		"APPLICATION/JSON":                          true, "application/json; charset=utf-8": true, " application/json ": true,
		"text/html,*/*;q=0.001":    true,
		"*/*;q=0,application/json": true, "application/*;q=0, application/json;q=1, */*;q=0": true, "nonsense;;, application/json": true,
		"application/json;q=0": false, "application/json;q=0.000": false, "*/*, application/json;q=0": false, "application/json;q=0, */*": false,
		"*/*, application/*;q=0": false,
		"text/event-stream":      false, "text/*": false, "application/jsonl": false, "application/vnd.api+json": false, "json": false, "*": false,
		"": false, ",": false,
		"application/xml, text/html": false,
	} {
		if got := acceptsJSON(accept); got != want {
			t.Errorf("%q: %v, want %v", accept, got, want)
		}
	}
}

// TestIsJSON: UTF-8 is the only charset of JSON.
func TestIsJSON(t *testing.T) {
	for contentType, want := range map[string]bool{
		"application/json": true, "application/json; charset=utf-8": true, "application/json;charset=UTF-8": true, "Application/Json": true,
		`application/json; charset="utf-8"`: true,
		"application/json; charset=utf-16":  false, "application/json-seq": false, "text/json": false, "application/vnd.x+json": false, "": false,
		"json": false, "application/json;;=": false,
	} {
		if got := isJSON([]byte(contentType)); got != want {
			t.Errorf("%q: %v, want %v", contentType, got, want)
		}
	}
}

// TestAllowedHosts: by default the names of this machine are allowed, with any port; other names if they are
// configured.
func TestAllowedHosts(t *testing.T) {
	for _, c := range []struct {
		allowed []string
		host    string
		want    bool
	}{
		{nil, "localhost", true},
		{nil, "localhost:8080", true},
		{nil, "LocalHost:8080", true},
		{nil, "127.0.0.1:1", true},
		{nil, "[::1]", true},
		{nil, "[::1]:8080", true},
		{nil, "evil.example.com", false},
		{nil, "localhost.example.com", false},
		{nil, "127.0.0.1.example.com", false},
		{nil, "[::2]:8080", false},
		{nil, "0.0.0.0:8080", false},
		{nil, "", false},
		{[]string{"api.example.com"}, "api.example.com:8443", true},
		{[]string{" API.example.com "}, "api.example.com", true},
		{[]string{"api.example.com"}, "localhost", false},
		{[]string{"api.example.com:8443"}, "api.example.com:8443", true},
		{[]string{"api.example.com:8443"}, "api.example.com", false},
		{[]string{"*"}, "whatever.example.com", true},
		{[]string{"*.example.com"}, "api.example.com", false},
	} {
		s := newServer(t, offer(), Settings{AllowedHosts: c.allowed})
		if got := s.isAllowedHost([]byte(c.host)); got != c.want {
			t.Errorf("%v, asked by %q: %v", c.allowed, c.host, got)
		}
	}
}

// TestOrigins: origins of the settings may be in any case, with one slash at the end; what is sent may not.
func TestOrigins(t *testing.T) {
	set := originsOf([]string{" https://A.example.com/", "http://localhost:3000"})
	for origin, want := range map[string]bool{
		"https://a.example.com":     true,
		"https://A.example.com":     true,
		"HTTPS://a.example.com":     false,
		"https://a.example.com/":    false,
		"https://A.example.com/":    false,
		"https://a.example.com:443": false,
		"http://a.example.com":      false,
		"http://localhost:3000":     true,
		"http://localhost:3000/":    false,
	} {
		if set[origin] != want {
			t.Errorf("%s: %v", origin, set[origin])
		}
	}
}

// TestUnreadableBodies: each error while a message arrives has its own answer.
func TestUnreadableBodies(t *testing.T) {
	s := newServer(t, offer(&manifest.Tool{Name: "a"}), Settings{})
	for _, c := range []struct {
		err    error
		status int
	}{
		{fault.New("test", fault.TooLarge, "x"), 413},
		{fault.New("test", fault.Timeout, "x"), 408},
		{fault.New("test", fault.Invalid, "x"), 400},
		{errors.New("x"), 400},
	} {
		x := post(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		x.bodyErr = c.err
		x.to(s)
		if x.status != c.status || !strings.HasPrefix(x.answer, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`) ||
			x.contentType != "application/json" {
			t.Errorf("%v: %d %s", c.err, x.status, x.answer)
		}
	}
}

// TestDefaultLimit: a message may be 1 MiB.
func TestDefaultLimit(t *testing.T) {
	s := newServer(t, offer(&manifest.Tool{Name: "a"}), Settings{})
	message := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for size, status := range map[int]int{1 << 20: 200, 1<<20 + 1: 413} {
		if x := post(message + strings.Repeat(" ", size-len(message))).to(s); x.status != status {
			t.Errorf("%d bytes: %d", size, x.status)
		}
	}
}

// TestRefuseCodes: every status has a body of JSON-RPC.
func TestRefuseCodes(t *testing.T) {
	for status, want := range map[int]string{
		401: `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a \"b\""}}`,
		503: `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"a \"b\""}}`,
	} {
		if contentType, body := Refuse(status, `a "b"`); contentType != "application/json" || string(body) != want {
			t.Errorf("%d: %s %s", status, contentType, body)
		}
	}
}
