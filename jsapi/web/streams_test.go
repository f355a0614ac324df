package web_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"strings"
	"testing"

	brotli "github.com/molecule-man/go-brrr"

	"github.com/fwrun/fwrun/jsapi/web"
)

// inText are functions for scripts of tests: drain returns the chunks of a stream, bytesOf those of a text.
const inText = `
const drain = async (stream) => { const all = []; for (const r = stream.getReader();;) { const {done, value} = await r.read(); if (done) return all;
  all.push(value) } };
const bytesOf = (text) => new TextEncoder().encode(text);
const text = (chunks) => { const d = new TextDecoder(); return chunks.map(c => d.decode(c, {stream: true})).join('') + d.decode() };
const ticks = async (n) => { for (let i = 0; i < n; i++) await null };
`

func TestStreams(t *testing.T) {
	cases := [][2]string{
		{`return drain(ReadableStream.from([1, 2, 3])).then(l => l.join())`, "1,2,3"},
		{
			`return drain(ReadableStream.from(new Set('ab')).pipeThrough(new TransformStream({transform(c, o) { o.enqueue(c + c) }}))).then(l => l.join())`,
			"aa,bb",
		},
		{`const s = new ReadableStream({type: 'bytes', pull(c) { c.enqueue(new Uint8Array([1, 2, 3])); c.close() }}); const r = s.getReader({mode: 'byob'});
		  const {value} = await r.read(new Uint8Array(2)); const rest = await r.read(new Uint8Array(2));
		    return [value, rest.value, (await r.read(new Uint8Array(1))).done]`, "1,2|3|true"},
		{`const [a, b] = ReadableStream.from('xy').tee(); return [await drain(a), await drain(b)]`, "x,y|x,y"},
		{`const s = ReadableStream.from('abc'); const i = s[Symbol.asyncIterator](); const first = await i.next(); await i.return(); ` +
			`return [first.value, s.locked, (await s.getReader().read()).done]`, "a|false|true"},
		{`const got = []; await ReadableStream.from('abc').pipeTo(new WritableStream({write(c) { got.push(c) }})); return got`, "a|b|c"},
		{`const why = []; const s = new ReadableStream({cancel(r) { why.push(r) }}); const c = new AbortController(); ` +
			`const p = s.pipeTo(new WritableStream({abort(r) { why.push(r) }}), {signal: c.signal}).catch(e => why.push(e)); ` +
			`c.abort('off'); await p; return why`, "off|off|off"},
		{`try { new ReadableStream({}, {size() { throw new Error('no size') }, highWaterMark: 1, }); const s = new ReadableStream({start(c) { ` +
			`c.enqueue(1) }}, {size() { throw new Error('no size') }}); } catch (e) { return e.message }`, "no size"},
		{
			`return [new CountQueuingStrategy({highWaterMark: 3}).size('x'), new ByteLengthQueuingStrategy({highWaterMark: 3}).size(new Uint8Array(5))]`,
			"1|5",
		},
		{`return ['ReadableStream', 'WritableStream', 'TransformStream', 'TextEncoderStream', 'TextDecoderStream', 'CompressionStream',
			'DecompressionStream']
		  .map(n => Object.prototype.toString.call(globalThis[n].prototype)).every((s, i) => /^\[object \w+Stream\]$/.test(s))`, "true"},
		{
			`return Object.keys(CompressionStream.prototype).join() + Object.keys(TextDecoderStream.prototype)`,
			"readable,writableencoding,fatal,ignoreBOM,readable,writable",
		},
		{`return ['ReadableStream', 'TransformStream', 'CompressionStream'].map(n => globalThis[n].length).join()`, "0,0,1"},
		// A stream of which one reads and another is locked out.
		{`const s = ReadableStream.from('a'); s.getReader(); try { s.getReader() } catch (e) { return [e.name, s.locked, ` +
			`await s.cancel().catch(e => e.name)] }`, "TypeError|true|TypeError"},
	}
	for i := range cases {
		cases[i][0] = inText + cases[i][0]
	}
	evalCases(t, web.Options{}, cases)
}

