package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
)

// newServer returns a server whose answers depend on the path.
func newServer(t testing.TB) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Add("Set-Cookie", "a=1")
		w.Header().Add("Set-Cookie", "b=2")
		w.Header().Add("X-Two", "1")
		w.Header().Add("X-Two", "2")
		_, _ = io.WriteString(w, `{"a":[1,"ü"]}`)
	})
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = fmt.Fprintf(w, "%s %s %s %s %q", r.Method, r.Header.Get("Content-Type"), r.Header.Get("X-Me"), r.UserAgent(), body)
	})
	mux.HandleFunc("/status/{code}", func(w http.ResponseWriter, r *http.Request) {
		var code int
		_, _ = fmt.Sscan(r.PathValue("code"), &code)
		w.WriteHeader(code)
	})
	mux.HandleFunc("/redirect/{times}", func(w http.ResponseWriter, r *http.Request) {
		var times int
		_, _ = fmt.Sscan(r.PathValue("times"), &times)
		target := fmt.Sprintf("/redirect/%d", times-1)
		if times <= 1 {
			target = "/echo"
		}
		http.Redirect(w, r, target, http.StatusFound)
	})
	mux.HandleFunc("/big/{bytes}", func(w http.ResponseWriter, r *http.Request) {
		var size int
		_, _ = fmt.Sscan(r.PathValue("bytes"), &size)
		for range size / 1000 {
			_, _ = io.WriteString(w, strings.Repeat("x", 1000))
		}
	})
	mux.HandleFunc("/never", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("head") {
			w.WriteHeader(http.StatusOK)
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	})
	mux.HandleFunc("/cut", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100000")
		_, _ = io.WriteString(w, "x")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	server := httptest.NewUnstartedServer(mux)
	server.Config.ErrorLog = nil
	server.Start()
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server
}

