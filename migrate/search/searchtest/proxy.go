package searchtest

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// Proxy is a server before a node. It answers for the index management plugin, which is not published as a jar, as that
// was recorded to answer; and it can fail as networks and busy clusters do.
type Proxy struct {
	URL string

	mu       sync.Mutex
	policies policies
	log      []string
	fault    func(r *http.Request) Fault
}

// Fault is how a request fails.
type Fault int

// The faults: none; the connection is reset before anything is done; the answers 429 and 503, without anything being
// done; the request is done and its answer is lost.
const (
	None Fault = iota
	Reset
	TooMany
	Unavailable
	Lost
)

// NewProxy returns a proxy that runs until the test ends.
func NewProxy(t testing.TB, node *Node) *Proxy {
	t.Helper()
	target, err := url.Parse(node.URL)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{policies: newPolicies(), fault: func(*http.Request) Fault { return None }}
	through := &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(target) },
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		Transport:    node.Client().Transport,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, through) }))
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

// Fail makes requests fail as the function says.
func (p *Proxy) Fail(fault func(r *http.Request) Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = fault
}

// Requests returns the method and path of all requests that have arrived, and forgets them.
func (p *Proxy) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	log := p.log
	p.log = nil
	return log
}

// Manage makes an index be managed by the current version of a policy.
func (p *Proxy) Manage(index, policy string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.policies.managed[index] = managed{policy, p.policies.all[policy].sequence}
}

func (p *Proxy) serve(w http.ResponseWriter, r *http.Request, through http.Handler) {
	p.mu.Lock()
	p.log = append(p.log, r.Method+" "+r.URL.RequestURI())
	fault := p.fault(r)
	p.mu.Unlock()
	switch fault {
	case Reset:
		panic(http.ErrAbortHandler)
	case TooMany:
		answer(w, http.StatusTooManyRequests, `{"error":{"type":"rejected_execution_exception","reason":"rejected"},"status":429}`)
		return
	case Unavailable:
		answer(w, http.StatusServiceUnavailable, `{"error":{"type":"unavailable_shards_exception","reason":"no primary"},"status":503}`)
		return
	case Lost:
		p.answer(httptest.NewRecorder(), r, through)
		panic(http.ErrAbortHandler)
	}
	p.answer(w, r, through)
}

func (p *Proxy) answer(w http.ResponseWriter, r *http.Request, through http.Handler) {
	rest, ok := strings.CutPrefix(r.URL.Path, "/_plugins/_ism/")
	if !ok {
		through.ServeHTTP(w, r)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.policies.serve(w, r, rest)
}

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
}
