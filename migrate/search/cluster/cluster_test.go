package cluster_test

import (
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// hosts are servers that note which of them got what.
type hosts struct {
	t    *testing.T
	mu   sync.Mutex
	seen []string
}

// serve starts a host. It answers as the function does, or 200 with {} if that is nil.
func (h *hosts) serve(name string, do http.HandlerFunc) string {
	server := httptest.NewServer(h.noting(name, do))
	h.t.Cleanup(server.Close)
	return server.URL
}

func (h *hosts) noting(name string, do http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.seen = append(h.seen, name+" "+r.Method+" "+r.URL.RequestURI())
		h.mu.Unlock()
		if do != nil {
			do(w, r)
			return
		}
		_, _ = w.Write([]byte("{}"))
	}
}

func (h *hosts) take() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	seen := strings.Join(h.seen, ", ")
	h.seen = nil
	return seen
}

// dead returns the URL of a host on which nothing listens.
func dead(*testing.T) string { return fmt.Sprintf("http://127.0.0.1:%d", 1+deaths.Add(1)%8) }

// deaths chooses among ports that no server gets by asking for a free one.
var deaths atomic.Int32

// drop reads the request and closes the connection without an answer.
func drop(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func connect(t *testing.T, s cluster.Settings) *cluster.Cluster {
	t.Helper()
	s.Name, s.NoProxy = "logs", s.Proxy == ""
	c, err := cluster.Connect(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func send(t *testing.T, c *cluster.Cluster, method, path string) (*cluster.Answer, error) {
	t.Helper()
	var body []byte
	if method == http.MethodPut || method == http.MethodPost {
		body = []byte(`{"a":1}`)
	}
	return c.Send(t.Context(), cluster.Request{Method: method, Path: path, Body: body})
}

func TestHostsAreTriedInOrder(t *testing.T) {
	for range 5 { // the client below shuffles what it is given
		h := &hosts{t: t}
		c := connect(t, cluster.Settings{Hosts: []string{h.serve("one", nil), h.serve("two", nil), h.serve("three", nil)}})
		for range 3 {
			if _, err := send(t, c, http.MethodPut, "/x"); err != nil {
				t.Fatal(err)
			}
		}
		if got := h.take(); got != "one PUT /x, one PUT /x, one PUT /x" {
			t.Fatalf("got %s", got)
		}
	}
}

func TestNextHostIsRemembered(t *testing.T) {
	h := &hosts{t: t}
	c := connect(t, cluster.Settings{Hosts: []string{dead(t), dead(t), h.serve("three", nil), h.serve("four", nil)}})
	for range 2 {
		if _, err := send(t, c, http.MethodPut, "/x"); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.take(); got != "three PUT /x, three PUT /x" {
		t.Errorf("got %s", got)
	}
	c = connect(t, cluster.Settings{Hosts: []string{h.serve("one", drop), h.serve("two", nil)}})
	for range 2 {
		if _, err := send(t, c, http.MethodGet, "/x"); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.take(); got != "one GET /x, two GET /x, two GET /x" {
		t.Errorf("got %s", got)
	}
}

// TestAnswersAreNotRetried: a status is an answer, whatever it is.
func TestAnswersAreNotRetried(t *testing.T) {
	h := &hosts{t: t}
	busy := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }
	c := connect(t, cluster.Settings{Hosts: []string{h.serve("one", busy), h.serve("two", nil)}})
	answer, err := send(t, c, http.MethodPut, "/x")
	if err != nil || answer.Status != http.StatusServiceUnavailable {
		t.Errorf("got %v, %v", answer, err)
	}
	if got := h.take(); got != "one PUT /x" {
		t.Errorf("got %s", got)
	}
}

func TestUnansweredRequests(t *testing.T) {
	h := &hosts{t: t}
	c := connect(t, cluster.Settings{Hosts: []string{h.serve("one", drop), h.serve("two", nil)}})
	_, err := send(t, c, http.MethodPut, "/x")
	lost, ok := errors.AsType[*cluster.UnansweredError](err)
	if !ok || lost.Method != http.MethodPut || lost.Path != "/x" {
		t.Fatalf("got %v", err)
	}
	if got := h.take(); got != "one PUT /x" {
		t.Errorf("a request that may have taken effect was sent to %s", got)
	}
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		c = connect(t, cluster.Settings{Hosts: []string{h.serve("one", drop), h.serve("two", nil)}})
		if _, err := send(t, c, method, "/x"); err != nil {
			t.Fatal(err)
		}
		if got := h.take(); got != "one "+method+" /x, two "+method+" /x" {
			t.Errorf("a request that changes nothing was sent to %s", got)
		}
	}
	c = connect(t, cluster.Settings{Hosts: []string{h.serve("one", drop), h.serve("two", nil)}})
	_, _ = send(t, c, http.MethodPut, "/x")
	if _, err := send(t, c, http.MethodPut, "/x"); err != nil {
		t.Errorf("what is sent after that: %v", err)
	}
	if got := h.take(); got != "one PUT /x, two PUT /x" {
		t.Errorf("what is sent after that went to %s", got)
	}
	c = connect(t, cluster.Settings{Hosts: []string{h.serve("one", drop), h.serve("two", nil)}})
	if _, err := c.Send(t.Context(), cluster.Request{Method: http.MethodPost, Path: "/_mget", Body: []byte("{}"), Reads: true}); err != nil {
		t.Errorf("a POST that only reads: %v", err)
	}
}

func TestTimeout(t *testing.T) {
	h := &hosts{t: t}
	release := make(chan struct{})
	slow := h.serve("one", func(http.ResponseWriter, *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	c := connect(t, cluster.Settings{Hosts: []string{slow}, Timeout: 20 * time.Millisecond})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err := c.Send(ctx, cluster.Request{Method: http.MethodPut, Path: "/x"})
	if _, ok := errors.AsType[*cluster.UnansweredError](err); !ok || !strings.Contains(err.Error(), "no answer within 20ms (timeout)") {
		t.Errorf("got %v", err)
	}
}

// TestConnectTimeout: a host to which no connection is made in time is one that cannot be reached.
func TestConnectTimeout(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // it accepts, and never speaks TLS
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	h := &hosts{t: t}
	one, two := h.serve("one", nil), h.serve("two", nil)
	for _, s := range []cluster.Settings{
		{Hosts: []string{one, two}, ConnectTimeout: 1},
		{Hosts: []string{"https://" + silent.Addr().String()}, ConnectTimeout: 20 * time.Millisecond},
	} {
		_, err = send(t, connect(t, s), http.MethodPut, "/x")
		want := fmt.Sprintf("no connection within %v (connect_timeout)", s.ConnectTimeout)
		if text := fault.Text(err); !strings.Contains(text, "can be reached") || !strings.Contains(text, want) {
			t.Error(text)
		}
	}
	if got := h.take(); got != "" {
		t.Errorf("got %s", got)
	}
}

// TestUnreachable: each host has its own reason, and no password is among them.
func TestUnreachable(t *testing.T) {
	first := dead(t)
	c := connect(t, cluster.Settings{
		Hosts: []string{strings.Replace(first, "http://", "http://me:geheim@", 1), "http://no-such-host.invalid:9200"}, Username: "u", Password: "geheim",
	})
	_, err := send(t, c, http.MethodGet, "/x")
	text := fault.Text(err)
	for _, want := range []string{
		`no host of search connection "logs" can be reached`, strings.TrimPrefix(first, "http://") + ": connection refused",
		"no-such-host.invalid:9200: its name cannot be resolved",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q does not contain %q", text, want)
		}
	}
	if strings.Contains(text, "geheim") || fault.KindOf(err) != fault.Unavailable {
		t.Errorf("%q, %v", text, fault.KindOf(err))
	}
}

func TestUsersAndPrefixes(t *testing.T) {
	h := &hosts{t: t}
	var users []string
	url := h.serve("one", func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		users = append(users, user+":"+password)
		_, _ = w.Write([]byte("{}"))
	})
	for _, s := range []cluster.Settings{
		{Hosts: []string{url}, Username: "ada", Password: "p:w"},
		{Hosts: []string{strings.Replace(url, "http://", "http://bob:secret@", 1) + "/behind/proxy/"}},
	} {
		if _, err := send(t, connect(t, s), http.MethodGet, "/a%2Fb?pretty=true"); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(users, " "); got != "ada:p:w bob:secret" {
		t.Errorf("users are %s", got)
	}
	if got := h.take(); got != "one GET /a%2Fb?pretty=true, one GET /behind/proxy/a%2Fb?pretty=true" {
		t.Errorf("got %s", got)
	}
}

func TestCertificates(t *testing.T) {
	server := httptest.NewTLSServer((&hosts{t: t}).noting("one", nil))
	t.Cleanup(server.Close)
	server.Config.ErrorLog = nil
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		s    cluster.Settings
		want string
	}{
		"unknown":      {cluster.Settings{}, "its certificate is signed by an unknown authority"},
		"named":        {cluster.Settings{CA: ca}, ""},
		"not verified": {cluster.Settings{Insecure: true}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c.s.Hosts = []string{server.URL}
			_, err := send(t, connect(t, c.s), http.MethodPut, "/x")
			if c.want == "" && err != nil || c.want != "" && !strings.Contains(fault.Text(err), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	plain := (&hosts{t: t}).serve("plain", nil)
	_, err := send(t, connect(t, cluster.Settings{Hosts: []string{strings.Replace(plain, "http:", "https:", 1)}}), http.MethodPut, "/x")
	if !strings.Contains(fault.Text(err), "it does not use TLS") {
		t.Errorf("TLS to a plain port: %v", err)
	}
}

func TestProxy(t *testing.T) {
	h := &hosts{t: t}
	proxy := h.serve("proxy", nil)
	t.Setenv("HTTP_PROXY", h.serve("environment", nil))
	if _, err := send(t, connect(t, cluster.Settings{Hosts: []string{"http://search.example.com:9200"}, Proxy: proxy}), http.MethodGet,
		"/x"); err != nil {
		t.Fatal(err)
	}
	if got := h.take(); got != "proxy GET /x" {
		t.Errorf("got %s", got)
	}
}

func TestMistakesInSettings(t *testing.T) {
	t.Setenv("OPENSEARCH_URL", "http://127.0.0.1:1")
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	fine := []string{"http://127.0.0.1:9200"}
	for want, s := range map[string]cluster.Settings{
		"hosts is empty":             {},
		"hosts[1] is not a URL":      {Hosts: []string{fine[0], "me:geheim@127.0.0.1"}},
		"hosts[0] is not a URL":      {Hosts: []string{"ftp://127.0.0.1:9200"}},
		"proxy is not a URL":         {Hosts: fine, Proxy: "geheim"},
		"ca contains no certificate": {Hosts: fine, CA: empty},
		"ca cannot be read":          {Hosts: fine, CA: empty + "x"},
	} {
		_, err := cluster.Connect(s)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "geheim") {
			t.Errorf("got %v, want %q", err, want)
		}
		if wrong := s.Check(); wrong == nil || !strings.Contains(want, wrong.Key) {
			t.Errorf("Check says %v, want %q", wrong, want)
		}
	}
}

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		status int
		kind   string
		body   string
		want   string
		fault  fault.Kind
	}{
		{401, "text/plain", "Unauthorized", `the cluster of search connection "logs" asks for a user and a password (401)`, fault.Denied},
		{
			403, "", `{"error":{"type":"security_exception","reason":"no permissions for [x]"},"status":403}`,
			`search connection "logs" has no right to do this: GET /x: 403 no permissions for [x]`, fault.Denied,
		},
		{429, "", `{"error":{"type":"cluster_block_exception","reason":"disk usage exceeded"},"status":429}`, "disk usage exceeded", fault.Unavailable},
		{400, "", `{"error":"no handler found for uri [/x]"}`, "GET /x: 400 no handler found for uri [/x]", fault.Internal},
		{400, "", `{"error":{"type":"a","reason":"b","caused_by":{"type":"c","reason":"d"}},"status":400}`, "a: b: d", fault.Internal},
		{502, "text/plain", strings.Repeat("x ", 1000), "…", fault.Internal},
		{502, "text/html", "<html>\n<head><title>502 Bad &amp; Gateway</title>", `GET /x: 502 with a page of HTML, "502 Bad & Gateway"`, fault.Unavailable},
		{502, "text/html", "<!DOCTYPE html><p>", `GET /x: 502 with a page of HTML`, fault.Unavailable},
		{403, "", "", `search connection "logs" has no right to do this: GET /x: 403 Forbidden`, fault.Denied},
		{302, "", "", `GET /x: 302 Found`, fault.Internal},
		{407, "", "", `the proxy of search connection "logs" asks for a user and a password (407)`, fault.Denied},
		{413, "", "", "413 Request Entity Too Large", fault.Internal},
	} {
		h := &hosts{t: t}
		cl := connect(t, cluster.Settings{Hosts: []string{h.serve("one", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			_, _ = w.Write([]byte(c.body))
		})}})
		answer, err := send(t, cl, http.MethodGet, "/x")
		if err != nil {
			t.Fatal(err)
		}
		explained := cl.Explain(answer.Err())
		if got := explained.Error(); !strings.Contains(got, c.want) || len(got) > 700 || fault.KindOf(explained) != c.fault {
			t.Errorf("%d: got %q (%v), want %q (%v)", c.status, got, fault.KindOf(explained), c.want, c.fault)
		}
	}
}

func TestWarnings(t *testing.T) {
	h := &hosts{t: t}
	c := connect(t, cluster.Settings{Hosts: []string{h.serve("one", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Add("Warning", `299 OpenSearch-2.19.4 "[a] is \"old\", use [b]"`)
	})}})
	answer, err := send(t, c, http.MethodGet, "/x")
	if err != nil || len(answer.Warnings) != 1 || answer.Warnings[0] != `[a] is "old", use [b]` {
		t.Errorf("got %v, %v", answer, err)
	}
}