func TestFetch(t *testing.T) {
	server := newServer(t)
	cases := [][2]string{
		{
			`const r = await fetch(S + '/json'); const d = await r.json();
		  return [r.status, r.ok, r.statusText, r.headers.get('content-type'), d.a[1], r.url === S + '/json', r.redirected, r.type, r.bodyUsed,
		    r.body.locked, r instanceof Response]`,
			"200|true|OK|application/json|ü|true|false|basic|true|true|true",
		},
		{
			`const r = await fetch(S + '/json'); return [r.headers.getSetCookie().join(), r.headers.get('x-two'), r.headers.has('X-TWO')]`,
			"a=1,b=2|1, 2|true",
		},
		{`const r = await fetch(new URL(S + '/echo')); return r.text()`, `GET   fwrun ""`},
		{`return (await fetch(S + '/echo', {method: 'post', body: 'hé', headers: {'X-Me': 'y'}})).text()`, `POST text/plain;charset=UTF-8 y fwrun "hé"`},
		{
			`return (await fetch(S + '/echo', {method: 'PUT', body: new URLSearchParams({a: 'b c'})})).text()`,
			`PUT application/x-www-form-urlencoded;charset=UTF-8  fwrun "a=b+c"`,
		},
		{
			`return (await fetch(S + '/echo', {method: 'POST', body: JSON.stringify({a: 1}), headers: [['content-type', 'application/json']]})).text()`,
			`POST application/json  fwrun "{\"a\":1}"`,
		},
		{`return (await fetch(S + '/echo', {method: 'POST', body: new Uint8Array([104, 105, 33]).subarray(0, 2)})).text()`, `POST   fwrun "hi"`},
		{`return (await fetch(S + '/echo', {method: 'POST', body: new TextEncoder().encode('buf').buffer, headers: ` +
			`new Headers({'user-agent': 'mine'})})).text()`, `POST   mine "buf"`},
		{
			`const q = new Request(S + '/echo', {method: 'DELETE', headers: {'x-me': '1'}}); return (await fetch(q, {headers: {'x-me': '2'}})).text()`,
			`DELETE  2 fwrun ""`,
		},
		{
			`const q = new Request(S + '/echo', {method: 'POST', body: 'b'}); const c = q.clone(); return [await (await fetch(q)).text(), ` +
				`await (await fetch(c)).text(), q.bodyUsed]`,
			`POST text/plain;charset=UTF-8  fwrun "b"|POST text/plain;charset=UTF-8  fwrun "b"|true`,
		},
		{`const r = await fetch(S + '/status/404'); return [r.ok, r.status, r.statusText]`, "false|404|Not Found"},
		{`const r = await fetch(S + '/status/204'); return [r.status, await r.text()]`, "204|"},
		{`const r = await fetch(S + '/json', {method: 'HEAD'}); return [r.status, await r.text()]`, "200|"},
		{`const r = await fetch(S + '/redirect/2'); return [r.redirected, r.url === S + '/echo', await r.text()]`, `true|true|GET   fwrun ""`},
		{
			`const r = await fetch(S + '/redirect/2', {redirect: 'manual'}); return [r.status, r.headers.get('location'), r.redirected]`,
			"302|/redirect/1|false",
		},
		{
			`try { await fetch(S + '/redirect/2', {redirect: 'error'}) } catch (e) { return [e.name, e.message, e.cause.message] }`,
			"TypeError|fetch failed|unexpected redirect",
		},
		{`try { await fetch(S + '/redirect/30') } catch (e) { return e.cause.message }`, "redirect count exceeded"},
		{`const r = await fetch(S + '/json'); const c = r.clone(); return [(await r.json()).a[0], (await c.text()).length, c.status]`, "1|13|200"},
		{`const r = await fetch(S + '/json'); await r.text(); try { await r.text() } catch (e) { return [e.name, r.bodyUsed] }`, "TypeError|true"},
		{`const b = await (await fetch(S + '/big/50000')).bytes(); return [b instanceof Uint8Array, b.length]`, "true|50000"},
		{`const b = await (await fetch(S + '/big/300000')).arrayBuffer(); return [b instanceof ArrayBuffer, b.byteLength]`, "true|300000"},
		{
			`const r = await fetch(S + '/big/2000000'); try { await r.text() } catch (e) { return [e.name, e.cause.message, e.cause.code] }`,
			"TypeError|the response body is larger than 1000000 bytes|ETOOLARGE",
		},
		{
			`const r = await fetch(S + '/cut'); try { await r.text() } catch (e) { return [e.name, e.message, e.cause.code] }`,
			"TypeError|terminated|ECONNRESET",
		},
		{`try { await fetch('http://127.0.0.1:1/') } catch (e) { return [e.name, e.message, e.cause.code] }`, "TypeError|fetch failed|ECONNREFUSED"},
		{`try { await fetch('blob:text/plain,x') } catch (e) { return e.message }`, "fetch failed"},
		{`try { await fetch('nope') } catch (e) { return [e.name, e.message] }`, "TypeError|Failed to parse URL from nope"},
		{`try { await fetch(S, {body: 'x'}) } catch (e) { return e.message }`, "Request with GET method cannot have a body"},
		{`try { await fetch('http://u:p@h/') } catch (e) { return e.name }`, "TypeError"},
		{`const r = await fetch(S + '/json'); try { r.headers.set('a', 'b') } catch (e) { return e.name }`, "TypeError"},
		{`const r = await fetch(S + '/status/200'); try { await r.json() } catch (e) { return e.name }`, "SyntaxError"},

		// aborting
		{`const c = new AbortController(); const p = fetch(S + '/never', {signal: c.signal}); setTimeout(() => c.abort(), 20); try { await p } catch (e) ` +
			`{ return [e.name, e === c.signal.reason] }`, "AbortError|true"},
		{`try { await fetch(S + '/never', {signal: AbortSignal.timeout(20)}) } catch (e) { return e.name }`, "TimeoutError"},
		{`try { await fetch(S + '/never', {signal: AbortSignal.abort('no')}) } catch (e) { return e }`, "no"},
		{`const c = new AbortController(); const r = await fetch(S + '/never?head', {signal: c.signal}); const p = r.text(); c.abort(new Error('mine')); ` +
			`try { await p } catch (e) { return e.message }`, "mine"},
		{`const all = await Promise.all(Array.from({length: 50}, () => fetch(S + '/json').then(r => r.json()))); return all.length`, "50"},
	}
	for i := range cases {
		cases[i][0] = "const S = '" + server.URL + "'; " + cases[i][0]
	}
	evalCases(t, web.Options{Fetch: web.Client{MaxBody: 1_000_000}}, cases)
}

func TestFetchTimeout(t *testing.T) {
	server := newServer(t)
	evalCases(t, web.Options{Fetch: web.Client{Timeout: 30 * time.Millisecond}}, [][2]string{
		{
			`try { await fetch('` + server.URL + `/never') } catch (e) { return [e.name, e.message, e instanceof DOMException, e.code] }`,
			"TimeoutError|the request took longer than 30ms|true|23",
		},
		{
			`let r; while (!r) try { r = await fetch('` + server.URL + `/never?head') } catch {} // repeat until the head arrived in time
		  try { await r.text() } catch (e) { return [e.name, e.message, e instanceof DOMException] }`,
			"TimeoutError|the request took longer than 30ms|true",
		},
	})
}

