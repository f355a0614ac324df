package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
)

func TestBodiesAreStreams(t *testing.T) {
	cases := [][2]string{
		{`const r = new Response('häuser'); const c = await drain(r.body); return [text(c), r.bodyUsed, c[0] instanceof Uint8Array]`, "häuser|true|true"},
		{`return [new Response().body, new Request('http://h').body, new Response('').body instanceof ReadableStream]`, "null|null|true"},
		{
			`const r = new Response(ReadableStream.from(['a', 'b'].map(bytesOf))); return [await r.text(), r.bodyUsed, r.headers.get('content-type')]`,
			"ab|true|null",
		},
		{`const r = new Response(ReadableStream.from(['a'])); return r.text().catch(e => e.name)`, "TypeError"},
		{
			`const r = new Response('abc'); const b = r.body; return [b === r.body, b.locked, r.bodyUsed, await r.text(), b.locked, r.bodyUsed]`,
			"true|false|false|abc|true|true",
		},
		{`const r = new Response('abc'); await r.text(); return [r.body.locked, await r.text().catch(e => e.name), ` +
			`await r.body.cancel().catch(e => e.name)]`, "true|TypeError|TypeError"},
		{`const r = new Response('abc'); r.body.getReader(); return [r.bodyUsed, await r.text().catch(e => e.name), (() => { try { r.clone() } ` +
			`catch (e) { return e.name } })()]`, "false|TypeError|TypeError"},
		{`const r = new Response('abc'); const reader = r.body.getReader(); reader.releaseLock(); return r.text()`, "abc"},
		{`const r = new Response('abc'); const c = r.clone(); return [text(await drain(r.body)), await c.text()]`, "abc|abc"},
		{`const r = new Response(ReadableStream.from(['a', 'b'].map(bytesOf))); const c = r.clone(); return [await r.text(), await c.text()]`, "ab|ab"},
		{`const r = new Response(new Uint8Array([1, 2, 3])); const b = await r.bytes(); b[0] = 9; return [b, r.bodyUsed]`, "9,2,3|true"},
		{`const r = new Response('abc'); const c = r.clone(); (await r.bytes())[0] = 65; return c.text()`, "abc"},
		{`const q = new Request('http://h', {method: 'POST', body: 'x'}); const p = new Request(q); return [q.bodyUsed, await p.text(), ` +
			`await q.text().catch(e => e.name)]`, "true|x|TypeError"},
		{`const q = new Request('http://h', {method: 'POST', body: ReadableStream.from([bytesOf('x')]), duplex: 'half'}); const p = new Request(q); ` +
			`return [q.bodyUsed, await p.text()]`, "true|x"},
		{`try { new Request('http://h', {method: 'POST', body: new ReadableStream()}) } catch (e) { return e.name }`, "TypeError"},
		{`const s = new ReadableStream(); s.getReader(); return [() => new Response(s), () => new Request('http://h', {method: 'POST', body: s, duplex: ` +
			`'half'})].map(f => { try { f() } catch (e) { return e.name } })`, "TypeError|TypeError"},
		{`return ['body', 'bodyUsed', 'text'].map(n => Object.hasOwn(Response.prototype, n) && Object.hasOwn(Request.prototype, n))`, "true|true|true"},
		{`return [['mode', 'x'], ['cache', 'x'], ['credentials', 'x'], ['referrerPolicy', 'x'], ['redirect', 'x'], ['duplex', 'full'], ['window', 1],
			['referrer', 'http://:x'], ['mode', 'navigate']]
		  .map(([k, v]) => { try { new Request('http://h', {[k]: v}); return k } catch (e) { return e.name } }).every(n => n === 'TypeError')`, "true"},
		{
			`const c = new AbortController(); const r = await fetch('data:,abc', {signal: c.signal}); c.abort(); return r.text().catch(e => e.name)`,
			"AbortError",
		},
		{`const all = []; for (let i = 0; i < 10000; i++) all.push(new Response('x').body); all.forEach(s => s.cancel()); return all.length`, "10000"},
		{
			`const r = new Response(new ReadableStream({pull(c) { c.enqueue(new Uint8Array(1 << 20)) }})); return r.text().catch(e => e.message)`,
			"The stream is longer than 67108864 bytes",
		},
	}
	if testing.Short() {
		cases = cases[:len(cases)-2]
	}
	for i := range cases {
		cases[i][0] = inText + cases[i][0]
	}
	evalCases(t, web.Options{}, cases)
}

// flow is a server whose /flow sends without end, and whose /take takes a body. Its counters say how much.
type flow struct {
	*httptest.Server
	sent, taken atomic.Int64
	ended       chan struct{} // gets a value when /flow or /take has ended
}

