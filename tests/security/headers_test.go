package security

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tests/harness"
)

const protectedScript = `
import { GetMapping, HandlerInterceptor, HttpRestException, Interceptor, McpTool, PostMapping, RequestBody, ResponseEntity, RestController,
  RolesAllowed, Service } from "fwrun";

@Interceptor("^/watched$") export class Watch extends HandlerInterceptor {
  preHandle(request, response) { response.withHeader("referrer-policy", "origin"); return true; }
}
@Interceptor("^/refused$") export class Refuse extends HandlerInterceptor {
  preHandle() { return false; }
}
@Service export class Desk {
  /** Says hello. */
  @McpTool hello(): string { return "hello"; }
}
@RestController export class Api {
  @GetMapping("/json") json() { return { a: 1 }; }
  @GetMapping("/text") text() { return "a"; }
  @GetMapping("/page") page() { return ResponseEntity.ok().setBody("<p>a</p>").withContentType("text/html"); }
  @GetMapping("/nothing") nothing() { return ResponseEntity.noContent(); }
  @GetMapping("/away") away() { return ResponseEntity.status(302).withHeader("Location", "/json"); }
  @GetMapping("/items") *items() { yield { a: 1 }; yield { a: 2 }; }
  @GetMapping("/thrown") thrown() { throw new HttpRestException(409, "taken"); }
  @GetMapping("/failed") failed() { throw new Error("broken"); }
  @GetMapping("/watched") watched() { return 1; }
  @GetMapping("/refused") refused() { return 1; }
  @GetMapping("/guarded") @RolesAllowed("ADMIN") guarded() { return 1; }
  @GetMapping("/own") own() { return ResponseEntity.ok(1).withHeader("content-security-policy", "img-src *").withHeader("X-FRAME-OPTIONS",
    "SAMEORIGIN")
    .withHeader("Strict-Transport-Security", "max-age=1"); }
  @GetMapping("/sniffed") sniffed() { return ResponseEntity.ok(1).withHeader("x-content-type-options", "own"); }
  @GetMapping("/framed") framed() { return ResponseEntity.ok(1).withHeader("X-Frame-Options", "SAMEORIGIN"); }
  @PostMapping("/body") body(@RequestBody n: int) { return n; }
}
`

const protectedSettings = `
security:
  jwt: { issuer: shared, audience: shop, secret: "` + secretOfIssuer + `" }
  rules: [{ path: /closed, deny: true }]
  headers: { hsts: auto, frame: deny, content-type: nosniff, referrer: same-origin, csp: "default-src 'self'" }
server:
  trusted-proxies: [loopback]
  max-body-bytes: 1KiB
  static: { /files: public }
  cors: { origins: ["https://app.example.com"] }
management:
  endpoints: { enabled: true }
  endpoint: { health: { enabled: true } }
`

