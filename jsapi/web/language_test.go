package web_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

func TestTemporal(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`return Temporal.PlainDate.from('2024-02-29').add({years: 1}).toString()`, "2025-02-28"},
		{`return Temporal.ZonedDateTime.from('2024-03-31T01:30[Europe/Berlin]').add({hours: 1}).toString()`, "2024-03-31T03:30:00+02:00[Europe/Berlin]"},
		{`return Temporal.Instant.fromEpochMilliseconds(0).until('1970-01-02T00:00Z', {largestUnit: 'hour'}).toString()`, "PT24H"},
		{`return Temporal.Duration.from('P1M').total({unit: 'days', relativeTo: '2024-02-01'})`, "29"},
		{`return Temporal.PlainDate.from('2024-02-29').withCalendar('hebrew').monthCode`, "M05L"},
		{`return new Temporal.PlainDate(2024, 2, 29).toLocaleString('de', {dateStyle: 'long'})`, "29. Februar 2024"},
		{`Temporal; return new Intl.DateTimeFormat('en', {dateStyle: 'medium'}).format(new Temporal.PlainDate(2024, 2, 29))`, "Feb 29, 2024"},
		{`return new Date(0).toTemporalInstant().toString()`, "1970-01-01T00:00:00Z"},
		{`const d = Object.getOwnPropertyDescriptor(globalThis, 'Temporal'); return [d.writable, d.enumerable, d.configurable]`, "true|false|true"},
		{`return Math.abs(Temporal.Now.instant().epochMilliseconds - Date.now()) < 1000`, "true"},
		{`try { Temporal.PlainDate.from('2024-02-30', {overflow: 'reject'}) } catch (e) { return e.name }`, "RangeError"},
		{`return Temporal.PlainTime.from('12:00').toJSON() + JSON.stringify({d: Temporal.PlainYearMonth.from('2024-02')})`, `12:00:00{"d":"2024-02"}`},
	})
}

