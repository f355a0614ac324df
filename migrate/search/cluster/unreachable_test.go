package cluster_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// listen serves connections by a function.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer connection.Close()
				serve(connection)
			}()
		}
	}()
	return listener.Addr().String()
}

// reset reads a part of the request and resets the connection.
func reset(c net.Conn) {
	_, _ = c.Read(make([]byte, 10))
	_ = c.(*net.TCPConn).SetLinger(0)
}

// says reads a part of the request and writes a text.
func says(text string) func(net.Conn) {
	return func(c net.Conn) {
		_, _ = c.Read(make([]byte, 1<<16))
		_, _ = io.WriteString(c, text)
	}
}

// TestEachHostHasItsReason: what went wrong, and how to fix it, in one message.
func TestEachHostHasItsReason(t *testing.T) {
	secured := httptest.NewUnstartedServer(http.NotFoundHandler())
	secured.Config.ErrorLog = log.New(io.Discard, "", 0)
	secured.StartTLS()
	t.Cleanup(secured.Close)
	plain := (&hosts{t: t}).serve("plain", nil)
	waiting := listen(t, func(c net.Conn) { _, _ = io.Copy(io.Discard, c) })
	for _, c := range []struct {
		what, host string
		s          cluster.Settings
		want, hint string
	}{
		{"refused", dead(t), cluster.Settings{}, "can be reached: $H: connection refused", "start the cluster, or correct hosts"},
		{"unknown", "http://no-such-host.invalid:9200", cluster.Settings{}, "can be reached: $H: its name cannot be resolved", "correct hosts"},
		{
			"reset", "http://" + listen(t, reset),
			cluster.Settings{},
			"$H: it reset the connection; it may expect TLS",
			"write https:// in hosts, if the cluster uses TLS",
		},
		{
			"closed", "http://" + listen(t, says("")),
			cluster.Settings{},
			"answered: $H: it closed the connection without an answer; it may expect TLS",
			"write https:// in hosts",
		},
		{"not HTTP", "http://" + listen(t, says("220 mail.example.com ESMTP\r\n")), cluster.Settings{}, "$H: it does not answer in HTTP", ""},
		{"silent", "http://" + waiting, cluster.Settings{Timeout: 50 * time.Millisecond}, "answered: $H: no answer within 50ms (timeout)", "raise timeout"},
		{
			"no handshake", "https://" + waiting,
			cluster.Settings{ConnectTimeout: 50 * time.Millisecond},
			"can be reached: $H: no connection within 50ms (connect_timeout)", "raise connect_timeout",
		},
		{
			"no TLS", strings.Replace(plain, "http:", "https:", 1),
			cluster.Settings{},
			"can be reached: $H: it does not use TLS",
			"write http:// instead of https:// in hosts",
		},
		{
			"authority", secured.URL,
			cluster.Settings{},
			"can be reached: $H: its certificate is signed by an unknown authority",
			"name the authority's certificate with ca, or set ssl_verification: false",
		},
		{
			"cut off", "http://" + listen(t, says("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":")),
			cluster.Settings{},
			"answered: $H: its answer was cut off", "proxies and load balancers",
		},
		{
			"huge", "http://" + listen(t, says("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n{\"a\":")),
			cluster.Settings{},
			"answered: $H: its answer is longer than 256 MiB", "",
		},
	} {
		c.s.Hosts = []string{c.host}
		_, err := send(t, connect(t, c.s), http.MethodGet, "/x")
		u, _ := url.Parse(c.host)
		want := strings.ReplaceAll(c.want, "$H", u.Host)
		got := fault.Diagnose(err)[0]
		if !strings.Contains(got.Message, want) || !strings.Contains(got.Hint, c.hint) || strings.Count(got.Message, u.Host) != 1 {
			t.Errorf("%s: got %q, %q\nwant %q, %q", c.what, got.Message, got.Hint, want, c.hint)
		}
	}
}

// TestHostsShareTheMessage: several hosts are one line, and what helps against each is named once.
func TestHostsShareTheMessage(t *testing.T) {
	one, two := dead(t), dead(t)
	_, err := send(t, connect(t, cluster.Settings{Hosts: []string{one, two, "http://no-such-host.invalid:9200"}}), http.MethodPut, "/x")
	got := fault.Diagnose(err)[0]
	want := fmt.Sprintf(`no host of search connection "logs" can be reached: %s: connection refused; %s: connection refused; `+
		"no-such-host.invalid:9200: its name cannot be resolved", one[len("http://"):], two[len("http://"):])
	if got.Message != want || got.Hint != "start the cluster, or correct hosts" {
		t.Errorf("got %q, %q\nwant %q", got.Message, got.Hint, want)
	}
}

// TestBrokenAnswers: an answer that is not whole leaves the effect of a request open.
func TestBrokenAnswers(t *testing.T) {
	cut := listen(t, says("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":"))
	_, err := send(t, connect(t, cluster.Settings{Hosts: []string{"http://" + cut}}), http.MethodPut, "/x")
	lost, ok := errors.AsType[*cluster.UnansweredError](err)
	if !ok || lost.Error() != "PUT /x was sent and not answered, so it may have taken effect: "+cut+": its answer was cut off" {
		t.Errorf("got %v", err)
	}
	for body, want := range map[string]string{
		"":                "GET /x: 200 with an empty answer",
		`{"docs":[{"_id"`: "GET /x: 200 with an answer that was cut off",
		"It works!":       "GET /x: 200 with an answer that is not JSON",
		"<html><body>It":  "GET /x: 200 with a page of HTML",
		`<HTML lang="en"><title> It   works </title>`: `GET /x: 200 with a page of HTML, "It works"`,
		`{"a":1}`:                       "",
		strings.Repeat("[", 20_000_000): "GET /x: 200 with an answer that was cut off",
	} {
		h := &hosts{t: t}
		c := connect(t, cluster.Settings{Hosts: []string{h.serve("one", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })}})
		answer, err := send(t, c, http.MethodGet, "/x")
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(answer.Strange()); got != want && (want != "" || got != "<nil>") {
			t.Errorf("%.50q: got %.100s, want %s", body, got, want)
		}
		answer.Request.Text = true
		if text := answer.Strange(); (text == nil) != (body == `{"a":1}` || body == "It works!" || body == `{"docs":[{"_id"` ||
			strings.HasPrefix(body, "[[")) {
			t.Errorf("%.50q as a text: %v", body, text)
		}
	}
}

// TestProxies: by its URL, by the environment, by none, and what one says when it fails.
func TestProxies(t *testing.T) {
	h := &hosts{t: t}
	fine := h.serve("proxy", nil)
	environment := h.serve("environment", nil)
	denying := (&hosts{t: t}).serve("denying", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) })
	lost := (&hosts{t: t}).serve("lost", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, "cannot reach the upstream")
	})
	gone := dead(t)
	t.Setenv("HTTP_PROXY", environment) // read once in a process
	for _, c := range []struct {
		what, host, proxy string
		none              bool
		arrived           string // at one of the proxies
		want, hint        string
	}{
		{"named", "http://search.example.com:9200", fine, false, "proxy GET /x", "", ""},
		{"environment", "http://search.example.com:9200", "", false, "environment GET /x", "", ""},
		{"none", gone, "", true, "", "connection refused", ""},
		{
			"dead", "http://search.example.com:9200", gone, false, "", "search.example.com:9200: the proxy " + gone[len("http://"):] + ": connection refused",
			"set proxy: false",
		},
		{
			"dead, TLS", "https://search.example.com:9200", gone, false, "", "the proxy " + gone[len("http://"):] + ": connection refused",
			"set proxy: false",
		},
		{
			"dead, SOCKS", "https://search.example.com:9200", strings.Replace(gone, "http", "socks5", 1), false, "",
			"the proxy " + gone[len("http://"):] + ": connection refused", "set proxy: false",
		},
		{
			"denied", "http://search.example.com:9200", denying, false, "", `the proxy of search connection "logs" asks for a user and a password (407)`,
			"http://user:password@",
		},
		{"denied, TLS", "https://search.example.com:9200", denying, false, "", "asks for a user and a password (407)", "proxy: false"},
		{
			"lost", "http://search.example.com:9200", lost, false, "", "GET /x: 502 cannot reach the upstream",
			"the request went through the proxy " + lost[len("http://"):],
		},
		{"lost, TLS", "https://search.example.com:9200", lost, false, "", "refuses to connect: 502 Bad Gateway", "proxy: false"},
	} {
		s := cluster.Settings{Name: "logs", Hosts: []string{c.host}, Proxy: c.proxy, NoProxy: c.none}
		connected, err := cluster.Connect(s)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(connected.Close)
		answer, err := send(t, connected, http.MethodGet, "/x")
		if err == nil {
			err = connected.Explain(answer.Err())
		}
		if got := h.take(); got != c.arrived {
			t.Errorf("%s: at the proxies arrived %q, want %q", c.what, got, c.arrived)
		}
		if c.want == "" && err == nil {
			continue
		}
		if err == nil {
			t.Errorf("%s: no error", c.what)
			continue
		}
		if got := fault.Diagnose(err)[0]; !strings.Contains(got.Message, c.want) || !strings.Contains(got.Hint, c.hint) {
			t.Errorf("%s: got %q, %q\nwant %q, %q", c.what, got.Message, got.Hint, c.want, c.hint)
		}
	}
}

