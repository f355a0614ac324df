package host

import (
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/host/cors"
)

func corsPolicies(t testing.TB, rules ...cors.Rule) Policies {
	t.Helper()
	policy, mistakes := cors.New(rules)
	for _, m := range mistakes {
		t.Fatal(m)
	}
	return Policies{CORS: policy}
}

// shared returns the headers of CORS in a response, and Vary, in short: "allow-origin=*; vary=Origin".
func shared(got reply) string {
	var list []string
	for name, values := range got.header {
		if short, ok := strings.CutPrefix(name, "Access-Control-"); ok || name == "Vary" {
			list = append(list, strings.ToLower(short)+"="+strings.Join(values, ", "))
		}
	}
	slices.Sort(list)
	return strings.Join(list, "; ")
}

func TestCORS(t *testing.T) {
	r := start(t, fakeRoutes("GET /public/a", "GET /users/{id}", "PUT /users/{id}", "GET /closed"), Settings{
		ContextPath: "/api",
		Policies: corsPolicies(t,
			cors.Rule{Path: "/public/**", Origins: []string{"*"}, Exposed: []string{"*"}},
			cors.Rule{Path: "/closed"},
			cors.Rule{
				Origins: []string{"https://a.example"}, Headers: []string{"X-A"}, Exposed: []string{"X-Total"}, Credentials: true,
				PrivateNetwork: true,
			}),
	})
	const preflightVary = "vary=Origin, Access-Control-Request-Method, Access-Control-Request-Headers"
	const granted = "allow-credentials=true; allow-methods=GET, HEAD, POST, PUT, PATCH, DELETE; allow-origin=https://a.example; max-age=0; " +
		preflightVary
	const readable = "allow-credentials=true; allow-origin=https://a.example; expose-headers=X-Total; "
	for _, c := range []struct {
		line    string
		headers string // separated by |
		status  int
		want    string
	}{
		// Reading.
		{"GET /api/users/1", "", 200, "vary=Origin"},
		{"GET /api/users/1", "Origin: https://a.example", 200, readable + "vary=Origin"},
		{"GET /api/users/1", "Origin: https://evil.example", 200, "vary=Origin"},
		{"GET /api/users/1", "Origin: null", 200, "vary=Origin"},
		{"HEAD /api/users/1", "Origin: https://a.example", 200, readable + "vary=Origin"},
		{"GET /api/nothing", "Origin: https://a.example", 404, readable + "vary=Accept, Origin"},
		{"DELETE /api/users/1", "Origin: https://a.example", 405, readable + "vary=Accept, Origin"},
		{"GET /api/users/%2f", "Origin: https://a.example", 400, readable + "vary=Accept, Origin"},
		{"GET /other", "Origin: https://a.example", 404, readable + "vary=Accept, Origin"},
		{"GET /api/public/a", "", 200, "allow-origin=*; expose-headers=*"},
		{"GET /api/public/a", "Origin: https://b.example", 200, "allow-origin=*; expose-headers=*"},
		{"GET /api/closed", "Origin: https://a.example", 200, ""},

		// Preflights.
		{"OPTIONS /api/users/1", "Origin: https://a.example|Access-Control-Request-Method: PUT", 204, granted},
		{
			"OPTIONS /api/users/1", "Origin: https://a.example|Access-Control-Request-Method: PUT|Access-Control-Request-Headers: x-a", 204,
			"allow-credentials=true; allow-headers=x-a; " + strings.TrimPrefix(granted, "allow-credentials=true; "),
		},
		{
			"OPTIONS /api/users/1", "Origin: https://a.example|Access-Control-Request-Method: PUT|Access-Control-Request-Private-Network: true", 204,
			strings.Replace(granted, "max-age", "allow-private-network=true; max-age", 1),
		},
		{"OPTIONS /api/nothing", "Origin: https://a.example|Access-Control-Request-Method: GET", 204, granted},
		{
			"OPTIONS /api/public/a", "Origin: https://b.example|Access-Control-Request-Method: DELETE|Access-Control-Request-Private-Network: true", 204,
			"allow-methods=GET, HEAD, POST, PUT, PATCH, DELETE; allow-origin=*; max-age=0; " + preflightVary,
		},

		// OPTIONS that is not a preflight.
		{"OPTIONS /api/users/1", "", 204, preflightVary},
		{"OPTIONS /api/users/1", "Origin: https://a.example", 204, readable + preflightVary},
		{"OPTIONS /api/closed", "Origin: https://a.example|Access-Control-Request-Method: GET", 204, ""},
		{
			"OPTIONS /other", "Origin: https://a.example|Access-Control-Request-Method: GET", 404,
			readable + "vary=Accept, Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
		},
	} {
		var headers []string
		if c.headers != "" {
			headers = strings.Split(c.headers, "|")
		}
		got := r.ask(c.line, "", headers...)
		if text := shared(got); got.status != c.status || text != c.want {
			t.Errorf("%s %s: got %d %s, want %d %s", c.line, c.headers, got.status, text, c.status, c.want)
		}
	}
	for _, refused := range []string{
		"Origin: https://evil.example|Access-Control-Request-Method: PUT",
		"Origin: https://a.example.evil.example|Access-Control-Request-Method: PUT",
		"Origin: https://a.example|Access-Control-Request-Method: TRACE",
		"Origin: https://a.example|Access-Control-Request-Method: put",
		"Origin: https://a.example|Access-Control-Request-Method: BREW",
		"Origin: https://a.example|Access-Control-Request-Method: PUT|Access-Control-Request-Headers: x-a,x-b",
	} {
		got := r.ask("OPTIONS /api/users/1", "", strings.Split(refused, "|")...)
		if text := shared(got); got.status != 403 || text != "vary=Accept, "+preflightVary[len("vary="):] {
			t.Errorf("%s: got %d %s", refused, got.status, text)
		}
	}
}

