package operations

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

var hostileSelectors = []string{
	"..", "../../..", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%5c..%5cetc", "%00", "a%00b", "%ff%fe", "%25", "%2525", "%0d%0aX-Injected:%20yes", "%20",
	"+", "~", ";", "a;b=c",
	"[", "[a", "(", "(a+)+$", "%7B*path%7D", "%7BtoMatch%7D", "*", "**", "a/b/c/d/e/f", "a%2Fb", "//", "'%20or%201=1--", "%3Cscript%3E",
	"$%7Bjndi:ldap://x%7D",
	"$%7Bshop.api-key%7D", "__proto__", "constructor", "toString", "ROOT", "null", "undefined", "-1", "99999999999999999999",
	"%F0%9F%8F%83", "%E2%80%AE",
	strings.Repeat("a", 4000), strings.Repeat("a/", 1500), strings.Repeat("%28a%7C", 600),
}

var hostileQueries = []string{
	"pattern=[", "pattern=(a%2B)%2B$", "pattern=" + strings.Repeat("(a|", 900), "pattern=" + strings.Repeat("a", 6000), "pattern=a{1000}{1000}",
	"pattern=%ff", "pattern=\\p{Foo}", "pattern=",
	"pattern=.*&pattern=[", "tag=x", "tag=:", "tag=a:b" + strings.Repeat("&tag=a:b", 600), "tag=" + strings.Repeat("a", 5000) + ":b",
	"includedNames=%00", "includedNames=" + strings.Repeat("a,", 2000),
	"seconds=-1", "seconds=1e9", "seconds=NaN", "seconds=", "seconds=0", "seconds=99999999999999999999", "limit=-1", "limit=99999999999999999999",
	"limit=x", "size=-1", "n=x", "debug=2", "type=..%2f..", "format=%00",
	"a=%zz", "&&&==&", ";", "%", strings.Repeat("a=b&", 1500),
}

var hostileBodies = []string{
	"", "{", "[]", "null", "7", `"DEBUG"`, `{"configuredLevel":"NOPE"}`, `{"configuredLevel":7}`, `{"configuredLevel":{}}`,
	`{"configuredLevel":"DEBUG","configuredLevel":"\ud800"}`,
	`{"__proto__":{"a":1}}`, "\x00\xff", strings.Repeat("[", 100_000), `{"ids":"` + strings.Repeat("a", 2<<20) + `"}`,
}

// TestHostileManagement: what no client would send is refused with a status of the client's mistakes, at each endpoint, and costs
// little.
func TestHostileManagement(t *testing.T) {
	app, folder, server := startManaged(t, "")
	links := linksOf(t, harness.Client, server)
	if len(links) < 2 {
		t.Fatalf("the links are %v", links)
	}
	before := 0
	socket := socketClient(folder)
	for name, href := range links {
		u, err := url.Parse(href)
		if err != nil {
			t.Fatal(err)
		}
		base, _, templated := strings.Cut(u.Path, "/{")
		if name == "self" || strings.Contains(strings.TrimPrefix(base, "/actuator/"), "/") {
			continue
		}
		if before == 0 {
			before = harness.ResidentSize(t, app.Cmd.Process.Pid)
		}
		for _, selector := range hostileSelectors {
			judgeHostile(t, harness.Client, http.MethodGet, server+base+"/"+selector, "")
			if name != "profile" { // the socket sends clients from /profile// to /profile, which takes its time
				judgeHostile(t, socket, http.MethodGet, "http://fwrun"+base+"/"+selector, "")
			}
		}
		for _, query := range hostileQueries {
			if name == "profile" && (query == "seconds=" || !strings.HasPrefix(query, "seconds=")) {
				continue // it would take its time, as it should
			}
			judgeHostile(t, harness.Client, http.MethodGet, server+base+"?"+query, "")
			if templated {
				judgeHostile(t, harness.Client, http.MethodGet, server+base+"/a?"+query, "")
			}
		}
		hostileBodiesTo(t, server+base)
	}
	unharmed(t, app)
	if text, _ := harness.Ask(t, harness.Client, http.MethodGet, server+"/hello", nil, ""); text != "hello" {
		t.Errorf("the application answers %q", text)
	}
	if grown := harness.ResidentSize(t, app.Cmd.Process.Pid) - before; grown > 150<<20 {
		t.Errorf("its memory has grown by %d MB", grown>>20)
	}
}

