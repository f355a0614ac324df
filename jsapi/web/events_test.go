package web_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/web"
)

func TestEvents(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`const e = new Event('x', {cancelable: true, bubbles: true}); return [e.type, e.bubbles, e.cancelable, e.composed, e.target, e.eventPhase, ` +
				`e.isTrusted, e.timeStamp >= 0]`,
			"x|true|true|false|null|0|false|true",
		},
		{`const t = new EventTarget(); const seen = [];
			t.addEventListener('x', e => seen.push(e.type, e.target === t, e.currentTarget === t, e.eventPhase));
		  const e = new Event('x'); const r = t.dispatchEvent(e); return [...seen, r, e.currentTarget, e.eventPhase]`, "x|true|true|2|true|null|0"},
		{`const t = new EventTarget(); let n = 0; const f = () => n++; t.addEventListener('x', f); t.addEventListener('x', f);
			t.addEventListener('x', f, {once: true, capture: true});
		  t.dispatchEvent(new Event('x')); t.dispatchEvent(new Event('x')); t.removeEventListener('x', f); t.dispatchEvent(new Event('x')); return n`, "3"},
		{`const t = new EventTarget(); t.addEventListener('x', e => e.preventDefault()); return [t.dispatchEvent(new Event('x')), ` +
			`t.dispatchEvent(new Event('x', {cancelable: true}))]`, "true|false"},
		{`const t = new EventTarget(); t.addEventListener('x', {handleEvent(e) { this.got = e.type }}); t.addEventListener('x', null); ` +
			`return t.dispatchEvent(new Event('x'))`, "true"},
		{`const t = new EventTarget(); let n = 0; t.addEventListener('x', e => { n++; e.stopImmediatePropagation() }); t.addEventListener('x', ` +
			`() => n++); t.dispatchEvent(new Event('x')); return n`, "1"},
		{`const t = new EventTarget(); const c = new AbortController(); let n = 0; t.addEventListener('x', () => n++, {signal: c.signal}); ` +
			`t.dispatchEvent(new Event('x')); c.abort(); t.dispatchEvent(new Event('x')); return n`, "1"},
		{
			`return [new CustomEvent('x', {detail: 5}).detail, new CustomEvent('x').detail, new CustomEvent('x') instanceof Event, String(new Event('x'))]`,
			"5|null|true|[object Event]",
		},
		{`class T extends EventTarget { fire() { return this.dispatchEvent(new CustomEvent('y')) } } let n = 0; const t = new T; t.addEventListener('y', ` +
			`() => n++); t.fire(); return n`, "1"},
		{`try { new Event() } catch (e) { return e.name }`, "TypeError"},
		{`try { new EventTarget().dispatchEvent({}) } catch (e) { return e.name }`, "TypeError"},
		{`try { Event('x') } catch (e) { return e.name }`, "TypeError"},
		{`return Object.getOwnPropertyNames(Event).concat(Object.getOwnPropertyNames(EventTarget)).filter(n => /dispatch|fire/.test(n)).length`, "0"},
	})
}

// TestHandlerAttributes: a handler has the place of its first setting until it is set to null.
func TestHandlerAttributes(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`const {signal} = new AbortController(); const s = AbortSignal.any([signal]); const seen = []; const say = text => () => { seen.push(text) };
		  s.onabort = say('first'); s.addEventListener('abort', say('middle')); s.onabort = say('replaced'); s.dispatchEvent(new Event('abort'));
		  s.onabort = null; s.onabort = say('last'); s.dispatchEvent(new Event('abort')); s.onabort = undefined; s.dispatchEvent(new Event('abort'));
		    return [...seen, s.onabort]`,
			"replaced|middle|middle|last|middle|null",
		},
		{
			`const s = AbortSignal.any([]); const none = {}; s.onabort = none; const kept = s.onabort === none;
			const fine = s.dispatchEvent(new Event('abort', {cancelable: true}));
		  s.onabort = () => false; return [kept, fine, s.dispatchEvent(new Event('abort', {cancelable: true})), s.dispatchEvent(new Event('abort'))]`,
			"true|true|false|true",
		},
	})
}

