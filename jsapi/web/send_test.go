package web_test

import (
	"context"
	"errors"
	"io"
	stdlog "log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/trace"
)

const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

// TestFetchPassesTheTraceOn: a request carries the trace of its call, also after an await.
func TestFetchPassesTheTraceOn(t *testing.T) {
	seen := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		seen <- r.Header.Get("Traceparent") + " " + r.Header.Get("Tracestate")
	}))
	defer server.Close()
	traced := trace.With(context.Background(), trace.Read([]byte(parent), []byte("a=1")))
	for name, c := range map[string]struct {
		ctx          context.Context
		untraced     bool
		headers      string
		begins, ends string
	}{
		"of the call":     {traced, false, "{}", parent[:36], "-01 a=1"},
		"no trace":        {context.Background(), false, "{}", " ", ""},
		"switched off":    {traced, true, "{}", " ", ""},
		"the script's":    {traced, false, "{traceparent: 'mine'}", "mine ", ""},
		"its state alone": {traced, false, "{tracestate: 'b=2'}", parent[:36], "-01 b=2"},
	} {
		t.Run(name, func(t *testing.T) {
			pool, err := vm.NewPool(vm.Options{Min: 1, Max: 1, Make: func(id int) (*vm.VM, error) {
				v := vm.New(id, vm.Hooks{})
				return v, web.Install(v, web.Options{Fetch: web.Client{Untraced: c.untraced}})
			}})
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close(context.Background())
			script := "(async () => { await null; await fetch('" + server.URL + "', {headers: " + c.headers + "}) })()"
			if err := pool.Do(c.ctx, work{goja.MustCompile("f.js", script, true)}); err != nil {
				t.Fatal(err)
			}
			got := <-seen
			if !strings.HasPrefix(got, c.begins) || !strings.HasSuffix(got, c.ends) || strings.Contains(got, parent[36:52]) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestFetcher: fetch ignores limits, the fetch function of another client applies them.
func TestFetcher(t *testing.T) {
	server := newServer(t)
	v := vm.New(0, vm.Hooks{})
	globals, err := web.New(web.Options{}).Install(v)
	if err != nil {
		t.Fatal(err)
	}
	own, err := globals.Fetcher(web.Client{MaxBody: 10})
	if err != nil {
		t.Fatal(err)
	}
	_ = v.Runtime.Set("own", own)
	p := &page{VM: v}
	for script, want := range map[string]string{
		`return own(S + '/never', {}, {timeout: 20}).catch(e => e.name)`:             "TimeoutError",
		`return own(S + '/never', {}, {timeout: 0.5}).catch(e => e.message)`:         "the request took longer than 500µs",
		`return own(S + '/big/1000').then(r => r.text()).catch(e => e.cause.code)`:   "ETOOLARGE",
		`return fetch(S + '/echo', {}, {timeout: 0.000001}).then(r => r.status)`:     "200",
		`return own(S + '/status/204', {}, {timeout: Infinity}).then(r => r.status)`: "204",
	} {
		if got := p.eval("const S = '" + server.URL + "'; " + script); got != want {
			t.Errorf("%s\n got %s\nwant %s", script, got, want)
		}
	}
}

// TestRefusedRequests: a request that is refused for the time being, and whose error nobody catches, ends its handler with the kind
// of the refusal; that of any other is a failure of the application. The script is told more than clients are.
func TestRefusedRequests(t *testing.T) {
	full := fault.New("outbound.share", fault.Unavailable, "try again in a moment")
	for name, c := range map[string]struct {
		err  error
		want fault.Kind
		text string
	}{
		"no place":  {refused{full}, fault.Unavailable, "TypeError fetch failed: example.com has no place EBUSY"},
		"no answer": {errors.New("odd"), fault.Internal, "TypeError fetch failed: odd undefined"},
	} {
		p := newPage(t, web.Options{Fetch: web.Client{HTTP: &http.Client{Transport: failing{c.err}}}})
		if got := p.eval("return fetch('http://example.com').catch(e => `${e.name} ${e.message}: ${e.cause.message} ${e.cause.code}`)"); got != c.text {
			t.Errorf("%s: got %q", name, got)
		}
		promise, err := p.Runtime.RunString("fetch('http://example.com').catch(e => e)")
		if err != nil {
			t.Fatal(err)
		}
		thrown, err := p.Await(t.Context(), promise)
		if err != nil {
			t.Fatal(err)
		}
		if got := fault.KindOf(vm.GoError(thrown)); got != c.want {
			t.Errorf("%s: the kind is %v, want %v", name, got, c.want)
		}
	}
}

// failing is a transport that sends nothing.
type failing struct{ err error }

func (f failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }

// refused is an error with a code, and another text than clients see.
type refused struct{ told *fault.Error }

func (refused) Error() string   { return "example.com has no place" }
func (refused) Code() string    { return "EBUSY" }
func (r refused) Unwrap() error { return r.told }

// TestCertificateCodes: the codes are Node's.
func TestCertificateCodes(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = quiet
	server.StartTLS()
	defer server.Close()
	trusting := server.Client().Transport.(*http.Transport).Clone()
	for name, c := range map[string]struct {
		client web.Client
		url    string
		want   string
	}{
		"an unknown authority": {web.Client{}, server.URL, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"},
		"another name": {
			web.Client{HTTP: &http.Client{Transport: trusting}},
			strings.Replace(server.URL, "127.0.0.1", "localhost", 1),
			"ERR_TLS_CERT_ALTNAME_INVALID",
		},
	} {
		t.Run(name, func(t *testing.T) {
			evalCases(t, web.Options{Fetch: c.client}, [][2]string{{`return fetch('` + c.url + `').catch(e => e.cause.code)`, c.want}})
		})
	}
}

var quiet = stdlog.New(io.Discard, "", 0)
