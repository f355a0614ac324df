package operations

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestManagementNegotiates: no header of a client makes an error of the server's, and none of them chooses the links.
func TestManagementNegotiates(t *testing.T) {
	app, _, server := startManaged(t, "")
	links := linksOf(t, harness.Client, server)
	for _, accept := range []string{
		"", "*", "*/*;q=0", "application/json;q=2", "application/json;q=NaN", "application/json;q=-1", ";;;,,,", "a", "/", "a/b/c",
		"text/plain;q=0.1, */*;q=0.0001",
		strings.Repeat("a/b,", 1000), "application/vnd.spring-boot.actuator.v3+json;charset=\"", "application/openmetrics-text;version=9", "text/html",
	} {
		for name, href := range links {
			if strings.Contains(href, "{") || name == "profile" {
				continue
			}
			text, response := harness.Ask(t, harness.Client, http.MethodGet, href, http.Header{"Accept": {accept}}, "")
			if s := response.StatusCode; s != http.StatusOK && s != http.StatusNotAcceptable && s != http.StatusServiceUnavailable {
				t.Errorf("%s, accept %.40q: %d %.200s", href, accept, s, text)
			}
		}
	}
	host := strings.TrimPrefix(server, "http://")
	for name, header := range map[string]http.Header{
		"X-Forwarded": {
			"X-Forwarded-For": {"10.0.0.1"}, "X-Forwarded-Host": {"evil.example.com"}, "X-Forwarded-Proto": {"https"},
			"X-Forwarded-Port": {"1"}, "X-Forwarded-Prefix": {"/evil"},
		},
		"Forwarded": {"Forwarded": {"for=10.0.0.1;host=evil.example.com;proto=https"}},
		"Original": {
			"X-Original-Url": {"/evil"}, "X-Rewrite-Url": {"/evil"}, "X-Http-Method-Override": {"DELETE"},
			"X-Forwarded-Server": {"evil.example.com"},
		},
	} {
		text, response := harness.Ask(t, harness.Client, http.MethodGet, server+"/actuator", header, "")
		if response.StatusCode != http.StatusOK || strings.Contains(text, "evil") || !strings.Contains(text, "http://"+host+"/actuator/") {
			t.Errorf("%s: %d %s", name, response.StatusCode, text)
		}
	}
	for _, name := range []string{`a"b`, "<script>", "a b", "a,b", "a/b", "a@b", `a\b`, "a:b:c", "[::1", "%00", "a\tb", strings.Repeat("a", 3000)} {
		text := rawRequest(t, host, "GET /actuator HTTP/1.1\r\nHost: "+name+"\r\nConnection: close\r\n\r\n")
		head, body, _ := strings.Cut(text, "\r\n\r\n")
		if strings.HasPrefix(head, "HTTP/1.1 5") || strings.HasPrefix(head, "HTTP/1.1 200") && !json.Valid([]byte(body)) {
			t.Errorf("Host %.40q: %.300s", name, text)
		}
	}
	unharmed(t, app)
}

// rawRequest sends bytes and returns the response, which ends with the connection.
func rawRequest(t *testing.T, host, text string) string {
	t.Helper()
	c, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(harness.Patience))
	_, _ = io.WriteString(c, text)
	response, err := io.ReadAll(c)
	if err != nil {
		t.Error(err)
	}
	return string(response)
}
