package host

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/manifest"
)

// routesOf makes routes from lines such as "GET,POST /users/{id}"; "*" means every method.
func routesOf(lines ...string) []*route {
	var routes []*route
	for _, line := range lines {
		methods, path, _ := strings.Cut(line, " ")
		r := &route{name: line, path: path, segments: manifest.Segments(path)}
		if methods != "*" {
			r.methods = strings.Split(methods, ",")
		}
		routes = append(routes, r)
	}
	return routes
}

func mustMatch(t testing.TB, lines ...string) *matcher {
	t.Helper()
	m, err := newMatcher(routesOf(lines...))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func closePath(path string) string { return strings.TrimSuffix(path, "/") + pathEnd }

func (m *matcher) nameAt(method, path string) string {
	if r := m.find(method, closePath(path), new(fasthttp.RequestCtx)); r != nil {
		return r.name
	}
	return ""
}

func TestMatch(t *testing.T) {
	m := mustMatch(t,
		"GET /",
		"GET /users/me",
		"GET /users/me/posts",
		"GET /users/{id}",
		"GET /users/{user}/friends",
		"DELETE /users/{id}",
		"POST /users/metadata/{key}",
		"GET /files/{path:*}",
		"GET /files/readme",
		"GET /files/{name}/size",
		"* /any/{x}",
		"PUT /{a}/{b}/{c}/{d}",
		"GET /café/日本",
		"GET /café/日曜",
		"GET /docs/{name}.{ext}",
		"GET /docs/{name}.pdf",
		"GET /docs/{name}",
		"GET /docs/index.html",
		"POST /docs/{name}.{ext}/x",
		"PUT /v{major}.{minor}/{x:*}",
		"GET /{a}.{b}/size",
		"GET /{file}.txt",
	)
	for _, c := range [][2]string{
		{"GET /", "GET /"},
		{"GET /users/me", "GET /users/me"},
		{"GET /docs/a.txt", "GET /docs/{name}.{ext}"},
		{"HEAD /docs/a.txt", "GET /docs/{name}.{ext}"},
		{"GET /docs/a.pdf", "GET /docs/{name}.pdf"},
		{"GET /docs/a", "GET /docs/{name}"},
		{"GET /docs/.a", "GET /docs/{name}"},
		{"GET /docs/index.html", "GET /docs/index.html"},
		{"POST /docs/a.b/x", "POST /docs/{name}.{ext}/x"},
		{"POST /docs/a.b", ""},
		{"PUT /v1.2", "PUT /v{major}.{minor}/{x:*}"},
		{"PUT /v1.2/a/b", "PUT /v{major}.{minor}/{x:*}"},
		{"PUT /v1/a", ""},
		{"GET /a.b/size", "GET /{a}.{b}/size"},
		{"GET /files/size", "GET /files/{path:*}"},
		{"GET /x.txt", "GET /{file}.txt"},
		{"GET /x.txt/size", "GET /{a}.{b}/size"},
		{"GET /users/m", "GET /users/{id}"},
		{"GET /users/met", "GET /users/{id}"},
		{"GET /users/5", "GET /users/{id}"},
		{"GET /users", ""},
		{"GET /users/me/posts", "GET /users/me/posts"},
		{"GET /users/me/friends", "GET /users/{user}/friends"},
		{"GET /users/5/friends", "GET /users/{user}/friends"},
		{"GET /users/5/posts", ""},
		{"DELETE /users/me", "DELETE /users/{id}"},
		{"POST /users/metadata/a", "POST /users/metadata/{key}"},
		{"GET /files", "GET /files/{path:*}"},
		{"GET /files/a", "GET /files/{path:*}"},
		{"GET /files/a/b/c", "GET /files/{path:*}"},
		{"GET /files/readme", "GET /files/readme"},
		{"GET /files/readme/x", "GET /files/{path:*}"},
		{"GET /files/readme/size", "GET /files/{name}/size"},
		{"GET /files/x/size/y", "GET /files/{path:*}"},
		{"TRACE /any/1", "* /any/{x}"},
		{"PUT /any/1", "* /any/{x}"},
		{"PUT /1/2/3/4", "PUT /{a}/{b}/{c}/{d}"},
		{"PUT /1/2/3", ""},
		{"GET /users/{id}", "GET /users/{id}"},
		{"GET /café/日曜", "GET /café/日曜"},
		{"GET /café/日", ""},
		{"HEAD /users/me/friends", "GET /users/{user}/friends"},
		{"GET /USERS/me", ""},
	} {
		method, path, _ := strings.Cut(c[0], " ")
		if got := m.nameAt(method, path); got != c[1] {
			t.Errorf("%s is answered by %q, want %q", c[0], got, c[1])
		}
	}
}

// TestManyBeginnings: routes that begin with literals of their own are found beside those with placeholders there.
func TestManyBeginnings(t *testing.T) {
	const many = 30
	lines := []string{
		"GET /shops/{id}", "GET /shops/{id}/orders", "GET /shops/{rest:*}", "GET /a/b/c/d/e/f/g/h/i/j/{id}",
		"GET /a/b/c/d/e/f/g/h/i/{x}/z",
	}
	for i := range many {
		lines = append(lines, fmt.Sprintf("GET /shops/s%d", i), fmt.Sprintf("GET /shops/s%d/orders/{id}", i))
	}
	m := mustMatch(t, lines...)
	for i := range many {
		for path, want := range map[string]string{
			"/shops/s%d": "GET /shops/s%d", "/shops/s%d/orders/7": "GET /shops/s%d/orders/{id}",
			"/shops/s%d/orders": "GET /shops/{id}/orders", "/shops/t%d": "GET /shops/{id}", "/shops/s%d/carts": "GET /shops/{rest:*}",
			"/a/b/c/d/e/f/g/h/i/j/%d": "GET /a/b/c/d/e/f/g/h/i/j/{id}", "/a/b/c/d/e/f/g/h/i/%d/z": "GET /a/b/c/d/e/f/g/h/i/{x}/z", "/a/b/c/%d": "",
		} {
			path, want := strings.ReplaceAll(path, "%d", fmt.Sprint(i)), strings.ReplaceAll(want, "%d", fmt.Sprint(i))
			if got := m.nameAt("GET", path); got != want {
				t.Errorf("%s is answered by %q, want %q", path, got, want)
			}
		}
	}
}

// TestManyRoutes: what a route takes to be added does not grow with the number of those that are there. One tree for all of them
// would take sixteen times as long for each.
func TestManyRoutes(t *testing.T) {
	each := func(n int) time.Duration {
		var lines []string
		for i := range n {
			lines = append(lines, fmt.Sprintf("GET /api/v1/c%d/{id}", i))
		}
		best := time.Hour
		for range 5 {
			start := time.Now()
			mustMatch(t, lines...)
			best = min(best, time.Since(start))
		}
		return best / time.Duration(n)
	}
	var few, many time.Duration
	for range 10 { // one round without much other work on the machine is enough
		if few, many = each(200), each(3200); many <= 6*few {
			return
		}
	}
	t.Errorf("a route takes %v to be added to 200 others, and %v to 3,200", few, many)
}

func TestHeadPrefersItsOwnRoute(t *testing.T) {
	m := mustMatch(t, "GET /a/{x}", "HEAD /a/{y}", "GET /a/b", "* /c")
	for path, want := range map[string]string{"/a/1": "HEAD /a/{y}", "/a/b": "GET /a/b", "/c": "* /c"} {
		if got := m.nameAt("HEAD", path); got != want {
			t.Errorf("HEAD %s is answered by %q, want %q", path, got, want)
		}
	}
}

func TestAllowed(t *testing.T) {
	m := mustMatch(t, "GET /users/me", "POST /users", "DELETE,PUT /users/{id}", "* /all", "TRACE /t")
	for path, want := range map[string]string{
		"/users/me": "GET, HEAD, PUT, DELETE, OPTIONS",
		"/users/1":  "PUT, DELETE, OPTIONS",
		"/users":    "POST, OPTIONS",
		"/all":      "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE",
		"/t":        "OPTIONS, TRACE",
		"/nowhere":  "",
	} {
		if got := m.allowed(closePath(path)); got != want {
			t.Errorf("%s allows %q, want %q", path, got, want)
		}
	}
	if got := mustMatch(t, "POST /a", "GET /b").allowedAnywhere(); got != "GET, HEAD, POST, OPTIONS" {
		t.Errorf("anywhere allows %q", got)
	}
}

func TestSameShapeTwice(t *testing.T) {
	for _, lines := range [][]string{
		{"GET /users/{id}", "GET /users/{name}"},
		{"GET /a", "* /a"},
		{"GET /f/{a:*}", "GET /f/{b:*}"},
	} {
		_, err := newMatcher(routesOf(lines...))
		if err == nil || !strings.Contains(err.Error(), lines[0]) || !strings.Contains(err.Error(), lines[1]) {
			t.Errorf("%v: got %v, want an error that names both", lines, err)
		}
	}
}

// slowMatch implements the rule of precedence alone: it returns the route whose segments are the most literal, compared
// from the left, among those that match.
func slowMatch(routes []*route, path string) *route {
	var best *route
	var bestRank []int
	for _, r := range routes {
		if rank, ok := rankOf(r.path, path); ok && (best == nil || slices.Compare(rank, bestRank) < 0) {
			best, bestRank = r, rank
		}
	}
	return best
}

var placeholders = regexp.MustCompile(`\\?\{[^{}]*\}`)

// rankOf returns the rank of each segment of a match: 0 for a literal, 1 for the end of both, up to 2000 for a mixed
// segment, less the more literal text it has, 4000 for a placeholder, 5000 for the rest.
func rankOf(pattern, path string) (rank []int, ok bool) {
	wanted, got := split(pattern), split(path)
	for i, segment := range wanted {
		literals := placeholders.ReplaceAllString(segment, "")
		switch {
		case strings.HasSuffix(segment, ":*}"):
			return append(rank, 5000), true
		case i >= len(got):
			return nil, false
		case literals != segment && literals != "":
			expression := placeholders.ReplaceAllString(regexp.QuoteMeta(segment), "(.+)")
			if !regexp.MustCompile("^" + expression + "$").MatchString(got[i]) {
				return nil, false
			}
			rank = append(rank, 2000-10*len(literals)+strings.Count(segment, "{"))
		case literals == "":
			rank = append(rank, 4000)
		case segment == got[i]:
			rank = append(rank, 0)
		default:
			return nil, false
		}
	}
	return append(rank, 1), len(wanted) == len(got)
}

func split(path string) []string {
	if path == "/" {
		return nil
	}
	return strings.Split(path[1:], "/")
}

// FuzzMatch makes routes and paths from few, similar segments and compares the matcher with slowMatch.
func FuzzMatch(f *testing.F) {
	f.Add([]byte("\x01\x02\x00\x01\x05\x00\x06\x00"), []byte("\x01\x02"))
	f.Add([]byte{1, 2, 0, 5, 3, 0, 1, 6, 0, 7, 0}, []byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, shapes, path []byte) {
		var routes []*route
		seen := map[string]bool{}
		for _, shape := range slices.Collect(splitBytes(shapes)) {
			r := &route{path: pathFrom(shape, true), methods: []string{"GET"}}
			r.segments = manifest.Segments(r.path)
			if r.name = r.path; !seen[shapeOf(r.segments)] && len(routes) < 40 {
				seen[shapeOf(r.segments)] = true
				routes = append(routes, r)
			}
		}
		m, err := newMatcher(routes)
		if err != nil {
			t.Fatal(err)
		}
		asked := pathFrom(path, false)
		want := ""
		if r := slowMatch(routes, asked); r != nil {
			want = r.name
		}
		if got := m.nameAt("GET", asked); got != want {
			t.Fatalf("%s is answered by %q, want %q, among %v", asked, got, want, fmt.Sprint(paths(routes)))
		}
	})
}