func TestTextStreams(t *testing.T) {
	cases := [][2]string{
		{`return text(await drain(ReadableStream.from(['ä\ud83d', '\ude00', 'x']).pipeThrough(new TextEncoderStream())))`, "ä😀x"},
		{`return text(await drain(ReadableStream.from(['\ud83d', 'x', '\ud83d']).pipeThrough(new TextEncoderStream())))`, "\uFFFDx\uFFFD"},
		{
			`return (await drain(ReadableStream.from([0xe4, 0xbd, 0xa0, 0x41].map(b => new Uint8Array([b]))).pipeThrough(new TextDecoderStream()))).join('|')`,
			"你|A",
		},
		{`return (await drain(ReadableStream.from([new Uint8Array(), bytesOf('\ufeffa')]).pipeThrough(new TextDecoderStream()))).join('|')`, "a"},
		{
			`return drain(ReadableStream.from([new Uint8Array([255])]).pipeThrough(new TextDecoderStream('utf-8', {fatal: true}))).catch(e => e.name)`,
			"TypeError",
		},
		{
			`return drain(ReadableStream.from([new Uint8Array([0xe4])]).pipeThrough(new TextDecoderStream('utf-8', {fatal: true}))).catch(e => e.name)`,
			"TypeError",
		},
		{`return drain(ReadableStream.from(['text']).pipeThrough(new TextDecoderStream())).catch(e => e.name)`, "TypeError"},
		{`return drain(ReadableStream.from([Symbol()]).pipeThrough(new TextEncoderStream())).catch(e => e.name)`, "TypeError"},
		{
			`const d = new TextDecoderStream('UTF-16', {ignoreBOM: 1}); return [d.encoding, d.fatal, d.ignoreBOM, new TextEncoderStream().encoding]`,
			"utf-16le|false|true|utf-8",
		},
		{`try { new TextDecoderStream('nothing') } catch (e) { return e.name }`, "RangeError"},
		{`return ['encoding', 'readable'].map(n => { try { return Object.getOwnPropertyDescriptor(TextEncoderStream.prototype, n).get.call({}) } ` +
			`catch (e) { return e.name } })`, "TypeError|TypeError"},
	}
	for i := range cases {
		cases[i][0] = inText + cases[i][0]
	}
	evalCases(t, web.Options{}, cases)
}

// coded returns what other implementations make of a text.
func coded(format, text string) []byte {
	var out bytes.Buffer
	var to io.WriteCloser
	switch format {
	case "gzip":
		to = gzip.NewWriter(&out)
	case "deflate":
		to = zlib.NewWriter(&out)
	case "brotli":
		to, _ = brotli.NewWriter(&out, 5)
	default:
		to, _ = flate.NewWriter(&out, 5)
	}
	_, _ = io.WriteString(to, text)
	_ = to.Close()
	return out.Bytes()
}