func TestDisposal(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const seen = []; const stack = new DisposableStack(); stack.defer(() => seen.push('deferred'));
		  stack.adopt('file', f => seen.push(f)); stack.use({[Symbol.dispose]() { seen.push('used') }}); stack.use(null);
		  stack.dispose(); stack.dispose(); return [...seen, stack.disposed]`, "used|file|deferred|true"},
		{`const stack = new DisposableStack(); stack.defer(() => { throw 1 }); stack.defer(() => { throw 2 });
		  try { stack.dispose() } catch (e) { return [e instanceof SuppressedError, e instanceof Error, e.error, e.suppressed] }`, "true|true|1|2"},
		{`const a = new DisposableStack(); let n = 0; a.defer(() => n++); const b = a.move(); a.dispose(); const before = n; b[Symbol.dispose]();
		  return [before, n, a.disposed]`, "0|1|true"},
		{`const a = new DisposableStack(); a.dispose(); try { a.use(null) } catch (e) { return e.name }`, "ReferenceError"},
		{`try { new DisposableStack().use({}) } catch (e) { return e.name }`, "TypeError"},
		{`const seen = []; const stack = new AsyncDisposableStack(); stack.defer(async () => { await null; seen.push(1) });
		  stack.use({async [Symbol.asyncDispose]() { await null; seen.push(2) }}); stack.use({[Symbol.dispose]() { seen.push(3) }});
		  await stack.disposeAsync(); return seen`, "3|2|1"},
		{`const e = SuppressedError(1, 2, 'why'); return [e.message, e.error, e.suppressed, e.name, Object.keys(e).length, SuppressedError.length,
			Object.prototype.toString.call(e), e.stack.includes('user.js')]`, "why|1|2|SuppressedError|0|3|[object Error]|true"},
	})
}

func TestWeakSymbols(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`const s = Symbol('s'), m = new WeakMap([[s, 1]]); const had = m.has(s); return [had, m.get(s), m.get(Symbol('s')), m.delete(s), m.has(s)]`,
			"true|1|undefined|true|false",
		},
		{
			`const s = Symbol('s'); return [new WeakSet([s]).has(s), new WeakSet().has(s), new WeakSet([Symbol.iterator]).has(Symbol.iterator)]`,
			"true|false|true",
		},
		{`try { new WeakMap().set(Symbol.for('s'), 1) } catch (e) { return [e.name, new WeakMap().has(Symbol.for('s'))] }`, "TypeError|false"},
		{`try { new WeakSet().add(1) } catch (e) { return e.name }`, "TypeError"},
		{`const s = Symbol('s'); return new WeakRef(s).deref() === s`, "true"},
		{`try { new WeakRef(Symbol.for('s')) } catch (e) { return e.name }`, "TypeError"},
		{`const s = Symbol('s'); const r = new FinalizationRegistry(() => {}); r.register(s, 1, s); return r.unregister(s)`, "true"},
	})
}

func TestHalves(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`return [1.337, 65504, 65519, 65520, 2 ** -24, 2 ** -25, 2 ** -25 * 1.01, -1e-9].map(Math.f16round).map(n => Object.is(n, -0) ? '-0' : n)`,
			"1.3369140625|65504|65504|Infinity|5.960464477539063e-8|0|5.960464477539063e-8|-0",
		},
		{`const v = new DataView(new ArrayBuffer(4)); v.setFloat16(0, 1.337); v.setFloat16(2, NaN, true);
		  return [v.getUint16(0).toString(16), v.getFloat16(0), v.getFloat16(2, true)]`, "3d59|1.3369140625|NaN"},
		{`try { new DataView(new ArrayBuffer(2)).getFloat16(1) } catch (e) { return e.name }`, "RangeError"},
	})
}

func TestIteratorConcat(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`return Iterator.concat([1, 2], new Set([3]), new Map([[4, 5]]).values()).map(n => n * 2).toArray()`, "2|4|6|10"},
		{`try { Iterator.concat([1], 'text') } catch (e) { return e.name }`, "TypeError"},
		{`let ended = 0; const source = {*[Symbol.iterator]() { try { yield 1; yield 2 } finally { ended++ } }};
		  for (const one of Iterator.concat([0], source)) if (one === 1) break; return ended`, "1"},
		{`let opened = 0; const c = Iterator.concat({[Symbol.iterator]() { opened++; return [][Symbol.iterator]() }}); c.return(); return opened`, "0"},
	})
}

func TestFloat16Array(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const a = new Float16Array([1.337, 65520, -0, NaN]); return [...a].map(n => Object.is(n, -0) ? '-0' : n)`, "1.3369140625|Infinity|-0|NaN"},
		{
			`const a = new Float16Array(3); a[1] = 0.1; return [a.length, a.byteLength, a[1], a instanceof Float16Array, String(a), a.constructor.name,
			Object.prototype.toString.call(a), ArrayBuffer.isView(a)]`,
			"3|6|0.0999755859375|true|0,0.0999755859375,0|Float16Array|[object Float16Array]|true",
		},
		{`const a = Float16Array.of(3, 1, NaN, -1, 0, -0); return [...a.sort()].map(n => Object.is(n, -0) ? '-0' : n)`, "-1|-0|0|1|3|NaN"},
		{`const a = Float16Array.from({length: 20000}, (_, i) => (i * 7919) % 1000 - 500); a.sort(); let fine = true;
		  for (let i = 1; i < a.length; i++) fine &&= a[i - 1] <= a[i]; return [fine, a[0], a.toSorted()[19999]]`, "true|-500|499"},
		{`const a = new Float16Array([1, 2.5, 3]); return [a.map(n => n / 2).constructor.name, a.slice(1)[0], a.subarray(2)[0], a.includes(2.5),
			a.indexOf(3), a.includes(1.1), a.with(0, 9.5)[0], a.toReversed()[0], a.fill(0.5)[2]]`, "Float16Array|2.5|3|true|2|false|9.5|3|0.5"},
		{`const a = new Float16Array(new Float32Array([1.5, 2.5])), b = new Float32Array(a), c = new Uint8Array(a); a.set(new Float64Array([7.25]), 1);
		  return [b[1], c[1], a[1], new Float16Array(a.buffer, 2, 1)[0], new DataView(a.buffer).getFloat16(2, true)]`, "2.5|2|7.25|7.25|7.25"},
		{
			`return [Float16Array.BYTES_PER_ELEMENT, Float16Array.length, Float16Array.name, Object.getPrototypeOf(Float16Array) ===
			Object.getPrototypeOf(Uint8Array), structuredClone(new Float16Array([1.5]))[0], JSON.stringify(new Float16Array([1.5]))]`,
			`2|3|Float16Array|true|1.5|{"0":1.5}`,
		},
		{`class Mine extends Float16Array {} const m = new Mine([1.5]); return [m instanceof Mine, m.map(n => n) instanceof Mine, m[0]]`, "true|true|1.5"},
		{`try { new Float16Array(new BigInt64Array(1)) } catch (e) { return e.name }`, "TypeError"},
		{`try { new Float16Array(2 ** 40) } catch (e) { return e.name }`, "RangeError"},
	})
}