// TestCORSIsNothingByDefault: without rules there are no headers of CORS, and preflights are not answered.
func TestCORSIsNothingByDefault(t *testing.T) {
	r := start(t, fakeRoutes("GET /a"), Settings{})
	for _, line := range []string{"GET /a", "OPTIONS /a", "GET /b"} {
		got := r.ask(line, "", "Origin: https://a.example", "Access-Control-Request-Method: GET")
		if text := strings.TrimPrefix(shared(got), "vary=Accept"); text != "" {
			t.Errorf("%s: %s", line, text)
		}
	}
	if got := r.ask("OPTIONS /a", "", "Origin: https://a.example",
		"Access-Control-Request-Method: GET"); got.header.Get("Allow") != "GET, HEAD, OPTIONS" {
		t.Errorf("OPTIONS says %v", got.header)
	}
}

func TestPoliciesAreOfAGeneration(t *testing.T) {
	app := fakeRoutes("GET /a")
	r := start(t, app, Settings{Policies: corsPolicies(t, cors.Rule{Origins: []string{"https://old.example"}})})
	drained, err := r.Swap(app, corsPolicies(t, cors.Rule{Origins: []string{"https://new.example"}}))
	if err != nil {
		t.Fatal(err)
	}
	<-drained
	for origin, want := range map[string]string{
		"https://old.example": "vary=Origin", "https://new.example": "allow-origin=https://new.example; vary=Origin",
	} {
		if got := shared(r.ask("GET /a", "", "Origin: "+origin)); got != want {
			t.Errorf("%s: got %s", origin, got)
		}
	}
}

const sharingApp = `
@RestController
export class C {
  @GetMapping("/own") own() { return ResponseEntity.ok("x").withHeader("Access-Control-Allow-Origin", "https://b.example"); }
  @GetMapping("/vary") vary() { return ResponseEntity.ok("x").withHeader("Vary", "Cookie"); }
  @GetMapping("/fails") fails() { throw new Error("broken"); }
  @GetMapping("/stream") async *stream() { yield "a"; yield "b"; }
}
`

func TestCORSAndScripts(t *testing.T) {
	r := start(t, boot(t, sharingApp, vm.Options{}), Settings{Policies: corsPolicies(t, cors.Rule{Origins: []string{"https://a.example"}})})
	for path, want := range map[string]string{
		"/own":    "allow-origin=https://b.example; vary=Origin",
		"/vary":   "allow-origin=https://a.example; vary=Cookie, Origin",
		"/fails":  "allow-origin=https://a.example; vary=Accept, Origin",
		"/stream": "allow-origin=https://a.example; vary=Origin, Accept-Encoding",
	} {
		if got := shared(r.ask("GET "+path, "", "Origin: https://a.example")); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}