// TestHeadersThatProtect: answers of every kind have each header once, and what an answer says itself is left as it is.
func TestHeadersThatProtect(t *testing.T) {
	t.Parallel()
	f := startScriptWith(t, harness.Options{Settings: protectedSettings, Command: withPublicFile(t)}, protectedScript)
	token := signed(jwt.SigningMethodHS256, []byte(secretOfIssuer), hsHeader, claimsNow())
	const strict = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	for _, c := range []struct {
		request string // method, path and then headers, separated by "; "
		status  int
		other   map[string]string // than the configured ones
	}{
		{"GET /json", 200, nil},
		{"HEAD /json", 200, nil},
		{"OPTIONS /json", 204, nil},
		{"POST /json", 405, nil},
		{"GET /text", 200, nil},
		{"GET /page", 200, nil},
		{"GET /nothing", 204, nil},
		{"GET /away", 302, nil},
		{"GET /items", 200, nil},
		{"GET /thrown", 409, nil},
		{"GET /failed", 500, nil},
		{"GET /failed; Accept: text/html", 500, map[string]string{"Content-Security-Policy": strict}},
		{"GET /refused", 403, nil},
		{"GET /guarded", 401, nil},
		{"GET /guarded; Authorization: Bearer " + token, 403, nil},
		{"GET /json; Authorization: Bearer none", 401, nil},
		{"GET /closed", 401, nil},
		{"GET /gone", 404, nil},
		{"GET /gone; Accept: text/html", 404, map[string]string{"Content-Security-Policy": strict}},
		{"GET /a/../b", 400, nil},
		{"POST /body?large; Content-Type: application/json", 413, nil},
		{"POST /body; Content-Type: application/json", 400, nil},
		{"GET /files/a.css", 200, nil},
		{"GET /files/a.css; Range: bytes=0-1", 206, nil},
		{"GET /files/a.css; If-None-Match: *", 304, nil},
		{"GET /files/b.css", 404, nil},
		{"GET /files", 404, nil},
		{"GET /mcp", 405, nil},
		{"POST /mcp; Content-Type: text/plain", 415, nil},
		{"GET /actuator/health", 200, nil},
		{"OPTIONS /json; Origin: https://app.example.com; Access-Control-Request-Method: GET", 204, nil},
		{"OPTIONS /json; Origin: https://evil.example.com; Access-Control-Request-Method: GET", 403, nil},
		{"GET /watched", 200, map[string]string{"Referrer-Policy": "origin"}},
		{"GET /own", 200, map[string]string{
			"Content-Security-Policy": "img-src *", "X-Frame-Options": "SAMEORIGIN", "Strict-Transport-Security": "max-age=1",
		}},
		{"GET /framed", 200, map[string]string{"Content-Security-Policy": "default-src 'self'", "X-Frame-Options": "SAMEORIGIN"}},
	} {
		for _, scheme := range []string{"http", "https"} {
			want := map[string]string{
				"X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
				"Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
			}
			if scheme == "https" {
				want["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"
			}
			for name, value := range c.other {
				want[name] = value
			}
			response := f.through(t, scheme, c.request)
			if response.StatusCode != c.status {
				t.Errorf("%s: %d, not %d", c.request, response.StatusCode, c.status)
			}
			for _, name := range protecting {
				var lines []string
				if want[name] != "" {
					lines = []string{want[name]}
				}
				if got := response.Header.Values(name); !slices.Equal(got, lines) {
					t.Errorf("%s over %s: %s is %q, not %q", c.request, scheme, name, got, lines)
				}
			}
		}
	}
}

// protecting are the headers that tell browsers what to protect their users from.
var protecting = []string{"X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy", "Content-Security-Policy", "Strict-Transport-Security"}

// TestHeadersThatNobodyAskedFor: without their section only nosniff is sent, which an answer may replace and the section may leave out; and no
// proxy that is not trusted has the last one sent.
func TestHeadersThatNobodyAskedFor(t *testing.T) {
	t.Parallel()
	f := startScript(t, protectedScript)
	response := f.through(t, "https", "GET /json")
	for _, name := range protecting {
		var want []string
		if name == "X-Content-Type-Options" {
			want = []string{"nosniff"}
		}
		if got := response.Header.Values(name); !slices.Equal(got, want) {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	for _, request := range []string{"GET /nowhere", "POST /body; Content-Type: text/plain", "GET /actuator/health", "OPTIONS /json"} {
		if got := f.through(t, "http", request).Header.Values("X-Content-Type-Options"); !slices.Equal(got, []string{"nosniff"}) {
			t.Errorf("%s: %q", request, got)
		}
	}
	if got := f.through(t, "http", "GET /sniffed").Header.Values("X-Content-Type-Options"); !slices.Equal(got, []string{"own"}) {
		t.Errorf("an answer's own value became %q", got)
	}
	f = startScriptWith(t, harness.Options{Settings: "security: { headers: { enabled: false } }"}, protectedScript)
	if got := f.through(t, "http", "GET /json").Header.Values("X-Content-Type-Options"); got != nil {
		t.Errorf("it was left out, and is %q", got)
	}
	f = startScriptWith(t, harness.Options{Settings: "security: { headers: { enabled: true, frame: off, csp: off } }"}, protectedScript)
	response = f.through(t, "https", "GET /json")
	for _, name := range protecting {
		want := map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}[name]
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

// withPublicFile makes the command of an application that has a folder of files.
func withPublicFile(t *testing.T) func(name string, args ...string) *exec.Cmd {
	return func(name string, args ...string) *exec.Cmd {
		public := filepath.Join(args[1], "public")
		if err := os.Mkdir(public, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(public, "a.css"), []byte("p { color: red }"), 0o644); err != nil {
			t.Fatal(err)
		}
		return exec.Command(name, args...)
	}
}

// through sends a request, such as "GET /a; Accept: text/html", as a proxy does that was asked over a scheme.
func (f *server) through(t *testing.T, scheme, request string) *http.Response {
	t.Helper()
	parts := strings.Split(request, "; ")
	method, path, _ := strings.Cut(parts[0], " ")
	body := ""
	if strings.HasSuffix(path, "?large") {
		body = strings.Repeat("1", 2000)
	}
	asked, err := http.NewRequestWithContext(t.Context(), method, "http://"+f.Address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	asked.Header.Set("X-Forwarded-For", "192.0.2.1")
	asked.Header.Set("X-Forwarded-Proto", scheme)
	for _, header := range parts[1:] {
		name, value, _ := strings.Cut(header, ": ")
		asked.Header.Set(name, value)
	}
	response, err := harness.Client.Do(asked)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response
}
