package sockets_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/sockets"
)

// newStreams starts a server of event streams. What each path was asked for before is counted.
func newStreams(t *testing.T) string {
	t.Helper()
	var mu sync.Mutex
	asked := map[string]int{}
	over := t.Context()
	mux := http.NewServeMux()
	handle := func(path string, answer func(w http.ResponseWriter, r *http.Request, before int)) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			before := asked[path]
			asked[path]++
			mu.Unlock()
			w.Header().Set("Content-Type", "text/event-stream")
			answer(w, r, before)
		})
	}
	stay := func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
		case <-over.Done():
		}
	}
	handle("/text", func(w http.ResponseWriter, r *http.Request, _ int) {
		if kind := r.FormValue("type"); kind != "" {
			w.Header().Set("Content-Type", kind)
		}
		_, _ = io.WriteString(w, r.FormValue("text"))
		stay(w, r)
	})
	handle("/resumed", func(w http.ResponseWriter, r *http.Request, before int) {
		_, _ = fmt.Fprintf(w, "retry: 1\nid: %d\ndata: after %q\n\nid: cut\ndata: off", before, r.Header.Get("Last-Event-ID"))
		if before == 2 {
			stay(w, r)
		}
	})
	handle("/stops", func(w http.ResponseWriter, _ *http.Request, before int) {
		if before > 0 {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		_, _ = io.WriteString(w, "retry:1\ndata: once\n\n")
	})
	handle("/cut", func(w http.ResponseWriter, _ *http.Request, before int) {
		if before > 1 {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		if before == 1 {
			_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"+
				"20\r\nretry: 1\ndata: half\n\n")
		}
	})
	handle("/status", func(w http.ResponseWriter, r *http.Request, _ int) {
		status, _ := strconv.Atoi(r.FormValue("status"))
		w.WriteHeader(status)
	})
	handle("/to", func(w http.ResponseWriter, r *http.Request, _ int) {
		http.Redirect(w, r, r.FormValue("url"), http.StatusTemporaryRedirect)
	})
	handle("/loop", func(w http.ResponseWriter, r *http.Request, _ int) { http.Redirect(w, r, "/loop", http.StatusFound) })
	handle("/headers", func(w http.ResponseWriter, r *http.Request, _ int) {
		user, password, _ := r.BasicAuth()
		_, _ = fmt.Fprintf(w, "data: %s %s %s %s:%s\n\n", r.Header.Get("Accept"), r.Header.Get("Cache-Control"), r.UserAgent(), user, password)
		stay(w, r)
	})
	handle("/silent", func(w http.ResponseWriter, r *http.Request, _ int) {
		select {
		case <-r.Context().Done():
		case <-over.Done():
		}
	})
	handle("/endless", func(w http.ResponseWriter, r *http.Request, _ int) {
		_, _ = io.WriteString(w, r.FormValue("begin"))
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, strings.Repeat(r.FormValue("text"), 1000)); err != nil {
				return
			}
		}
	})
	handle("/many", func(w http.ResponseWriter, r *http.Request, _ int) {
		n, _ := strconv.Atoi(r.FormValue("n"))
		for i := range n {
			if _, err := fmt.Fprintf(w, "data:%d\n\n", i); err != nil {
				return
			}
		}
		stay(w, r)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// watch lists what happens to an EventSource, until there is as much as is wanted.
const watch = `globalThis.watch = (source, count, types = []) => new Promise(resolve => {
	const seen = [];
	const saw = text => { seen.push(text); if (seen.length === count) { source.close(); resolve(seen); } };
	source.onopen = () => saw('open ' + source.readyState);
	source.onerror = e => saw('error ' + source.readyState);
	for (const type of ['message', ...types]) source.addEventListener(type, e => saw(e.type + ' ' + e.data + ' ' + e.lastEventId));
});`

func TestEventSource(t *testing.T) {
	p := newPage(t, web.Options{})
	p.eval(watch)
	url := newStreams(t)
	text := func(s string) string { return "'URL/text?text=' + encodeURIComponent(" + strconv.Quote(s) + ")" }
	p.cases(url, [][2]string{
		{`return ['/x', '', 'x', 'http://'].map(u => name(() => new EventSource(u)))`, "SyntaxError|SyntaxError|SyntaxError|SyntaxError"},
		{`return [name(() => new EventSource()), name(() => EventSource('http://h/')), name(() => new EventSource(Symbol())), EventSource.CONNECTING, ` +
			`EventSource.OPEN, EventSource.CLOSED, EventSource.prototype.OPEN, EventSource.length]`, "TypeError|TypeError|TypeError|0|1|2|1|1"},
		{
			`const s = new EventSource('http://127.0.0.1:1/ä', {withCredentials: true}); const seen = [s.url, s.withCredentials, s.readyState, s.onmessage, ` +
				`String(s)]; s.close(); return [...seen, s.readyState, new EventSource('data:,').withCredentials]`,
			"http://127.0.0.1:1/%C3%A4|true|0|null|[object EventSource]|2|false",
		},
		{`return watch(new EventSource(` + text("id: 1\ndata: a\ndata: b\n\nevent: add\ndata: c\n\nevent: other\ndata: d\n\ndata: ü\n\n") +
			`), 4, ['add'])`, "open 1|message a\nb 1|add c 1|message ü 1"},
		{`return watch(new EventSource('URL/text?text=data:%FF%E2%82x%0A%0A'), 2)`, "open 1|message \ufffd\ufffdx "},
		{
			`const s = new EventSource(` + text("data: x\n\n") + `); return new Promise(done => { s.onmessage = function (e) { ` +
				`done([e instanceof MessageEvent, e.isTrusted, e.target === s, this === s, e.origin === 'URL/'.slice(0, -1), e.cancelable]); s.close(); } })`,
			"true|true|true|true|true|false",
		},
		{`return watch(new EventSource('URL/resumed'), 8)`, `open 1|message after "" 0|error 0|open 1|message after "0" ` +
			`1|error 0|open 1|message after "1" 2`},
		{`return watch(new EventSource('URL/stops'), 4)`, "open 1|message once |error 0|error 2"},
		{`const s = new EventSource('URL/to?url=/text?text=data:x%250A%250A'); return watch(s, 2)`, "open 1|message x "},
		{`return watch(new EventSource('URL/headers'), 2)`, "open 1|message text/event-stream no-store fwrun : "},
		{`return watch(new EventSource('URL/headers'.replace('//', '//us:p%40@')), 2)`, "open 1|message text/event-stream no-store fwrun us:p@ "},
		{`return watch(new EventSource('URL/text?type=TEXT/Event-Stream;x=y&text=data:x%0A%0A'), 2)`, "open 1|message x "},
		{`const seen = []; for (const kind of ['text/plain', 'text/event-streams', 'x', 'text/event-stream,text/html']) seen.push(...await watch(new ` +
			`EventSource('URL/text?type=' + kind), 1)); return seen`, "error 2|error 2|error 2|error 2"},
		{`const seen = []; for (const status of [201, 204, 205, 304, 400, 404, 500, 503]) seen.push(...await watch(new ` +
			`EventSource('URL/status?status=' + status), 1)); return seen`, strings.Repeat("|error 2", 8)[1:]},
		{`const s = new EventSource('URL/many?n=100'); let n = 0; return new Promise(done => { s.onmessage = e => { n++; if (e.data === '9') { ` +
			`s.close(); setTimeout(() => done([n, s.readyState]), 20); } } })`, "10|2"},
		{`const s = new EventSource('URL/text?text='); s.close(); let n = 0; s.onopen = s.onerror = () => n++; await new Promise(done => ` +
			`setTimeout(done, 50)); return n`, "0"},
		{`return watch(new EventSource('ftp://127.0.0.1/'), 1)`, "error 2"},
		{`return watch(new EventSource('data:text/event-stream,data:x'), 1)`, "error 2"},
	})
}

func TestEventSourceTriesAgain(t *testing.T) {
	p := newPage(t, web.Options{Fetch: web.Client{Timeout: 100 * time.Millisecond}})
	p.eval(watch)
	p.cases(newStreams(t), [][2]string{
		{`return watch(new EventSource('URL/silent'), 1)`, "error 0"},
		{`return watch(new EventSource('URL/loop'), 1)`, "error 0"},
		{`return watch(new EventSource('http://127.0.0.1:1/'), 1)`, "error 0"},
		{`const s = new EventSource('http://us:secret@127.0.0.1:1/secret'); return new Promise(done => { s.onerror = e => { ` +
			`done(e.message); s.close(); } })`, "dial tcp 127.0.0.1:1: connect: connection refused"},
		{
			`const s = new EventSource('URL/silent'); return new Promise(done => { s.onerror = e => { done(e.message); s.close(); } })`,
			"the answer took longer than 100ms",
		},
	})
	p.cases(newStreams(t), [][2]string{
		{`return watch(new EventSource('URL/cut'), 1)`, "error 0"}, // its first try; the second comes seconds later
		{`return watch(new EventSource('URL/cut'), 3)`, "open 1|message half |error 0"},
	})
}

// TestEventSourceIsBounded: what is endless ends, or is read no faster than the script handles it.
func TestEventSourceIsBounded(t *testing.T) {
	p := newPage(t, web.Options{Sockets: sockets.Options{MaxMessage: 200_000}})
	p.eval(watch)
	why := func(path string) string {
		return `const s = new EventSource('URL/` + path + `'); return new Promise(done => { s.onerror = e => done(e.message + ' ' + s.readyState); })`
	}
	const tooLong = "an event is longer than http.client.max-message-bytes 2"
	p.cases(newStreams(t), [][2]string{
		{why("endless?text=xxxxxxx"), tooLong},
		{why("endless?begin=data:&text=xxxxxxx"), tooLong},
		{why("endless?text=data:x%0A"), tooLong},
		{why("endless?begin=event:&text=xxxxxxx"), tooLong},
		{why("endless?begin=id:&text=xxxxxxx"), tooLong},
		{`const s = new EventSource('URL/endless?text=:%0A'); return new Promise(done => { s.onopen = () => setTimeout(() => { ` +
			`done(s.readyState); s.close(); }, 100) })`, "1"},
		{`const s = new EventSource('URL/endless?text=data:x%0A%0A'); let n = 0; return new Promise(done => { s.onmessage = () => { ` +
			`if (++n === 20000) { s.close(); done(n); } } })`, "20000"},
		{`const s = new EventSource('URL/many?n=50000'); let sum = 0; return new Promise(done => { s.onmessage = e => { sum += +e.data; ` +
			`if (e.data === '49999') { s.close(); done(sum); } } })`, "1249975000"},
	})
}