func paths(routes []*route) (list []string) {
	for _, r := range routes {
		list = append(list, r.path)
	}
	return list
}

// splitBytes splits at zeros.
func splitBytes(b []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		start := 0
		for i, c := range b {
			if c == 0 {
				if !yield(b[start:i]) {
					return
				}
				start = i + 1
			}
		}
		yield(b[start:])
	}
}

// pathFrom turns each byte into a segment; in routes some are placeholders.
func pathFrom(b []byte, isRoute bool) string {
	words := []string{"a", "ab", "abc", "b", "ü", "üb", "ab.c", "{x}", "a b", "a.b.c"}
	mixed := []string{"{v%d}.{w%d}", "a{v%d}", "{v%d}b", "a{v%d}.c", "{v%d}.{w%d}.c"}
	path := ""
	for i, c := range b[:min(len(b), 6)] {
		word := words[int(c)%len(words)]
		switch {
		case isRoute && c%5 == 0:
			word = fmt.Sprintf("{v%d}", i)
		case isRoute && c%7 == 0:
			word = strings.ReplaceAll(mixed[int(c)/7%len(mixed)], "%d", fmt.Sprint(i))
		case isRoute && c%11 == 0:
			return path + fmt.Sprintf("/{rest%d:*}", i)
		case isRoute && word == "{x}":
			word = "a"
		}
		path += "/" + word
	}
	if path == "" {
		return "/"
	}
	return path
}

func BenchmarkMatch(b *testing.B) {
	m := mustMatch(b, "GET /users", "GET /users/search", "GET /users/{id}", "PUT /users/{id}",
		"GET /users/{id}/posts/{post}")
	ctx := new(fasthttp.RequestCtx)
	for name, path := range map[string]string{
		"literal": closePath("/users/search"), "placeholder": closePath("/users/5"), "two": closePath("/users/5/posts/7"),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if m.find("GET", path, ctx) == nil {
					b.Fatal("not found")
				}
			}
		})
	}
}
