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
		{`const s = Symbol('s'), m = new WeakMap([[s, 1]]); const had = m.has(s); return [had, m.get(s), m.get(Symbol('s')), m.delete(s), m.has(s)]`,
			"true|1|undefined|true|false"},
		{`const s = Symbol('s'); return [new WeakSet([s]).has(s), new WeakSet().has(s), new WeakSet([Symbol.iterator]).has(Symbol.iterator)]`,
			"true|false|true"},
		{`try { new WeakMap().set(Symbol.for('s'), 1) } catch (e) { return [e.name, new WeakMap().has(Symbol.for('s'))] }`, "TypeError|false"},
		{`try { new WeakSet().add(1) } catch (e) { return e.name }`, "TypeError"},
		{`const s = Symbol('s'); return new WeakRef(s).deref() === s`, "true"},
		{`try { new WeakRef(Symbol.for('s')) } catch (e) { return e.name }`, "TypeError"},
		{`const s = Symbol('s'); const r = new FinalizationRegistry(() => {}); r.register(s, 1, s); return r.unregister(s)`, "true"},
	})
}

func TestHalves(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`return [1.337, 65504, 65519, 65520, 2 ** -24, 2 ** -25, 2 ** -25 * 1.01, -1e-9].map(Math.f16round).map(n => Object.is(n, -0) ? '-0' : n)`,
			"1.3369140625|65504|65504|Infinity|5.960464477539063e-8|0|5.960464477539063e-8|-0"},
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
