package web_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

func TestStructuredClone(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const a = {x: [1, {y: 'z'}], n: null, u: undefined, b: 5n}; const b = structuredClone(a);
		  return [b !== a, b.x !== a.x, b.x[1].y, b.n, 'u' in b, b.b]`, "true|true|z|null|true|5"},
		{`const a = {}; a.self = a; a.list = [a, a]; const b = structuredClone(a); return [b.self === b, b.list[0] === b, b !== a]`, "true|true|true"},
		{`const shared = {}; const [a, b] = structuredClone([shared, shared]); return a === b && a !== shared`, "true"},
		{`const m = structuredClone(new Map([['k', {v: 1}], [{o: 1}, 2]])); return [m instanceof Map, m.get('k').v, m.size]`, "true|1|2"},
		{`const s = structuredClone(new Set([1, 'x', {}])); return [s instanceof Set, s.size, s.has('x')]`, "true|3|true"},
		{
			`const d = new Date(5); const c = structuredClone(d); return [c instanceof Date, c.getTime(), c !== d, isNaN(structuredClone(new Date(NaN)))]`,
			"true|5|true|true",
		},
		{`const r = structuredClone(/a.b/gi); return [r instanceof RegExp, r.source, r.flags, r.test('AxB')]`, "true|a.b|gi|true"},
		{
			`const e = structuredClone(new RangeError('no', {cause: {x: 1}})); return [e instanceof RangeError, e.name, e.message, e.cause.x]`,
			"true|RangeError|no|1",
		},
		{
			`class Mine extends Error { name = 'Mine' } const e = structuredClone(new Mine('m')); return [e instanceof Mine, e.name, e.message]`,
			"false|Error|m",
		},
		{`const u = new Uint16Array([1, 2, 3]).subarray(1); const c = structuredClone(u); c[0] = 9;
		  return [c instanceof Uint16Array, c.length, u[0], c.byteOffset, c.buffer.byteLength]`, "true|2|2|2|6"},
		{`const b = structuredClone({a: new ArrayBuffer(3), v: new DataView(new ArrayBuffer(4), 1)}); return [b.a.byteLength, ` +
			`b.v.byteLength, b.v.byteOffset]`, "3|3|1"},
		{
			`return [structuredClone(1), structuredClone('x'), structuredClone(null), structuredClone(undefined), structuredClone(true), structuredClone(1n)]`,
			"1|x|null|undefined|true|1",
		},
		{
			`const o = structuredClone(Object('abc')); return [typeof o, o.length, structuredClone(Object(false)).valueOf(), structuredClone(Object(4)) + 1]`,
			"object|3|false|5",
		},
		{`class P { x = 1; get y() { return 2 } } const c = structuredClone(new P); return [c instanceof P, c.x, c.y, ` +
			`Object.getPrototypeOf(c) === Object.prototype]`, "false|1|undefined|true"},
		{`return structuredClone({get x() { return 7 }}).x`, "7"},
		{`const c = structuredClone([1, , 3]); return [c.length, 1 in c]`, "3|false"},
		{`const a = [1, 2]; a.x = 3; a.length = 4; const c = structuredClone(a); return [c.length, c.x, Object.keys(c)]`, "4|3|0,1,x"},
		{
			`const a = Array(5000).fill({}); a[7] = a; const c = structuredClone(a); return [c.length, c[7] === c, c[8] === c[4999], c[0] !== a[0]]`,
			"5000|true|true|true",
		},
		{`for (const bad of [() => 1, Symbol('x'), {f() {}}, [Symbol.iterator], new WeakMap(), Promise.resolve(), class {}]) {
			try { structuredClone(bad); return 'cloned' } catch (e) { if (!(e instanceof DOMException) || e.name !== 'DataCloneError' || e.code !==
				25) return String(e) }
		  } return 'ok'`, "ok"},
		{`for (const bad of [new URL('http://example.com'), new Headers(), new EventTarget(), {a: [new Event('x')]}, AbortSignal.abort(),
			new (class extends EventTarget {})]) {
			try { structuredClone(bad); return String(bad) } catch (e) { if (e.name !== 'DataCloneError') return String(e) } } return 'ok'`, "ok"},
		{`let controller, bytes; const readable = new ReadableStream({start(c) { controller = c }});
			new ReadableStream({type: 'bytes', start(c) { bytes = c }});
		  for (const bad of [readable, new WritableStream(), new TransformStream(), controller, bytes, new ReadableStream().getReader(),
		    new WritableStream().getWriter(),
			new CountQueuingStrategy({highWaterMark: 1}), new TextEncoderStream(), new TextDecoderStream(), new CompressionStream('gzip'),
				new DecompressionStream('gzip'),
			{deep: [new Response('x').body]}, new Request('http://example.com'), new Response('x'), new FormData(), new URLPattern({pathname: '/'}),
				new MessageChannel(),
			new MessageChannel().port1, new TextEncoder(), new TextDecoder(), crypto, crypto.subtle, performance, navigator, new ErrorEvent('x'),
			new WebAssembly.Memory({initial: 1}), new WebAssembly.Table({initial: 1, element: 'anyfunc'}), new WebAssembly.Global({value: 'i32'}, 1),
			new Intl.NumberFormat(), new Intl.DateTimeFormat(), new Intl.Collator(), new Intl.Locale('en'), new Intl.Segmenter(), new Intl.PluralRules(),
			[].values(), new Map().entries(), new Set().values(), ''[Symbol.iterator](), 'a'.matchAll(/a/g), new URLSearchParams().keys(), (function* () {})(),
			new Proxy({}, {}), (function () { return arguments })(), new WeakSet(), new WeakRef({}), new FinalizationRegistry(() => {})]) {
			try { structuredClone(bad); return Object.prototype.toString.call(bad) } catch (e) { if (e.name !== 'DataCloneError') return String(e) } }
				return 'ok'`, "ok"},
		{`const m = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); const c = structuredClone(m);
		  return [c !== m, c instanceof WebAssembly.Module, new WebAssembly.Instance(c) instanceof WebAssembly.Instance]`, "true|true|true"},
		{
			`const memory = new WebAssembly.Memory({initial: 1}), b = memory.buffer, said = [structuredClone(b).byteLength,
				structuredClone(new Uint8Array(b, 0, 8)).length];
		  const {port1} = new MessageChannel();
		  for (const transfer of [() => structuredClone(b, {transfer: [b]}), () => structuredClone(1, {transfer: [b]}), () => port1.postMessage(b, [b]),
		    () => port1.postMessage(1, {transfer: [b]}),
			() => structuredClone(new Uint8Array(b), {transfer: [b]})]) {
			try { transfer(); said.push('transferred') } catch (e) { said.push(e.name) } }
		  return [...said, b.byteLength, memory.buffer === b, memory.grow(1), b.byteLength, structuredClone(memory.buffer).byteLength]`,
			"65536|8|DataCloneError|DataCloneError|DataCloneError|DataCloneError|DataCloneError|65536|true|1|0|131072",
		},
		{
			`const e = structuredClone(new DOMException('m', 'AbortError')); return [e instanceof DOMException, e.name, e.message, e.code]`,
			"true|AbortError|m|20",
		},
		{`const b = structuredClone(Object(5n)); return [typeof b, b + 1n]`, "object|6"},
		{`let deep = {}; for (let i = 0; i < 1e5; i++) deep = {deep}; try { structuredClone(deep) } catch (e) { return e.name }`, "RangeError"},
		{`try { structuredClone() } catch (e) { return e.name }`, "TypeError"},
	})
}