func newFlow(t testing.TB) *flow {
	f := &flow{ended: make(chan struct{}, 100)}
	mux := http.NewServeMux()
	mux.HandleFunc("/flow", func(w http.ResponseWriter, r *http.Request) {
		defer func() { f.ended <- struct{}{} }()
		for r.Context().Err() == nil {
			n, err := w.Write(make([]byte, 64<<10))
			if f.sent.Add(int64(n)); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/take", func(w http.ResponseWriter, r *http.Request) {
		defer func() { f.ended <- struct{}{} }()
		n, err := io.Copy(io.Discard, r.Body)
		f.taken.Add(n)
		_, _ = fmt.Fprintf(w, "%d %v %v", n, err, r.TransferEncoding)
	})
	mux.HandleFunc("/words", func(w http.ResponseWriter, r *http.Request) {
		for word := range strings.SplitSeq("a few words", " ") {
			_, _ = io.WriteString(w, word)
			w.(http.Flusher).Flush()
			if _, err := r.Body.Read(make([]byte, 1)); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/again", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/take", http.StatusTemporaryRedirect)
	})
	f.Server = httptest.NewServer(mux)
	t.Cleanup(func() {
		f.CloseClientConnections()
		f.Close()
	})
	return f
}

func (f *flow) waitForEnd(t *testing.T) {
	t.Helper()
	select {
	case <-f.ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the other end goes on")
	}
}

// TestResponsesAreReadByDemand: what nobody reads stays with the server, and cancelling ends the connection.
func TestResponsesAreReadByDemand(t *testing.T) {
	f := newFlow(t)
	p := newPage(t, web.Options{})
	_ = p.Runtime.Set("S", f.URL)
	if got := p.eval(`const r = await fetch(S + '/flow'); globalThis.reader = r.body.getReader(); let n = 0; while (n < 20e6) ` +
		`n += (await reader.read()).value.length; return n < 21e6`); got != "true" {
		t.Fatal(got)
	}
	for last := int64(-1); last != f.sent.Load(); { // until the buffers of the sockets are full
		last = f.sent.Load()
		<-time.After(100 * time.Millisecond)
	}
	if sent := f.sent.Load(); sent > 40e6 {
		t.Errorf("%d bytes were sent, of which 20 million were read", sent)
	}
	if got := p.eval(`await reader.cancel('enough'); return (await reader.read()).done`); got != "true" {
		t.Error(got)
	}
	f.waitForEnd(t)
	for script, want := range map[string]string{
		`const r = await fetch(S + '/flow'); await r.body.cancel(); return r.bodyUsed`: "true",
		`const c = new AbortController(); const r = await fetch(S + '/flow', {signal: c.signal}); const p = r.text(); ` +
			`c.abort('off'); return p.catch(e => e)`: "off",
		`const c = new AbortController(); const r = await fetch(S + '/flow', {signal: c.signal}); const d = r.body.getReader(); await d.read(); ` +
			`c.abort('off'); return d.read().catch(e => e)`: "off",
		`const c = new AbortController(); const r = await fetch(S + '/flow', {signal: c.signal}); c.abort('off'); ` +
			`return r.body.getReader().read().catch(e => e)`: "off",
		`const r = await fetch(S + '/flow'); return r.text().catch(e => e.cause.code)`: "ETOOLARGE",
		`const r = await fetch(S + '/flow'); const [a, b] = r.body.tee(); const d = a.getReader(); await d.read(); await Promise.all([d.cancel(), ` +
			`b.cancel()]); const q = await fetch(S + '/flow'); await q.body.pipeTo(new WritableStream({write() { throw new Error('full') ` +
			`}})).catch(e => e.message); return 'full'`: "full",
	} {
		if got := p.eval(script); got != want {
			t.Errorf("%s\n got %s\nwant %s", script, got, want)
		}
		if !strings.Contains(script, "tee") {
			f.waitForEnd(t)
		}
	}
}

// TestUploadsAreStreams: a stream is sent while it is made, in chunks unless its length is known.
func TestUploadsAreStreams(t *testing.T) {
	f := newFlow(t)
	p := newPage(t, web.Options{})
	_ = p.Runtime.Set("S", f.URL)
	const some = `const some = (n, then) => new ReadableStream({pull(c) { if (n-- > 0) c.enqueue(new Uint8Array(1e5));
		else then ? then(c) : c.close() }, cancel(r) { globalThis.why = r }});
	  const post = (body, init) => fetch(S + '/take', {method: 'POST', body, duplex: 'half', ...init}).then(r => r.text()); `
	for script, want := range map[string]string{
		`return post(some(30))`: "3000000 <nil> [chunked]",
		`return post(some(1), {headers: {'content-length': '100000'}})`: "100000 <nil> []",
		`return post(some(0))`:                         "0 <nil> [chunked]",
		`return post((await fetch('data:,abc')).body)`: "3 <nil> []",
		`return post(some(2, c => c.error(new Error('broken')))).catch(e => e.cause.message)`: "broken",
		`return post(some(2, c => c.enqueue('text'))).catch(e => e.cause.name)`:               "TypeError",
		`return post(some(3), {method: 'PUT'})`:                                               "300000 <nil> [chunked]",
		`return fetch(S + '/again', {method: 'POST', body: some(1), duplex: 'half'}).catch(e => e.cause.message)`: "the redirect asks for the " +
			"body again, which was a stream",
		`return fetch(S + '/take', {method: 'POST', body: some(1)}).catch(e => e.name)`:                                 "TypeError",
		`return fetch('http://127.0.0.1:1/', {method: 'POST', body: some(1), duplex: 'half'}).catch(e => e.cause.code)`: "ECONNREFUSED",
		`const c = new AbortController(); c.abort('off'); const e = await post(some(1), {signal: ` +
			`c.signal}).catch(e => e); return [e, globalThis.why]`: "off|off",
	} {
		if got := p.eval(some + script); got != want {
			t.Errorf("%s\n got %s\nwant %s", script, got, want)
		}
	}
	if got := p.eval(some + `const a = new AbortController(); const e = post(some(Infinity), {signal: a.signal}).catch(e => e);
		await new Promise(r => setTimeout(r, 50)); a.abort('off');
	  const reason = await e; while (globalThis.why !== 'off') await new Promise(r => setTimeout(r, 5)); return [reason, why]`); got != "off|off" {
		t.Error(got)
	}
}

// TestFetchIsAPipe: a body that arrived is sent on without a trip through scripts.
func TestFetchIsAPipe(t *testing.T) {
	f := newFlow(t)
	p := newPage(t, web.Options{})
	_ = p.Runtime.Set("S", f.URL)
	big := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 100 {
			_, _ = w.Write(make([]byte, 100_000))
		}
	}))
	defer big.Close()
	_ = p.Runtime.Set("B", big.URL)
	if got := p.eval(`const r = await fetch(B); const a = await fetch(S + '/take', {method: 'POST', body: r.body, duplex: 'half'}); ` +
		`return [await a.text(), r.bodyUsed, r.body.locked]`); got != "10000000 <nil> [chunked]|true|true" {
		t.Error(got)
	}
}