func TestHeadersRequestResponse(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`const h = new Headers({B: ' 1 ', a: 2}); h.append('b', '3'); h.append('Set-Cookie', 'x'); h.append('set-cookie', 'y'); return [[...h].join(';` +
				`'), h.get('B'), h.getSetCookie().length, [...h.keys()].length]`,
			"a,2;b,1, 3;set-cookie,x;set-cookie,y|1, 3|2|4",
		},
		{`const h = new Headers([['a', 'b']]); h.set('A', 'c'); h.delete('x'); return [h.get('a'), h.has('a'), h.get('z'), ` +
			`new Headers(h).get('a'), String(h)]`, "c|true|null|c|[object Headers]"},
		{`const bad = []; for (const f of [() => new Headers([['a']]), () => new Headers({'a b': 1}), () => new Headers().append('a', 'x\n` +
			`y'), () => new Headers(1), () => new Headers().get('é'), () => new Headers({a: '€'})]) try { f(); bad.push('none') } catch (e) { ` +
			`bad.push(e.name) } return new Set(bad).size + bad[0]`, "1TypeError"},
		{`const seen = []; new Headers({a: 1}).forEach((v, k) => seen.push(k + v)); return seen`, "a1"},
		{`const r = new Response('hé', {status: 201, statusText: 'Made', headers: {x: 'y'}}); return [r.status, r.ok, r.statusText, ` +
			`r.headers.get('content-type'), r.headers.get('x'), r.type, r.url, await r.text()]`, "201|true|Made|text/plain;charset=UTF-8|y|default||hé"},
		{`const r = Response.json({a: 1}, {status: 400}); return [r.status, r.headers.get('content-type'), (await r.json()).a]`, "400|application/json|1"},
		{
			`const r = Response.error(); const d = Response.redirect('https://h/x', 301); return [r.type, r.status, d.status, d.headers.get('location')]`,
			"error|0|301|https://h/x",
		},
		{
			`const names = []; for (const f of [() => new Response('', {status: 99}), () => new Response('x', {status: 204}), ` +
				`() => Response.redirect('https://h', 200), () => Response.redirect('x'), () => Response.json(undefined), () => new Response('', {statusText: ` +
				`'\n'})]) try { f(); names.push('none') } catch (e) { names.push(e.name) } return names`,
			"RangeError|TypeError|RangeError|TypeError|TypeError|TypeError",
		},
		{`const r = new Response(); return [await r.text(), r.bodyUsed, await r.text(), new Response(null).body]`, "|false||null"},
		{`const r = new Response(new Uint8Array([0xEF, 0xBB, 0xBF, 97])); return (await r.text()).length`, "1"},
		{
			`const r = new Response('x'); const c = r.clone(); await r.text(); try { r.clone() } catch (e) { return [e.name, await c.text()] }`,
			"TypeError|x",
		},
		{`const q = new Request('https://h/x?y#z', {method: 'patch', body: 'b', headers: {a: 1}, redirect: 'manual'}); return [q.method, q.url, ` +
			`q.headers.get('a'), q.redirect, q.signal instanceof AbortSignal, await q.text(), q.bodyUsed]`, "PATCH|https://h/x?y#z|1|manual|true|b|true"},
		{`const q = new Request(new Request('https://h', {method: 'POST', body: 'x'}), {method: 'PUT'}); return [q.method, await q.text()]`, "PUT|x"},
		{`const c = new AbortController(); const q = new Request('https://h', {signal: c.signal}); const d = q.clone(); c.abort('r'); ` +
			`return [q.signal.aborted, d.signal.reason]`, "true|r"},
		{`const names = []; for (const f of [() => new Request('x'), () => new Request('https://h', {method: 'a b'}), () => new Request('https://h', ` +
			`{method: 'TRACE'}), () => new Request('https://h', {redirect: 'x'}), () => new Request('https://h', {signal: {}}), () => new Request()]) try { ` +
			`f(); names.push('none') } catch (e) { names.push(e.name) } return new Set(names).size + names[0]`, "1TypeError"},
		{`return ['fill', 'content', 'share', 'take', 'isEmpty', 'arrived', 'received'].some(n => n in Response || n in Request || n in Headers)`, "false"},
	})
}

// work runs a script function on a pool.
type work struct{ script *goja.Program }

func (w work) Start(v *vm.VM) (goja.Value, error) { return v.Runtime.RunProgram(w.script) }

func (w work) Next(*vm.VM, goja.Value) (goja.Value, error) { return nil, nil }

func (w work) Fail(_ *vm.VM, err error) error { return err }

func newPool(t testing.TB, size int, options vm.Options) *vm.Pool {
	t.Helper()
	options.Min, options.Max = size, size
	options.Make = func(id int) (*vm.VM, error) {
		v := vm.New(id, vm.Hooks{})
		return v, web.Install(v, web.Options{})
	}
	pool, err := vm.NewPool(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close(context.Background()) })
	return pool
}

func TestFetchEndsWithItsCall(t *testing.T) {
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		close(ended)
	}))
	defer server.Close()
	pool := newPool(t, 1, vm.Options{HandlerTimeout: 50 * time.Millisecond})
	script := goja.MustCompile("f.js", "fetch('"+server.URL+"')", true)
	if err := pool.Do(context.Background(), work{script}); err == nil {
		t.Fatal("the call did not time out")
	}
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the request goes on after its call has ended")
	}
}

// TestFetchLoad: many calls wait at a time on two VMs. The server answers none before it has received all requests.
func TestFetchLoad(t *testing.T) {
	const calls = 2000
	var heard atomic.Int32
	all := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if heard.Add(1) == calls {
			close(all)
		}
		<-all
		_, _ = io.WriteString(w, `{"ok":true}`)
	}))
	defer server.Close()
	pool := newPool(t, 2, vm.Options{Queue: calls, HandlerTimeout: 5 * time.Minute})
	script := goja.MustCompile("f.js", "(async () => { const r = await fetch('"+server.URL+"'); return (await r.json()).ok })()", true)
	var group sync.WaitGroup
	for range calls {
		group.Go(func() {
			if err := pool.Do(context.Background(), work{script}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}
