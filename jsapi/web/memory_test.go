package web_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/web"
)

// TestStreamsTakeLittleMemory: 100 MB through a TransformStream, through compression, and from one connection to another.
func TestStreamsTakeLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector, which needs memory of its own")
	}
	// The garbage that may pile up depends on what other tests keep alive.
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	source := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		piece := make([]byte, 100_000)
		for range 1000 {
			_, _ = w.Write(piece)
		}
	}))
	defer source.Close()
	f := newFlow(t)
	p := newPage(t, web.Options{})
	_ = p.Runtime.Set("S", source.URL)
	_ = p.Runtime.Set("T", f.URL+"/take")
	const count = `let n = 0; const count = new WritableStream({write(c) { n += c.byteLength }}); `
	for name, script := range map[string]string{
		"transform": count + `await (await fetch(S)).body.pipeThrough(new TransformStream({transform(c, o) { o.enqueue(c.slice()) }})).pipeTo(count); ` +
			`return n`,
		"made": count + `let i = 0; await new ReadableStream({pull(c) { i++ < 1000 ? c.enqueue(new Uint8Array(1e5)) : c.close() }}).pipeThrough(new ` +
			`TransformStream()).pipeTo(count); return n`,
		"squeezed": count + `let i = 0; await new ReadableStream({pull(c) { i++ < 1000 ? c.enqueue(new Uint8Array(1e5)) : c.close() }}).pipeThrough(new
			CompressionStream('gzip'))
		  .pipeThrough(new DecompressionStream('gzip')).pipeTo(count); return n`,
		"proxied": `const r = await fetch(S); const a = await fetch(T, {method: 'POST', body: r.body, duplex: 'half'}); return parseInt(await a.text())`,
	} {
		runtime.GC()
		most, stop := watchHeap()
		got := p.eval(script)
		grown := stop()
		if got != "100000000" {
			t.Errorf("%s: %s bytes", name, got)
		}
		if grown > 30<<20 {
			t.Errorf("%s: the heap grew by %d MiB", name, grown>>20)
		}
		t.Logf("%s: %d MiB", name, most.Load()>>20)
	}
}

// watchHeap records how much the live heap and its garbage grow, until stop is called.
func watchHeap() (most *atomic.Int64, stop func() int64) {
	inUse := func() int64 {
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return int64(stats.HeapAlloc)
	}
	before, done, ended := inUse(), make(chan struct{}), make(chan struct{})
	most = new(atomic.Int64)
	go func() {
		defer close(ended)
		for tick := time.NewTicker(5 * time.Millisecond); ; {
			select {
			case <-tick.C:
				most.Store(max(most.Load(), inUse()-before))
			case <-done:
				tick.Stop()
				return
			}
		}
	}()
	return most, func() int64 {
		close(done)
		<-ended
		return most.Load()
	}
}