// TestStreamsEndWithTheirCall: what a call has not read is cut off at its end.
func TestStreamsEndWithTheirCall(t *testing.T) {
	f := newFlow(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	pool := newPool(t, 1, vm.Options{})
	defer pool.Close(context.Background())
	if err := pool.Do(ctx, work{goja.MustCompile("f.js", "(async () => { const r = await fetch('"+f.URL+"/flow'); await r.body.getReader().read() "+
		"})()", true)}); err != nil {
		t.Fatal(err)
	}
	f.waitForEnd(t)
}

// TestBodiesThatCameBeforeTheirReader: the limit is that of a body in one piece, also if all of it was read before the script asked
// for it. The chunks of a longer one are the script's.
func TestBodiesThatCameBeforeTheirReader(t *testing.T) {
	for _, length := range []int64{-1, 10_000} {
		answers := &readAhead{length: length, closed: make(chan struct{}, 1)}
		p := newPage(t, web.Options{Fetch: web.Client{HTTP: &http.Client{Transport: answers}, MaxBody: 2048}})
		_ = p.Runtime.Set("untilRead", func() { <-answers.closed })
		for script, want := range map[string]string{
			`return r.text().then(s => s.length, e => e.cause.code)`:                                     "ETOOLARGE",
			`let n = 0; await r.body.pipeTo(new WritableStream({write(c) { n += c.length }})); return n`: "10000",
		} {
			got := p.eval(`const sent = fetch('http://example.com'); untilRead(); const r = await sent; ` + script)
			if got != want {
				t.Errorf("of length %d: %s\n got %s\nwant %s", length, script, got, want)
			}
		}
	}
}

// readAhead answers with 10,000 bytes, and tells when they have been read.
type readAhead struct {
	length int64
	closed chan struct{}
}

func (a *readAhead) RoundTrip(request *http.Request) (*http.Response, error) {
	body := told{strings.NewReader(strings.Repeat("x", 10_000)), a.closed}
	return &http.Response{StatusCode: http.StatusOK, ContentLength: a.length, Body: body, Request: request}, nil
}

type told struct {
	io.Reader
	closed chan struct{}
}

func (t told) Close() error {
	t.closed <- struct{}{}
	return nil
}