func TestAbort(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`const c = new AbortController(); const s = c.signal; const seen = [s.aborted, s.reason]; s.onabort = e => seen.push('on', e.isTrusted);
				s.addEventListener('abort', () => seen.push('listener'));
		  c.abort(); c.abort(); return [...seen, s.aborted, s.reason.name, s.reason.code, s.reason instanceof DOMException, s.reason instanceof Error]`,
			"false|undefined|on|true|listener|true|AbortError|20|true|true",
		},
		{`const c = new AbortController(); c.abort('why'); try { c.signal.throwIfAborted() } catch (e) { return e }`, "why"},
		{`const s = AbortSignal.abort(); return [s.aborted, s.reason.message]`, "true|This operation was aborted"},
		{
			`const s = AbortSignal.timeout(5); const r = await new Promise(r => s.addEventListener('abort', () => r(s.reason))); return [r.name, r.code]`,
			"TimeoutError|23",
		},
		{`const a = new AbortController(), b = new AbortController(); const any = AbortSignal.any([a.signal, b.signal]); b.abort('b'); a.abort('a'); ` +
			`return [any.aborted, any.reason]`, "true|b"},
		{`return AbortSignal.any([AbortSignal.abort('x'), new AbortController().signal]).reason`, "x"},
		{`const c = new AbortController(); const inner = AbortSignal.any([AbortSignal.any([c.signal])]); let n = 0; ` +
			`inner.onabort = () => n++; c.abort(); return n`, "1"},
		{`try { new AbortSignal() } catch (e) { return e.name + e.message }`, "TypeErrorIllegal constructor"},
		{`try { AbortSignal.timeout(-1) } catch (e) { return e.name }`, "TypeError"},
		{`const c = new AbortController(); c.signal.onabort = 5; const f = () => {}; c.signal.onabort = f; return [c.signal.onabort === f, ` +
			`'onabort' in AbortSignal.prototype]`, "true|true"},
		{
			`const e = new DOMException('m', 'AbortError'); return [e.name, e.message, e.code, DOMException.ABORT_ERR, e.ABORT_ERR, ` +
				`DOMException.DATA_CLONE_ERR, String(e), e instanceof Error, new DOMException().name, new DOMException('m', {name: 'X', cause: 1}).cause]`,
			"AbortError|m|20|20|20|25|AbortError: m|true|Error|1",
		},
	})
}

func TestLanguage(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`return JSON.stringify(Object.groupBy([1, 2, 3], n => n % 2 ? 'odd' : 'even')) + Map.groupBy([1, 2], n => n > 1).get(true)`,
			`{"odd":[1,3],"even":[2]}2`,
		},
		{`const {promise, resolve} = Promise.withResolvers(); resolve(3); return promise`, "3"},
		{`return Promise.try((a) => a, 4)`, "4"},
		{`return Array.fromAsync([Promise.resolve(1), 2], x => x * 2)`, "2|4"},
		{`return Array.fromAsync({[Symbol.asyncIterator]() { let n = 0; return {next: async () => ({done: n >= 2, value: n++})} }})`, "0|1"},
		{`return Array.fromAsync({length: 2, 0: 'a', 1: Promise.resolve('b')})`, "a|b"},
		{
			`return [typeof Symbol.asyncIterator, typeof Symbol.dispose, String(Symbol.asyncDispose), Object.keys(Promise).length]`,
			"symbol|symbol|Symbol(Symbol.asyncDispose)|0",
		},
		{
			`const map = Iterator.prototype.map, drop = Iterator.prototype.drop; return [() => map.call({}, x => x).next(), ` +
				`() => drop.call({ next: 1 }, 0).next()].map(f => { try { f() } catch (e) { return e.name } })`, "TypeError|TypeError",
		},
		{`function* n() { let i = 0; for (;;) yield i++ } return n().filter(x => x % 2).map(x => x * 10).drop(1).take(3).toArray()`, "30|50|70"},
		{`return [[1, 2, 3].values().reduce((a, b) => a + b), new Set([1]).values().some(x => x === 1), [1].values().every(x => x > 1), [1, ` +
			`2].values().find(x => x > 1), [[1], [2]].values().flatMap(x => x).toArray().join()]`, "6|true|false|2|1,2"},
		{`let n = 0; const i = Iterator.from({next: () => ({done: n > 2, value: n++})}); return [i instanceof Iterator, ` +
			`i.map(x => x + 1).toArray().join()]`, "true|1,2,3"},
		{`let closed = false; function* g() { try { yield 1; yield 2 } finally { closed = true } } g().take(1).toArray(); return closed`, "true"},
		{`try { [].values().take(-1).next() } catch (e) { return e.name }`, "RangeError"},
		{`const o = {}; const w = new WeakRef(o); return [w.deref() === o, String(w)]`, "true|[object WeakRef]"},
		{`try { new WeakRef(1) } catch (e) { return e.name }`, "TypeError"},
		{`const r = new FinalizationRegistry(() => {}); const t = {}; r.register({}, 1, t); return [r.unregister(t), r.unregister(t)]`, "true|false"},
		{`return ['a\ud800'.isWellFormed(), 'a\ud800'.toWellFormed() === 'a\ufffd', 'a😀'.isWellFormed()]`, "false|true|true"},
		{`return [self === globalThis, navigator.userAgent, navigator.hardwareConcurrency > 0, String(navigator)]`, "true|fwrun|true|[object Navigator]"},
	})
}

