package outbound

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// resolverOf returns a resolver whose server answers questions for an IPv4 address; there are no
// IPv6 addresses.
func resolverOf(t *testing.T, answer func(name string) []netip.Addr) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		buffer := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			if reply, err := dnsReply(buffer[:n], answer); err == nil {
				_, _ = server.WriteTo(reply, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

func dnsReply(query []byte, answer func(name string) []netip.Addr) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(query); err != nil {
		return nil, err
	}
	question := m.Questions[0]
	m.Response, m.Authoritative, m.Additionals = true, true, nil
	addresses := answer(strings.ToLower(strings.TrimSuffix(question.Name.String(), ".")))
	if addresses == nil {
		m.RCode = dnsmessage.RCodeNameError
	}
	for _, a := range addresses {
		if question.Type == dnsmessage.TypeA {
			m.Answers = append(m.Answers, dnsmessage.Resource{
				Header: dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET},
				Body:   &dnsmessage.AResource{A: a.As4()},
			})
		}
	}
	return m.Pack()
}

func newHello(t *testing.T) (server *httptest.Server, port string) {
	t.Helper()
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }))
	t.Cleanup(server.Close)
	_, port, _ = net.SplitHostPort(server.Listener.Addr().String())
	return server, port
}

func get(transport http.RoundTripper, url string) (string, error) {
	response, err := (&http.Client{Transport: transport}).Get(url)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

// TestPrivateIsForbidden: a private address is forbidden in every notation.
func TestPrivateIsForbidden(t *testing.T) {
	_, port := newHello(t)
	resolver := resolverOf(t, func(name string) []netip.Addr {
		switch name {
		case "inside.example.com":
			return []netip.Addr{netip.MustParseAddr("127.0.0.1")}
		case "metadata.example.com":
			return []netip.Addr{netip.MustParseAddr("169.254.169.254")}
		}
		return nil
	})
	transport := New(Settings{ForbidPrivate: true, Proxy: Proxy{Off: true}, resolver: resolver})
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "0.0.0.0", "[::]", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]",
		"10.0.0.1", "169.254.169.254", "[fd00:ec2::254]", "[fe80::1]", "[::127.0.0.1]", "192.168.0.1", "224.0.0.1",
		"localhost", "inside.example.com", "INSIDE.example.com.", "metadata.example.com",
	} {
		body, err := get(transport, "http://"+host+":"+port+"/")
		if refused := new(PrivateAddressError); !errors.As(err, &refused) {
			t.Errorf("%s: got %q, %v", host, body, err)
		}
	}
	for _, host := range []string{"127.1", "2130706433", "0x7f000001", "017700000001", "0x7f.1"} { // neither addresses to Go, nor names
		if body, err := get(transport, "http://"+host+":"+port+"/"); err == nil {
			t.Errorf("%s: got %q", host, body)
		}
	}
}

func TestAllowedHosts(t *testing.T) {
	_, port := newHello(t)
	resolver := resolverOf(t, func(string) []netip.Addr { return []netip.Addr{netip.MustParseAddr("127.0.0.1")} })
	for entry, hosts := range map[string]map[string]bool{
		"127.0.0.0/8":         {"127.0.0.1": true, "any.example.com": true, "[::1]": false},
		"billing.example.com": {"billing.example.com": true, "other.example.com": false, "127.0.0.1": false},
		"*.example.com":       {"a.example.com": true, "example.com": false},
	} {
		allowed, err := ParseHosts([]string{entry})
		if err != nil {
			t.Fatal(err)
		}
		transport := New(Settings{ForbidPrivate: true, Allowed: allowed, Proxy: Proxy{Off: true}, resolver: resolver})
		for host, want := range hosts {
			if body, err := get(transport, "http://"+host+":"+port+"/"); (err == nil) != want {
				t.Errorf("%s allowed, %s: got %q, %v", entry, host, body, err)
			}
		}
	}
}

// TestRebinding: a name that is public when it is looked up is private when it is dialled.
func TestRebinding(t *testing.T) {
	_, port := newHello(t)
	var asked atomic.Int32
	resolver := resolverOf(t, func(string) []netip.Addr {
		if asked.Add(1) <= 2 { // one question for each kind of address
			return []netip.Addr{netip.MustParseAddr("203.0.114.1")}
		}
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}
	})
	transport := New(Settings{ForbidPrivate: true, Proxy: Proxy{Off: true}, resolver: resolver})
	if err := transport.guard.checkHost(context.Background(), "rebind.example.com"); err != nil {
		t.Fatal(err)
	}
	body, err := get(transport, "http://rebind.example.com:"+port+"/")
	if refused := new(PrivateAddressError); !errors.As(err, &refused) {
		t.Errorf("got %q, %v", body, err)
	}
}

// TestRedirectToPrivate: a redirect of an allowed host to a forbidden one fails.
func TestRedirectToPrivate(t *testing.T) {
	_, port := newHello(t)
	target := "http://127.0.0.1:" + port + "/"
	door := httptest.NewServer(http.RedirectHandler(target, http.StatusFound))
	defer door.Close()
	_, doorPort, _ := net.SplitHostPort(door.Listener.Addr().String())
	allowed, _ := ParseHosts([]string{"localhost"})
	transport := New(Settings{ForbidPrivate: true, Allowed: allowed, Proxy: Proxy{Off: true}})
	body, err := get(transport, "http://localhost:"+doorPort+"/")
	if refused := new(PrivateAddressError); !errors.As(err, &refused) {
		t.Errorf("got %q, %v", body, err)
	}
	if got, err := get(New(Settings{Proxy: Proxy{Off: true}}), door.URL); err != nil || got != "hello" {
		t.Errorf("nothing is forbidden: got %q, %v", got, err)
	}
}

func TestPrivateAddressErrorSaysWhat(t *testing.T) {
	address := netip.MustParseAddr("10.0.0.1")
	for host, want := range map[string]string{
		"10.0.0.1":    "10.0.0.1 is a private address, which http.client.private-addresses forbids",
		"db.internal": "db.internal is the private address 10.0.0.1, which http.client.private-addresses forbids",
	} {
		if got := (&PrivateAddressError{Host: host, Address: address}).Error(); got != want {
			t.Errorf("got %s", got)
		}
	}
}