func TestResizableBuffers(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const b = new ArrayBuffer(4, {maxByteLength: 8}); return [b.resizable, b.maxByteLength, b.byteLength, b.detached, new ArrayBuffer(4).resizable,
			new ArrayBuffer(4).maxByteLength]`, "true|8|4|false|false|4"},
		{
			`const b = new ArrayBuffer(4, {maxByteLength: 8}), rest = new Uint8Array(b, 1), two = new Uint8Array(b, 2, 2), view = new DataView(b, 3);
		  const seen = () => [rest.length, rest.byteOffset, two.length, two.byteOffset].join(); const all = [seen()];
		  b.resize(8); rest[6] = 9; all.push(seen(), view.byteLength); b.resize(3); all.push(seen()); b.resize(0); all.push(seen(), rest[0]);
		  b.resize(8); all.push(seen(), rest[6]); return all.join(';')`,
			"3,1,2,2;7,1,2,2;5;2,1,0,0;0,0,0,0;;7,1,2,2;0",
		},
		{`const b = new ArrayBuffer(4, {maxByteLength: 8}), two = new Uint8Array(b, 2, 2), v = new DataView(b, 2); b.resize(1); const names = [];
		  for (const use of [() => two.fill(1), () => two.at(0), () => new Uint8Array(two), () => v.byteLength, () => v.getUint8(0), () => [...two.keys()]])
		    try { use(); names.push('fine') } catch (e) { names.push(e.name) }
		  return names`, "TypeError|TypeError|TypeError|TypeError|TypeError|TypeError"},
		{`const b = new ArrayBuffer(4, {maxByteLength: 8}); const t = new Int16Array(b).subarray(1); b.resize(8); return [t.length, t.byteOffset,
			new Int16Array(b).subarray(0, 2).length]`, "3|2|2"},
		{
			`const b = new ArrayBuffer(0, {maxByteLength: 2 ** 32}); b.resize(2 ** 20); try { b.resize(2 ** 31) } catch (e) { return [e.name, b.byteLength] }`,
			"RangeError|1048576",
		},
		{`const names = []; for (const make of [() => new ArrayBuffer(9, {maxByteLength: 8}), () => new ArrayBuffer(0, {maxByteLength: 2 ** 50}),
			() => new ArrayBuffer(8).resize(1), () => new ArrayBuffer(1, {maxByteLength: 2}).resize(3), () => new ArrayBuffer(0, {maxByteLength: -1})])
		    try { make(); names.push('fine') } catch (e) { names.push(e.name) }
		  return names`, "RangeError|RangeError|TypeError|RangeError|RangeError"},
		{`const b = new ArrayBuffer(2), v = new Uint8Array(b); v[1] = 7; const c = b.transfer(4); return [b.detached, b.byteLength, v.length, c.byteLength,
			new Uint8Array(c)[1], c.resizable]`, "true|0|0|4|7|false"},
		{`const b = new ArrayBuffer(2, {maxByteLength: 8}), c = b.transfer(); c.resize(8); const d = c.transferToFixedLength(); return [c.detached,
			d.byteLength, d.resizable, b.maxByteLength]`, "true|8|false|0"},
		{`const b = new ArrayBuffer(1); b.transfer(); try { b.transfer() } catch (e) { return e.name }`, "TypeError"},
		{`const b = new ArrayBuffer(8, {maxByteLength: 8}), v = new Uint8Array(b); v.fill(1);
		  v.fill({valueOf() { b.resize(2); return 5 }}); b.resize(8); return [...v]`, "5|5|0|0|0|0|0|0"},
		{`const b = new ArrayBuffer(4096, {maxByteLength: 8192}), v = new Uint8Array(b);
		  try { v.copyWithin(0, {valueOf() { b.resize(1); return 4000 }}) } catch (e) { return e.name } return v.length`, "1"},
		{`const f = (b => { b.resize(8); return new Float16Array(b).length })(new ArrayBuffer(4, {maxByteLength: 8})); return f`, "4"},
		{`class Mine extends ArrayBuffer {} const m = new Mine(1, {maxByteLength: 2}); m.resize(2); return [m instanceof Mine, m.byteLength]`, "true|2"},
	})
}

func TestSharedMemory(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const s = new SharedArrayBuffer(8), a = new Int32Array(s); return [a.length, String(s), s.byteLength, s instanceof ArrayBuffer, a.buffer === s,
			s.growable, s.slice(4).byteLength]`, "2|[object SharedArrayBuffer]|8|false|true|false|4"},
		{`const s = new SharedArrayBuffer(4, {maxByteLength: 8}), a = new Uint8Array(s); s.grow(8); try { s.grow(4) } catch (e) {
			return [a.length, s.maxByteLength, s.growable, e.name] }`, "8|8|true|RangeError"},
		{
			`const a = new Int32Array(new SharedArrayBuffer(8)); return [Atomics.add(a, 0, 5), Atomics.sub(a, 0, 2), Atomics.or(a, 0, 8), Atomics.xor(a, 0, 1),
			Atomics.and(a, 0, 6), Atomics.exchange(a, 0, 9), Atomics.compareExchange(a, 0, 9, 4), Atomics.load(a, 0), Atomics.store(a, 1, 3.7), a[1]]`,
			"0|5|3|11|10|2|9|4|3|3",
		},
		{`const a = new BigInt64Array(1); Atomics.add(a, 0, 5n); return [Atomics.load(a, 0), Atomics.isLockFree(4)]`, "5|true"},
		{
			`const a = new Int32Array(new SharedArrayBuffer(4)); const w = Atomics.waitAsync(a, 0, 0); const woken = Atomics.notify(a, 0);
		  return [w.async, woken, await w.value, Atomics.waitAsync(a, 0, 1).value, await Atomics.waitAsync(a, 0, 0, 1).value, Atomics.notify(a, 0)]`,
			"true|1|ok|not-equal|timed-out|0",
		},
		{
			`try { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1) } catch (e) { return [e.name, e.message] }`,
			"TypeError|Atomics.wait cannot be called here: nobody else could wake this worker; use Atomics.waitAsync",
		},
		{`const names = []; const s = new SharedArrayBuffer(8); const size = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;
		  for (const use of [() => Atomics.add(new Float64Array(1), 0, 1), () => Atomics.load(new Int8Array(1), 1), () => size.call(s),
			() => ArrayBuffer.prototype.slice.call(s), () => ArrayBuffer.prototype.resize.call(s, 1), () => structuredClone(s, {transfer: [s]}),
			() => new SharedArrayBuffer(2 ** 40), () => SharedArrayBuffer.prototype.slice.call(new ArrayBuffer(1))])
		    try { use(); names.push('fine') } catch (e) { names.push(e.name) }
		  return names`, "TypeError|RangeError|TypeError|TypeError|TypeError|DataCloneError|RangeError|TypeError"},
		{`const s = new SharedArrayBuffer(2), c = structuredClone({s}).s; new Uint8Array(c)[0] = 7; return new Uint8Array(s)[0]`, "7"},
		{
			`const c = new BroadcastChannel('x'); try { c.postMessage(new SharedArrayBuffer(1)) } catch (e) { return e.name } finally { c.close() }`,
			"DataCloneError",
		},
		{`return new TextDecoder().decode(new Uint8Array(new SharedArrayBuffer(2)).fill(65))`, "AA"},
	})
}

