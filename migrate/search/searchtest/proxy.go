package searchtest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Proxy is a server before a node. It answers for the index management plugin, which is not published as a jar, as that
// was recorded to answer; and it can fail as networks and busy clusters do. It finishes what it has passed on, also if the
// client has gone.
type Proxy struct {
	URL string

	node     http.Handler
	policies *policies

	mu      sync.Mutex
	idle    *sync.Cond // of working
	working int        // the requests that have been passed on and are not done
	log     []string
	fault   func(r *http.Request) Fault
}

// Fault is how a request fails.
type Fault int

// The faults. Before anything is done: the connection is reset, the answers 429 and 503 come, or none until the client gives
// up. After the request is done: its answer is lost, comes later than the client waits, is cut off, or is the page of a
// gateway that waited too long.
const (
	None Fault = iota
	Reset
	TooMany
	Unavailable
	Stalled
	Lost
	Slow
	Cut
	Gateway
)

var faultNames = [...]string{"none", "reset", "429", "503", "stalled", "lost", "slow", "cut", "gateway"}

func (f Fault) String() string { return faultNames[f] }

// NewProxy returns a proxy that runs until the test ends.
func NewProxy(t testing.TB, node *Node) *Proxy {
	t.Helper()
	target, err := url.Parse(node.URL)
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, newPolicies(), &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(target) },
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		Transport:    node.Client().Transport,
	})
}

// Another returns another host of the same cluster, with faults of its own.
func (p *Proxy) Another(t testing.TB) *Proxy {
	t.Helper()
	return serve(t, p.policies, p.node)
}

func serve(t testing.TB, shared *policies, node http.Handler) *Proxy {
	p := &Proxy{policies: shared, node: node, fault: func(*http.Request) Fault { return None }}
	p.idle = sync.NewCond(&p.mu)
	server := httptest.NewServer(p)
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
	p.policies.mu.Lock()
	defer p.policies.mu.Unlock()
	p.policies.managed[index] = managed{policy, p.policies.all[policy].sequence}
}

// AwaitIdle waits until all that was passed on is done, also what the client does not wait for any more.
func (p *Proxy) AwaitIdle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.working > 0 {
		p.idle.Wait()
	}
}

// ServeHTTP passes a request on, or makes it fail.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.log = append(p.log, r.Method+" "+r.URL.RequestURI())
	fault := p.fault(r)
	p.mu.Unlock()
	switch fault {
	case Reset:
		panic(http.ErrAbortHandler)
	case TooMany:
		answer(w, http.StatusTooManyRequests, `{"error":{"type":"rejected_execution_exception","reason":"rejected"},"status":429}`)
	case Unavailable:
		answer(w, http.StatusServiceUnavailable, `{"error":{"type":"unavailable_shards_exception","reason":"no primary"},"status":503}`)
	case Stalled:
		_, _ = io.Copy(io.Discard, r.Body) // the server sees only then that the client has gone
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	case None:
		p.pass(w, r)
	default:
		done := httptest.NewRecorder()
		p.pass(done, r)
		spoil(w, r, done, fault)
	}
}

// spoil fails a request that has been done.
func spoil(w http.ResponseWriter, r *http.Request, done *httptest.ResponseRecorder, fault Fault) {
	switch fault {
	case Slow:
		<-r.Context().Done()
	case Cut:
		if body := done.Body.Bytes(); len(body) > 1 {
			w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			w.WriteHeader(done.Code)
			_, _ = w.Write(body[:len(body)/2])
			_ = http.NewResponseController(w).Flush()
		}
	case Gateway:
		http.Error(w, "<html>504 Gateway Time-out</html>", http.StatusGatewayTimeout)
		return
	}
	panic(http.ErrAbortHandler)
}

// pass lets the node answer, or the index management plugin.
func (p *Proxy) pass(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.working++
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.working--
		p.idle.Broadcast()
	}()
	if rest, ok := strings.CutPrefix(r.URL.Path, "/_plugins/_ism/"); ok {
		p.policies.serve(w, r, rest)
		return
	}
	p.node.ServeHTTP(w, r.WithContext(context.WithoutCancel(r.Context())))
}

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
}