func TestPlatform(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()) ` +
			`&& crypto.randomUUID() !== crypto.randomUUID()`, "true"},
		{`const a = crypto.getRandomValues(new Uint32Array(8)); return [a.length, a.some(x => x > 0), crypto instanceof Crypto]`, "8|true|true"},
		{`try { crypto.getRandomValues(new Uint8Array(65537)) } catch (e) { return e.name }`, "QuotaExceededError"},
		{`try { crypto.getRandomValues(new Float32Array(1)) } catch (e) { return e.name }`, "TypeMismatchError"},
		{`try { crypto.getRandomValues([1]) } catch (e) { return e.name }`, "TypeMismatchError"},
		{`const a = performance.now(); return [a > 0, performance.now() >= a, Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 1000, ` +
			`performance.toJSON().timeOrigin === performance.timeOrigin]`, "true|true|true|true"},
		{`try { new Crypto() } catch (e) { return e.message }`, "Illegal constructor"},
		{`return [btoa('a\xff'), atob('Yf8=') === 'a\xff', atob(' Y f 8 '), btoa(''), atob('')].length`, "5"},
		{`return [btoa('hello'), atob('aGVsbG8='), atob('aGVs\nbG8'), btoa('\xff') === '/w==']`, "aGVsbG8=|hello|hello|true"},
		{`for (const bad of ['a', 'a===', 'ab=', '*', 'aGVsbG8=a']) { try { atob(bad); return bad } catch (e) { if (e.name !== 'InvalidCharacterError') ` +
			`return String(e) } } return 'ok'`, "ok"},
		{`try { btoa('€') } catch (e) { return [e.name, e.code] }`, "InvalidCharacterError|5"},
	})
}

func TestEncoding(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`return [...new TextEncoder().encode('aé€😀')]`, "97|195|169|226|130|172|240|159|152|128"},
		{
			`const e = new TextEncoder(); return [e.encoding, e.encode().length, e.encode('\ud800').join(), e.encode('x') instanceof Uint8Array]`,
			"utf-8|0|239,191,189|true",
		},
		{
			`const u = new Uint8Array(5); const {read, written} = new TextEncoder().encodeInto('a😀€', u); return [read, written, u.join()]`,
			"3|5|97,240,159,152,128",
		},
		{
			`const d = new TextDecoder(); return [d.encoding, d.fatal, d.ignoreBOM, d.decode(new Uint8Array([0xEF, 0xBB, 0xBF, 97])), d.decode()]`,
			"utf-8|false|false|a|",
		},
		{`return [new TextDecoder('utf8', {ignoreBOM: true}).decode(new Uint8Array([0xEF, 0xBB, 0xBF, 97])).length, new TextDecoder().decode(new ` +
			`Uint8Array([97, 0xFF, 0xE2, 0x82, 98]))]`, "2|a\ufffd\ufffdb"},
		{`try { new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array([0xFF])) } catch (e) { return e.name }`, "TypeError"},
		{`const d = new TextDecoder(); let s = ''; for (const b of new TextEncoder().encode('x€😀y')) s += d.decode(new Uint8Array([b]), {stream: ` +
			`true}); return s + d.decode()`, "x€😀y"},
		{`const d = new TextDecoder(); return d.decode(new Uint8Array([0xE2, 0x82]), {stream: true}) + d.decode()`, "\ufffd"},
		{`const d = new TextDecoder(); return [d.decode(new Uint8Array([0xEF]), {stream: true}), d.decode(new Uint8Array([0xBB, 0xBF, ` +
			`97]), {stream: true}), d.decode()]`, "|a|"},
		{`return [new TextDecoder('UTF-16').decode(new Uint8Array([0x41, 0, 0x3D, 0xD8, 0, 0xDE])), new TextDecoder('utf-16be').decode(new ` +
			`Uint8Array([0, 0x41])), new TextDecoder('utf-16le').encoding]`, "A😀|A|utf-16le"},
		{`const d = new TextDecoder('utf-16le'); let s = ''; for (const b of [0x3D, 0xD8, 0, 0xDE]) s += d.decode(new Uint8Array([b]), {stream: ` +
			`true}); return s + d.decode()`, "😀"},
		{`return [new TextDecoder('latin1').decode(new Uint8Array([0x80, 0xE9, 0x41])), new TextDecoder('ISO-8859-1').encoding]`, "€éA|windows-1252"},
		{`try { new TextDecoder('klingon') } catch (e) { return e.name }`, "RangeError"},
		{`return [new TextDecoder().decode(new Uint16Array([0x6261])), new TextDecoder().decode(new DataView(new ArrayBuffer(1))).length, ` +
			`new TextDecoder().decode(new ArrayBuffer(2)).length]`, "ab|1|2"},
		{`try { new TextDecoder().decode('x') } catch (e) { return e.name }`, "TypeError"},
	})
}

// TestCollection requires a real garbage collection; the callback runs from the VM's queue.
func TestCollection(t *testing.T) {
	p := newPage(t, web.Options{})
	p.eval(`globalThis.called = new Promise(r => { globalThis.registry = new FinalizationRegistry(r) });
		(() => { const o = {big: 1}; registry.register(o, 'held'); globalThis.ref = new WeakRef(o) })()`)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				runtime.GC()
			}
		}
	}()
	if got := p.eval(`const held = await called; return [held, ref.deref()]`); got != "held|undefined" {
		t.Errorf("got %s", got)
	}
}

// TestListenersThatChange: a listener may add and remove others while an event is dispatched.
func TestListenersThatChange(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const t = new EventTarget(); const order = []; const add = n => t.addEventListener('x', () => order.push(n), {once: n === 2});
		  add(1); add(2); t.addEventListener('x', () => { if (order.length < 3) add(4) }); add(3); t.dispatchEvent(new Event('x'));
		    t.dispatchEvent(new Event('x')); return order`, "1|2|3|1|3|4"},
		{`const t = new EventTarget(); const f = () => {}; const seen = []; const h = () => { t.removeEventListener('x', g); seen.push('h') }; ` +
			`const g = () => seen.push('g'); t.addEventListener('x', h); t.addEventListener('x', g); t.dispatchEvent(new Event('x')); return seen`, "h"},
	})
}