func TestJSONSources(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`return JSON.stringify({big: JSON.rawJSON('12345678901234567890'), text: JSON.rawJSON('"a"'), list: [JSON.rawJSON('1e1000')]})`,
			`{"big":12345678901234567890,"text":"a","list":[1e1000]}`,
		},
		{`const r = JSON.rawJSON('1'); return [JSON.isRawJSON(r), JSON.isRawJSON({rawJSON: '1'}), JSON.isRawJSON(), Object.isFrozen(r),
			Object.getPrototypeOf(r), r.rawJSON, JSON.stringify(r)]`, "true|false|false|true|null|1|1"},
		{`const names = []; for (const text of ['', ' 1', '1\n', '{}', '[]', 'x', '1 2', undefined]) try { JSON.rawJSON(text);
			names.push('fine') } catch (e) { names.push(e.name) } return names.every(n => n === 'SyntaxError')`, "true"},
		{`return JSON.parse('{"big": 12345678901234567890, "n": [1.0, "a\\u0062", null, true]}', (key, value, {source}) =>
			typeof value === 'number' ? source : Object(value) === value ? value : source).n.join() `, `1.0,"a\u0062",null,true`},
		{`return JSON.parse('12345678901234567890', (k, v, {source}) => BigInt(source))`, "12345678901234567890"},
		{`const seen = []; JSON.parse('{"a": 1, "b": 2, "c": {"d": 3}}', function (k, v, context) { if (k === 'a') { this.b = 5; this.c = {d: 3} }
		  if (k) seen.push(k + ':' + context.source) ; return v }); return seen`, "a:1|b:undefined|d:undefined|c:undefined"},
		{`return JSON.stringify(JSON.parse('{"a": 1, "a": 2, "b": [1, 2, 3]}', (k, v, c) => v === 2 ? undefined : v))`, `{"b":[1,null,3]}`},
		{`const order = []; JSON.parse('{"x": [1, {"y": 2}]}', (k, v) => { order.push(k); return v }); return order.join()`, "0,y,1,x,"},
		{`const o = JSON.parse('{"__proto__": 1}', (k, v) => v); return [Object.keys(o), o.__proto__]`, "__proto__|1"},
		{`try { JSON.parse('[1', (k, v) => v) } catch (e) { return e.name }`, "SyntaxError"},
		{`try { JSON.parse('['.repeat(20000), (k, v) => v) } catch (e) { return e.name }`, "SyntaxError"},
		{`return JSON.parse.length + JSON.rawJSON.name + JSON.isRawJSON.length`, "2rawJSON1"},
	})
}

