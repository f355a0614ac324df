package outbound

import (
	"bufio"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"
)

// proxy is a proxy that forwards all requests to one server, and records them.
type proxy struct {
	*httptest.Server
	to    string // host and port of that server
	mu    sync.Mutex
	asked []string
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	p := &proxy{to: to}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.asked = append(p.asked, r.Method+" "+r.URL.Host+" "+r.Header.Get("Proxy-Authorization"))
	p.mu.Unlock()
	there, err := net.Dial("tcp", p.to)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer there.Close()
	if r.Method != http.MethodConnect {
		p.pass(w, r, there)
		return
	}
	here, buffered, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer here.Close()
	_, _ = io.WriteString(here, "HTTP/1.1 200 Connected\r\n\r\n")
	go func() { _, _ = io.Copy(there, buffered) }()
	_, _ = io.Copy(here, there)
}

func (p *proxy) pass(w http.ResponseWriter, r *http.Request, there net.Conn) {
	r.Close = true
	if err := r.Write(there); err != nil {
		return
	}
	response, err := http.ReadResponse(bufio.NewReader(there), r)
	if err != nil {
		return
	}
	defer response.Body.Close()
	w.WriteHeader(response.StatusCode)
	_, _ = io.Copy(w, response.Body)
}

func (p *proxy) url(t *testing.T, user *url.Userinfo) *url.URL {
	t.Helper()
	u, err := url.Parse(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = user
	return u
}

func TestProxy(t *testing.T) {
	server, port := newHello(t)
	p := newProxy(t, server.Listener.Addr().String())
	except, _ := ParseHosts([]string{"127.0.0.0/8"})
	transport := New(Settings{Proxy: Proxy{URL: p.url(t, url.UserPassword("me", "pass")), Except: except}})
	if got, err := get(transport, "http://shop.example.com/"); err != nil || got != "hello" {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := get(transport, "http://127.0.0.1:"+port); err != nil || got != "hello" {
		t.Errorf("past the proxy: got %q, %v", got, err)
	}
	if want := []string{"GET shop.example.com Basic bWU6cGFzcw=="}; !slices.Equal(p.asked, want) {
		t.Errorf("the proxy was asked for %q", p.asked)
	}
}

// TestProxyTunnel: TLS passes through the proxy unread.
func TestProxyTunnel(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "secret") }))
	defer server.Close()
	p := newProxy(t, server.Listener.Addr().String())
	transport := New(Settings{Proxy: Proxy{URL: p.url(t, nil)}, CA: pemOf(server)})
	if got, err := get(transport, "https://example.com/"); err != nil || got != "secret" {
		t.Errorf("got %q, %v", got, err)
	}
	if want := []string{"CONNECT example.com:443 "}; !slices.Equal(p.asked, want) {
		t.Errorf("the proxy was asked for %q", p.asked)
	}
}

// TestProxyIsNoWayAround: hosts are checked before the request is sent to the proxy, and the
// proxy itself may have a private address.
func TestProxyIsNoWayAround(t *testing.T) {
	server, _ := newHello(t)
	p := newProxy(t, server.Listener.Addr().String())
	resolver := resolverOf(t, func(name string) []netip.Addr {
		switch name {
		case "public.example.com":
			return []netip.Addr{netip.MustParseAddr("203.0.114.1")}
		case "mixed.example.com":
			return []netip.Addr{netip.MustParseAddr("203.0.114.1"), netip.MustParseAddr("10.0.0.1")}
		}
		return nil
	})
	transport := New(Settings{ForbidPrivate: true, Proxy: Proxy{URL: p.url(t, nil)}, resolver: resolver})
	if got, err := get(transport, "http://public.example.com/"); err != nil || got != "hello" {
		t.Errorf("got %q, %v", got, err)
	}
	for _, host := range []string{"127.0.0.1", "169.254.169.254", "[::1]", "mixed.example.com"} {
		got, err := get(transport, "http://"+host+"/")
		if refused := new(PrivateAddressError); !errors.As(err, &refused) {
			t.Errorf("%s: got %q, %v", host, got, err)
		}
	}
	for _, host := range []string{"unknown.example.com", "2130706433", "0x7f.1"} {
		if got, err := get(transport, "http://"+host+"/"); err == nil {
			t.Errorf("%s: got %q", host, got)
		}
	}
	if len(p.asked) != 1 {
		t.Errorf("the proxy was asked for %q", p.asked)
	}
}

func pemOf(server *httptest.Server) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
}

func TestTLS(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }))
	server.Config.ErrorLog = quiet
	server.StartTLS()
	defer server.Close()
	for name, c := range map[string]struct {
		settings Settings
		want     bool
	}{
		"an unknown authority": {Settings{}, false},
		"a trusted one":        {Settings{CA: pemOf(server)}, true},
		"none is asked":        {Settings{Insecure: true}, true},
	} {
		got, err := get(New(c.settings), server.URL)
		if unknown := new(tls.CertificateVerificationError); (got == "hello") != c.want || !c.want && !errors.As(err, &unknown) {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

// TestHeaderTimeout: the timeout applies to a server that never answers, or answers byte by byte.
func TestHeaderTimeout(t *testing.T) {
	for name, write := range map[string]func(net.Conn){
		"never":          func(net.Conn) {},
		"byte by byte":   drip("HTTP/1.1 200 OK\r\nX-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
		"without an end": func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n") },
	} {
		t.Run(name, func(t *testing.T) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				defer conn.Close()
				if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
					write(conn)
					_, _ = io.Copy(io.Discard, conn) // until the client has gone
				}
			}()
			_, err = get(New(Settings{HeaderTimeout: 50 * time.Millisecond}), "http://"+listener.Addr().String())
			var timeout net.Error
			if !errors.As(err, &timeout) || !timeout.Timeout() {
				t.Errorf("got %v", err)
			}
			_ = listener.Close()
			<-ended
		})
	}
}

// drip writes a byte every few milliseconds.
func drip(text string) func(net.Conn) {
	return func(conn net.Conn) {
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for i := range text {
			<-tick.C
			if _, err := conn.Write([]byte{text[i]}); err != nil {
				return
			}
		}
	}
}

// TestMaxPerHost: no more connections are open than allowed, however many requests wait.
func TestMaxPerHost(t *testing.T) {
	var mu sync.Mutex
	var open, most int
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		mu.Lock()
		defer mu.Unlock()
		switch state {
		case http.StateNew:
			open++
			most = max(most, open)
		case http.StateClosed, http.StateHijacked:
			open--
		}
	}
	server.Start()
	defer server.Close()
	transport := New(Settings{MaxPerHost: 2})
	defer transport.CloseIdleConnections()
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if _, err := get(transport, server.URL); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	mu.Lock()
	defer mu.Unlock()
	if most == 0 || most > 2 {
		t.Errorf("%d connections were open", most)
	}
}

var quiet = log.New(io.Discard, "", 0)