func TestPairIterators(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`return [new Headers([['b', '1'], ['a', '2'], ['set-cookie', 'x'], ['Set-Cookie', 'y']]), ` +
			`new URLSearchParams('b=1&a=2')].map(x => [...x].join(';'))`, "a,2;b,1;set-cookie,x;set-cookie,y|b,1;a,2"},
		{`const h = new Headers({a: 1}); const seen = []; for (const [k] of h) { seen.push(k); if (k === 'a') h.append('b', 2) } return seen`, "a|b"},
		{
			`const h = new Headers({a: 1, b: 2, c: 3}); const i = h.keys(); i.next(); h.delete('a'); return [i.next().value, i.next().done, String(i), ` +
				`Object.getPrototypeOf(Object.getPrototypeOf(i)) === Object.getPrototypeOf(Object.getPrototypeOf([].values()))]`,
			"c|true|[object Headers Iterator]|true",
		},
		{`for (const bad of [() => Headers.prototype.entries.call({}), () => new URLSearchParams().keys().next.call({}), () => new Headers([['a']]),
			() => new Headers(['ab']), () => new Headers(null), () => new Headers({[Symbol('x')]: 1}), () => new Headers({'\u0100': 1}),
				() => new Headers({a: '\u0100'}), () => new URLSearchParams({[Symbol('x')]: 1})]) {
		  try { bad(); return String(bad) } catch (e) { if (!(e instanceof TypeError)) return String(bad) + e } } return 'ok'`, "ok"},
	})
}

// TestSignalsThatNobodyHears: what follows a signal that lives on is collected, unless it has listeners.
func TestSignalsThatNobodyHears(t *testing.T) {
	p := newPage(t, web.Options{})
	p.eval(`globalThis.long = new AbortController(); globalThis.gone = 0; globalThis.heard = 0;
	  globalThis.registry = new FinalizationRegistry(() => gone++);
	  for (let i = 0; i < 100; i++) { const s = AbortSignal.any([long.signal]); registry.register(s, i) }
	  for (let i = 0; i < 100; i++) { const s = AbortSignal.any([long.signal]); const f = () => {}; s.addEventListener('abort', f);
	    s.removeEventListener('abort', f); registry.register(s, i) }
	  for (let i = 0; i < 100; i++) AbortSignal.any([AbortSignal.any([long.signal])]).onabort = () => heard++`)
	gone := ""
	for range 200 {
		runtime.GC()
		if gone = p.eval(`await new Promise(done => setTimeout(done, 5)); return gone`); gone == "200" {
			break
		}
	}
	if heard := p.eval(`long.abort(); return heard`); gone != "200" || heard != "100" {
		t.Errorf("%s of 200 were collected, and %s of 100 heard", gone, heard)
	}
}

func TestLongChainsOfSignals(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const c = new AbortController(); let s = c.signal; for (let i = 0; i < 10000; i++) s = AbortSignal.any([s]); let n = 0; s.onabort = () => n++; ` +
			`c.abort('r'); return [s.reason, n]`, "r|1"},
		{`const c = new AbortController(); const s = new Request('http://example.com', {signal: c.signal}).signal; let n = 0; s.onabort = () => n++; ` +
			`c.abort(); return [s.aborted, n]`, "true|1"},
	})
}