func TestCallSites(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`Error.prepareStackTrace = (error, sites) => sites; const [site] = (function named() { return new TypeError('x') })().stack;
		  delete Error.prepareStackTrace; return [site.getFunctionName(), site.getFileName(), site.getLineNumber(), site.getColumnNumber() > 0,
			String(site), site.isNative(), site.getTypeName(), site.getThis(), Object.keys(site).length]`,
			"named|user.js|1|true|named (user.js:1:108)|false|null|undefined|0",
		},
		{`const {prepareStackTrace} = Error; Error.prepareStackTrace = (_, sites) => sites; const {stack} = Error('called'); Error.prepareStackTrace =
			prepareStackTrace; return [Array.isArray(stack), typeof new Error('x').stack, prepareStackTrace]`, "true|string|undefined"},
		{`Error.prepareStackTrace = (e, sites) => e.message + new Error('inner').message + sites.length; Error.stackTraceLimit = 0;
		  class Mine extends Error {} const {stack} = new Mine('outer'); delete Error.prepareStackTrace; return stack`, "outerinner0"},
		{`Error.prepareStackTrace = (e) => 'prepared'; let stack; try { null.x } catch (e) { stack = e.stack } delete Error.prepareStackTrace;
		  return [stack, new Error('x').stack === 'prepared']`, "prepared|false"},
		{`Error.prepareStackTrace = () => { throw new RangeError('mine') }; let name; try { new Error('x').stack } catch (e) { name = e.name }
		  delete Error.prepareStackTrace; return name`, "RangeError"},
	})
}
