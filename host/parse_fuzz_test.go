package host

import (
	"bufio"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/valyala/fasthttp"
)

// FuzzTarget: routing, scripts and the log see the same path of a target, and that path, sent again, is unchanged.
func FuzzTarget(f *testing.F) {
	for _, seed := range []string{
		"/", "/admin", "/api/admin/", "/a?b=c", "/%61dmin", "/a//b", "/..;/x", "http://h/a?b", "//h/a", "*", "/a#b", "/\xff", "/a%00", "/api", "/apix",
	} {
		f.Add(seed, "")
		f.Add(seed, "/api")
	}
	f.Fuzz(func(t *testing.T, target, context string) {
		context, err := ContextPath(context)
		if target == "" || err != nil {
			return
		}
		server := &Server{settings: Settings{ContextPath: context}}
		look := func(target string) (*exchange, *problem) {
			x := &exchange{req: request{server: server, table: &table{}, ctx: prepared("GET", target, "")}}
			x.req.ctx.Request.Header.SetRequestURI(target)
			return x, x.req.readPath([]byte(target))
		}
		x, refused := look(target)
		if refused != nil {
			if x.req.fullPath != "" || refused.status != 400 {
				t.Fatalf("%q is refused with %d, and is %q", target, refused.status, x.req.fullPath)
			}
			return
		}
		path, inside := inContext(x.req.fullPath, context)
		if !inside {
			return
		}
		x.req.path = path
		closed := strings.TrimSuffix(path, "/") + pathEnd
		view := &requestView{req: &x.req, body: &x.body}
		if x.req.closedPath() != closed || x.req.loggedPath() != x.req.fullPath || view.URI() != x.req.fullPath {
			t.Fatalf("%q is %q to routes, %q to scripts, %q in the log", target, x.req.closedPath(), view.URI(), x.req.loggedPath())
		}
		again, refused := look((&url.URL{Path: x.req.fullPath}).EscapedPath())
		if refused != nil || again.req.fullPath != x.req.fullPath {
			t.Fatalf("%q is %q, and that is %q", target, x.req.fullPath, again.req.fullPath)
		}
	})
}

// FuzzQuery: scripts see what the standard library reads from a query; invalid escapes are text.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{
		"a=1&a=2", "a[]=1&a%5B%5D=2", "a+b=%20+", "=x&y", "a=1;b=2", "%", "a=%zz", "a=%ff", "__proto__=1", "a==b", "&&", "a=%00", "?a",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		if strings.ContainsFunc(query, func(r rune) bool { return r <= ' ' || r == '#' || r == 0x7f }) {
			return // refused earlier
		}
		x := &exchange{req: request{ctx: prepared("GET", "/?"+query, "")}}
		view := &requestView{req: &x.req, body: &x.body}
		if got := view.QueryString(); got != query {
			t.Fatalf("%q is given as %q", query, got)
		}
		got := view.QueryParams()
		var want [][2]string
		for pair := range strings.SplitSeq(query, "&") {
			name, value, _ := strings.Cut(pair, "=")
			name, nameErr := url.QueryUnescape(name)
			value, valueErr := url.QueryUnescape(value)
			if nameErr != nil || valueErr != nil {
				return // invalid escapes are text
			}
			if name != "" || value != "" {
				want = append(want, [2]string{name, value})
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q is read as %q, want %q", query, got, want)
		}
	})
}

// FuzzHeaders: whatever a head contains, the getters return without a panic, and return what it contains.
func FuzzHeaders(f *testing.F) {
	for _, seed := range []string{
		"X-A: 1\r\nx-a: 2", "Cookie: a=1; b=%41\r\nCookie: c", "Host: h:1", "Origin: null", "Forwarded: for=\"x",
		"X-Forwarded-For: 1.1.1.1", "A:\r\nB: \xff",
		"Content-Type: text/plain\r\nContent-Type: a/b",
	} {
		f.Add(seed)
	}
	policies := trusting(f, "unix", "0.0.0.0/0", "::/0")
	f.Fuzz(func(t *testing.T, head string) {
		if strings.Contains(head, "\r\n\r\n") {
			return
		}
		x := &exchange{req: request{table: &table{policies: policies}, ctx: new(fasthttp.RequestCtx), path: "/a", fullPath: "/a"}}
		if x.req.ctx.Request.Header.Read(bufio.NewReader(strings.NewReader("GET /a HTTP/1.1\r\n"+head+"\r\n\r\n"))) != nil {
			return
		}
		view := &requestView{req: &x.req, body: &x.body}
		for _, name := range []string{"Host", "cookie", "X-FORWARDED-FOR", "Content-Type"} {
			for _, value := range view.Header(name) {
				if !strings.Contains(strings.ToLower(head), strings.ToLower(name)) || !strings.Contains(head, value) && !strings.Contains(head, "\n") {
					t.Fatalf("%q has the header %q: %q", head, name, value)
				}
			}
		}
		view.Cookies()
		view.RemoteAddr()
		if address, host := view.URL(), view.Host(); address != "" {
			parsed, err := url.Parse(address)
			if err != nil || parsed.Host != host || parsed.Scheme != view.Scheme() || !utf8.ValidString(address) {
				t.Fatalf("%q leads to %q: %v", head, address, err)
			}
		}
	})
}