// hostileBodiesTo sends bodies to an endpoint, all of them with methods that it has.
func hostileBodiesTo(t *testing.T, target string) {
	t.Helper()
	_, response := harness.Ask(t, harness.Client, http.MethodOptions, target+"/hostile", nil, "")
	for _, method := range []string{http.MethodPost, http.MethodDelete, http.MethodPut, http.MethodPatch, "TRACE"} {
		bodies := hostileBodies
		if !strings.Contains(response.Header.Get("Allow"), method) {
			bodies = hostileBodies[:2]
		}
		for _, body := range bodies {
			judgeHostile(t, harness.Client, method, target+"/hostile", body)
			judgeHostile(t, harness.Client, method, target, body)
		}
	}
}

// judgeHostile sends a request, which must be answered soon and without an error of the server's.
func judgeHostile(t *testing.T, client *http.Client, method, target, body string) {
	t.Helper()
	request, err := http.NewRequest(method, target, strings.NewReader(body))
	if err != nil {
		return // such a target is not sent by net/http
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
	defer cancel()
	began := time.Now()
	response, err := client.Do(request.WithContext(ctx))
	if err != nil {
		t.Errorf("%s %.150s (%.40q): after %v: %v", method, target, body, time.Since(began), err)
		return
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, 8<<20))
	switch {
	case err != nil:
		t.Errorf("%s %.150s (%.40q): %v", method, target, body, err)
	case response.StatusCode >= 500:
		t.Errorf("%s %.150s (%.40q): %d %.300s", method, target, body, response.StatusCode, text)
	case response.Header.Get("X-Injected") != "":
		t.Errorf("%s %.150s: a header was injected", method, target)
	case response.StatusCode >= 400 && bytes.Contains(text, []byte("/usr/")), bytes.Contains(text, []byte("root:x:0")):
		t.Errorf("%s %.150s: %.300s", method, target, text)
	}
}

// TestHostilePaths: a path of an endpoint that cannot be one is a mistake in the settings, or it serves; it never takes a route's
// place.
func TestHostilePaths(t *testing.T) {
	bin := harness.Binary(t)
	for path, wanted := range map[string]string{
		"/hello": "is mapped to /hello, where", "hello": "", "/users": "is mapped to /users/{id}, where", "/": "must not be /, below", "": "",
		"/..": "is not a valid path", "../hello": "is not a valid path",
		"/a/../hello": "is not a valid path", "//hello": "", "/hello/": "is mapped to /hello, where", "/%68ello": "", "/{id}": "is not a valid path",
		"/*": "is not a valid path", "/a?b": "is not a valid path",
		"/a#b": "is not a valid path", "/a b": "", "/a\\b": "", "/ü": "", strings.Repeat("/a", 3000): "",
	} {
		folder := t.TempDir()
		harness.WriteFile(t, filepath.Join(folder, "app.js"), managed)
		command := exec.CommandContext(t.Context(), bin, "check", folder)
		command.Env = append(os.Environ(), "MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_BEANS_ENABLED=true",
			"MANAGEMENT_ENDPOINT_BEANS_PATH="+path)
		out, err := command.CombinedOutput()
		t.Logf("%.40q: %v\n%.300s", path, err, out)
		if wanted != "" && (err == nil || !strings.Contains(string(out), wanted)) || bytes.Contains(out, []byte("panic")) {
			t.Errorf("%.40q: %v\n%s", path, err, out)
		}
	}
}