func TestCompressionStreams(t *testing.T) {
	long := strings.Repeat("a text that is long enough. ", 40_000)
	for _, format := range []string{"gzip", "deflate", "deflate-raw", "brotli"} {
		p := newPage(t, web.Options{})
		_ = p.Runtime.Set("long", long)
		_ = p.Runtime.Set("format", format)
		_ = p.Runtime.Set("coded", p.Runtime.NewArrayBuffer(coded(format, long)))
		for script, want := range map[string]string{
			`return text(await drain(ReadableStream.from([bytesOf(long)]).pipeThrough(new CompressionStream(format)).pipeThrough(new ` +
				`DecompressionStream(format)))) === long`: "true",
			`return text(await drain(ReadableStream.from(['a', '', 'b'].map(bytesOf)).pipeThrough(new CompressionStream(format)).pipeThrough(new ` +
				`DecompressionStream(format))))`: "ab",
			`return (await drain(ReadableStream.from([]).pipeThrough(new CompressionStream(format)).pipeThrough(new ` +
				`DecompressionStream(format)))).length`: "0",
			`return text(await drain(ReadableStream.from([coded]).pipeThrough(new DecompressionStream(format)))) === long`: "true",
			`return text(await drain(ReadableStream.from([...new Uint8Array(coded)].map(b => new Uint8Array([b]))).pipeThrough(new ` +
				`DecompressionStream(format)))) === long`: "true",
			`return drain(ReadableStream.from([coded.slice(0, -3)]).pipeThrough(new DecompressionStream(format))).catch(e => e.name)`:       "TypeError",
			`return drain(ReadableStream.from([]).pipeThrough(new DecompressionStream(format))).catch(e => e.name)`:                         "TypeError",
			`return drain(ReadableStream.from([coded, new Uint8Array(9)]).pipeThrough(new DecompressionStream(format))).catch(e => e.name)`: "TypeError",
			`return drain(ReadableStream.from(['text']).pipeThrough(new CompressionStream(format))).catch(e => e.name)`:                     "TypeError",
			`return drain(ReadableStream.from([1]).pipeThrough(new DecompressionStream(format))).catch(e => e.name)`:                        "TypeError",
			`const d = new DecompressionStream(format); const w = d.writable.getWriter(); const written = w.write(coded).catch(e => e); await ticks(10); ` +
				`await d.readable.cancel('enough'); return written`: "enough",
			`const d = new DecompressionStream(format); const w = d.writable.getWriter(); w.write(coded).catch(() => 1); await w.abort('enough'); ` +
				`return d.readable.getReader().read().catch(e => e)`: "enough",
			`const d = new DecompressionStream(format); const w = d.writable.getWriter(); const r = d.readable.getReader(); const first = r.read(); ` +
				`await w.write(coded.slice(0, 20)); return 'written'`: "written",
		} {
			if got := p.eval(inText + script); got != want {
				t.Errorf("%s: %s\n got %s\nwant %s", format, script, got, want)
			}
		}
	}
	evalCases(t, web.Options{}, [][2]string{
		{`try { new CompressionStream('zip') } catch (e) { return e.message }`, "CompressionStream constructor: the format 'zip' is not one of " +
			"brotli, deflate, deflate-raw, gzip"},
		{`try { new DecompressionStream() } catch (e) { return e.name }`, "TypeError"},
	})
}

// TestCodersAreCounted: what compresses takes much memory, so there are few at a time; those that have ended make room.
func TestCodersAreCounted(t *testing.T) {
	p := newPage(t, web.Options{})
	const begin = `const begin = () => { const c = new CompressionStream('gzip'); const w = c.writable.getWriter(); const r = c.readable.getReader(); ` +
		`r.read().catch(() => 1); return {w, begun: w.write(new Uint8Array(1))} };`
	if got := p.eval(begin + `const all = []; for (let i = 0; i < 100; i++) { all.push(begin());
		await all[i].begun } const over = await begin().begun.catch(e => e.message);
	  await all[0].w.abort(); await begin().begun; for (const c of all) await c.w.abort().catch(() => 1); return over`); !strings.Contains(got,
		"100 streams") {
		t.Error(got)
	}
}

// TestBombs: what a small text becomes is made by demand.
func TestBombs(t *testing.T) {
	var bomb bytes.Buffer
	to, _ := gzip.NewWriterLevel(&bomb, 9)
	zeros := make([]byte, 1<<20)
	for range 256 {
		_, _ = to.Write(zeros)
	}
	_ = to.Close()
	p := newPage(t, web.Options{})
	_ = p.Runtime.Set("bomb", p.Runtime.NewArrayBuffer(bomb.Bytes()))
	if got := p.eval(`const d = new DecompressionStream('gzip'); const w = d.writable.getWriter(); let written = false;
		w.write(bomb).then(() => { written = true }, () => {});
	  const r = d.readable.getReader(); let n = 0; for (let i = 0; i < 20; i++) n += (await r.read()).value.length; await r.cancel();
	    return [n <= 20 * 65536, written]`); got != "true|false" {
		t.Error(got)
	}
}
