package host

import (
	"net"
	"strconv"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/host/forwarded"
)

func trusting(t testing.TB, proxies ...string) Policies {
	t.Helper()
	trust, err := forwarded.NewTrust(proxies, forwarded.Either)
	if err != nil {
		t.Fatal(err)
	}
	return Policies{Trust: trust}
}

func TestClient(t *testing.T) {
	proxy := &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 1000}
	socket := &net.UnixAddr{Name: "@", Net: "unix"}
	for _, c := range []struct {
		trusted string
		peer    net.Addr
		target  string
		headers string // separated by |
		want    string // address:port scheme host url
	}{
		{"", proxy, "/a", "", "10.0.0.1:1000 http host http://host/a"},
		{"", &net.TCPAddr{IP: net.IPv6loopback, Port: 7}, "/a", "", "::1:7 http host http://host/a"},
		{"", socket, "/a", "", "unknown http host http://host/a"},
		{"", proxy, "/a", "X-Forwarded-For: 192.0.2.1|X-Forwarded-Proto: https|X-Forwarded-Host: b", "10.0.0.1:1000 http host http://host/a"},
		{"10.0.0.0/8", proxy, "/a", "X-Forwarded-For: 192.0.2.1|X-Forwarded-Proto: https|X-Forwarded-Host: b", "192.0.2.1:0 https b https://b/a"},
		{"10.0.0.0/8", proxy, "/a", `Forwarded: for="[2001:db8::1]:9";proto=https`, "2001:db8::1:9 https host https://host/a"},
		{"10.0.0.0/8", proxy, "/a", `Forwarded: for=unknown;proto=https`, "unknown https host https://host/a"},
		{"10.0.0.0/8", proxy, "/a", `Forwarded: for=;`, "10.0.0.1:1000 http host http://host/a"},
		{"10.0.0.0/8", socket, "/a", "X-Forwarded-For: 192.0.2.1", "unknown http host http://host/a"},
		{"unix", socket, "/a", "X-Forwarded-For: 192.0.2.1:5", "192.0.2.1:5 http host http://host/a"},
		{"unix", proxy, "/a", "X-Forwarded-For: 192.0.2.1:5", "10.0.0.1:1000 http host http://host/a"},
		{"unix", pipe{}, "/a", "X-Forwarded-For: 192.0.2.1:5", "unknown http host http://host/a"},

		// The whole address.
		{"", proxy, "/%61/%C3%A9%20b/?x=%20&y", "", "10.0.0.1:1000 http host http://host/a/%C3%A9%20b?x=%20&y"},
		{"", proxy, "/", "Host: Shop.Example:8443", "10.0.0.1:1000 http shop.example:8443 http://shop.example:8443/"},
		{"", proxy, "/", "Host: evil/", "10.0.0.1:1000 http  "},
		{"", proxy, "http://other.example/b", "", "10.0.0.1:1000 http other.example http://other.example/b"},
		{"10.0.0.0/8", proxy, "/", "X-Forwarded-For: 192.0.2.1|X-Forwarded-Prefix: /shop", "192.0.2.1:0 http host http://host/shop"},
		{"10.0.0.0/8", proxy, "/a", "X-Forwarded-For: 192.0.2.1|X-Forwarded-Prefix: /shop", "192.0.2.1:0 http host http://host/shop/a"},
	} {
		x := &exchange{req: request{table: &table{policies: trusting(t, strings.Fields(c.trusted)...)}, ctx: prepared("GET", c.target, "")}}
		x.req.ctx.SetRemoteAddr(c.peer)
		for line := range strings.SplitSeq(c.headers, "|") {
			if name, value, ok := strings.Cut(line, ": "); ok {
				x.req.ctx.Request.Header.Set(name, value)
			}
		}
		if p := x.req.readPath(x.req.ctx.Request.Header.RequestURI()); p != nil {
			t.Fatal(p.detail)
		}
		view := &requestView{req: &x.req, body: &x.body}
		client := "unknown"
		if addr, port, ok := view.RemoteAddr(); ok {
			client = addr + ":" + strconv.Itoa(port)
		}
		if got := strings.Join([]string{client, view.Scheme(), view.Host(), view.URL()}, " "); got != c.want {
			t.Errorf("%q %v %s %s:\n got %s\nwant %s", c.trusted, c.peer, c.target, c.headers, got, c.want)
		}
	}
}

// pipe is an address that is neither TCP nor unix.
type pipe struct{}

func (pipe) Network() string { return "pipe" }
func (pipe) String() string  { return "pipe" }

// TestRequestUnknown: what is not known about a client is reported as unknown.
func TestRequestUnknown(t *testing.T) {
	ctx := prepared("GET", "/", "")
	ctx.Request.Header.SetHost("")
	view := &requestView{req: &request{table: &table{}, ctx: ctx, path: "/", fullPath: "/"}, body: &received{}}
	if addr, port, ok := view.RemoteAddr(); ok {
		t.Errorf("the client is %s:%d", addr, port)
	}
	if addr, ok := view.ServerAddr(); ok {
		t.Errorf("the server is %s", addr)
	}
	if host, address, query := view.Host(), view.URL(), view.QueryString(); host+address+query != "" {
		t.Errorf("host %q, URL %q, query %q", host, address, query)
	}
	view.close()
	if _, ok := view.RequestTime(); ok {
		t.Error("a request that is over has a time")
	}
}