// TestPasswordsAreHidden: also when a server repeats what it was sent, in any form.
func TestPasswordsAreHidden(t *testing.T) {
	const password = "ge heim/100%"
	echo := func(w http.ResponseWriter, r *http.Request) {
		_, sent, _ := r.BasicAuth()
		w.Header().Set("Warning", `299 x "`+sent+`"`)
		w.WriteHeader(http.StatusBadRequest)
		_, _ = fmt.Fprintf(w, `{"error":{"type":%q,"reason":"%s %s %s %s"}}`, "t-"+sent, r.Header.Get("Authorization"), sent, url.QueryEscape(sent),
			url.PathEscape(sent))
	}
	base := (&hosts{t: t}).serve("one", echo)
	for what, s := range map[string]cluster.Settings{
		"of the connection": {Hosts: []string{base}, Username: "me", Password: password},
		"in the host":       {Hosts: []string{strings.Replace(base, "http://", "http://"+url.UserPassword("me", password).String()+"@", 1)}},
	} {
		c := connect(t, s)
		answer, err := send(t, c, http.MethodGet, "/x")
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprint(answer.Err(), c.Explain(answer.Err()), answer.Warnings)
		for _, form := range []string{password, url.QueryEscape(password), url.PathEscape(password), "bWU6Z2UgaGVpbS8xMDAl"} {
			if strings.Contains(text, form) {
				t.Errorf("%s: %s has %s", what, text, form)
			}
		}
		if !strings.Contains(text, "******") {
			t.Errorf("%s: the test is void: %s", what, text)
		}
	}
	c := connect(t, cluster.Settings{Hosts: []string{base}, Username: "me", Password: "in"})
	if got := c.Hide("index in [in]"); got != "index ****** [******]" {
		t.Errorf("a short password: %s", got)
	}
}
