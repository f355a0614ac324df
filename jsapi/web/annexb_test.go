package web_test

import (
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

func TestAnnexB(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`return ['x'.anchor('a"b'), 'x'.big(), 'x'.blink(), 'x'.bold(), 'x'.fixed(), 'x'.italics(), 'x'.small(), ` +
				`'x'.strike(), 'x'.sub(), 'x'.sup()].join()`,
			`<a name="a&quot;b">x</a>,<big>x</big>,<blink>x</blink>,<b>x</b>,<tt>x</tt>,<i>x</i>,<small>x</small>,` +
				`<strike>x</strike>,<sub>x</sub>,<sup>x</sup>`,
		},
		{
			`return ['é😀'.link('u?a&b'), 'x'.fontcolor('red'), 'x'.fontsize(7), 'abc'.substr(-2, 1), ' x '.trimLeft().length]`,
			`<a href="u?a&b">é😀</a>|<font color="red">x</font>|<font size="7">x</font>|b|2`,
		},
		{`try { String.prototype.bold.call(null) } catch (e) { return e.name }`, "TypeError"},
		{`try { return 'x'.repeat(9e6).bold().length } catch (e) { return e.name }`, "RangeError"},
		{`const o = {}; o.__defineGetter__('a', () => 1); o.__defineSetter__('a', v => { o.b = v }); o.a = 5;
		  return [o.a, o.b, typeof o.__lookupGetter__('a'), typeof o.__lookupSetter__('a'), Object.keys(o)]`, "1|5|function|function|a,b"},
		{
			`class A { get x() { return 1 } } return [typeof new A().__lookupGetter__('x'), new A().__lookupSetter__('x'), ({y: ` +
				`1}).__lookupGetter__('y'), ({}).__lookupGetter__('z')]`,
			"function|undefined|undefined|undefined",
		},
		{`const s = Symbol(), o = {}; o.__defineGetter__(s, () => 7); return [o[s], Object.keys(Object.prototype).length]`, "7|0"},
		{`try { ({}).__defineGetter__('x', 1) } catch (e) { return e.name }`, "TypeError"},
		{
			`const d = new Date(2001, 1, 3); const y = d.getYear(); d.setYear(99); return [y, d.getFullYear(), new Date(0).toGMTString(), ` +
				`Date.prototype.toGMTString === Date.prototype.toUTCString]`,
			"101|1999|Thu, 01 Jan 1970 00:00:00 GMT|true",
		},
		{`const d = new Date(NaN); d.setYear(2005); return [d.getFullYear(), d.getMonth(), d.getDate(), isNaN(new Date(0).setYear(NaN)), ` +
			`isNaN(new Date(NaN).getYear())]`, "2005|0|1|true|true"},
		{`return [escape('ä b+c/%😀'), unescape('%E4%20%u0107')]`, "%E4%20b+c/%25%uD83D%uDE00|ä ć"},
		{`const r = /a/g; r.compile('b', 'i'); return String(r)`, "/b/i"},
	})
}

func TestStackTraces(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`function outer() { return inner() } function inner() { const o = {name: 'N', message: 'm'}; Error.captureStackTrace(o); return o }
		  const o = outer(); return [o.stack.split('\n')[0], /at inner .*\n.*at outer /.test(o.stack), Object.keys(o)]`, "N: m|true|name,message"},
		{`class Mine extends Error { constructor(m) { super(m); Error.captureStackTrace(this, Mine) } } function f() { return new Mine('m') }
		  const e = f(); return [e.stack.startsWith('Error: m\n    at f '), e instanceof Mine]`, "true|true"},
		{`function make() { const o = {}; Error.captureStackTrace(o, make); return o } function caller() { return make() } return /^Error\n` +
			`    at caller /.test(caller().stack)`, "true"},
		{`const was = Error.stackTraceLimit; Error.stackTraceLimit = 0; const o = {}; Error.captureStackTrace(o); const none = o.stack;
			Error.stackTraceLimit = 1;
		  (function a() { (function b() { Error.captureStackTrace(o) })() })(); const one = o.stack.split('\n').length; Error.stackTraceLimit = Infinity;
		    Error.captureStackTrace(o);
		  return [was, none, one, o.stack.length > 5]`, "10|Error|2|true"},
		{
			`Error.prepareStackTrace = (o, sites) => sites; const o = {}; (function named() { Error.captureStackTrace(o) })(); delete Error.prepareStackTrace;
		  const s = o.stack[0]; return [Array.isArray(o.stack), s.getFunctionName(), typeof s.getFileName(), s.getLineNumber() > 0, s.isNative(),
		    typeof String(s)]`,
			"true|named|string|true|false|string",
		},
		{`try { Error.captureStackTrace(1) } catch (e) { return e.name }`, "TypeError"},
	})
}

func TestTransfer(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const b = new Uint8Array([1, 2, 3]).buffer; const c = structuredClone(b, {transfer: [b]}); return [b.byteLength, ` +
			`c.byteLength, new Uint8Array(c).join()]`, "0|3|1,2,3"},
		{`const v = new Uint8Array([1, 2, 3]).subarray(1); const c = structuredClone({v, b: v.buffer}, {transfer: [v.buffer]});
		  return [v.length, c.v.join(), c.v.byteOffset, c.v.buffer === c.b]`, "0|2,3|1|true"},
		{`const b = new ArrayBuffer(2); structuredClone(1, {transfer: new Set([b])}); return b.byteLength`, "0"},
		{`const b = new ArrayBuffer(2); try { structuredClone(() => 1, {transfer: [b]}) } catch (e) { return [e.name, b.byteLength] }`, "DataCloneError|2"},
		{
			`const b = new ArrayBuffer(2); structuredClone(b, {transfer: [b]}); return [() => structuredClone(b), () => structuredClone(1, {transfer: [b]}),
		  () => structuredClone(1, {transfer: [{}]}), () => structuredClone(1, {transfer: [new Uint8Array(1)]}), () => { const d = new ArrayBuffer(1);
		    structuredClone(d, {transfer: [d, d]}) },
		  () => structuredClone(1, {transfer: 1}), () => structuredClone(1, 1)].map(f => { try { return f() } catch (e) { return e.name } }).join()`,
			"DataCloneError,DataCloneError,DataCloneError,DataCloneError,DataCloneError,TypeError,TypeError",
		},
		{`return [structuredClone(1, {}), structuredClone(2, undefined), structuredClone(3, null), structuredClone(4, {transfer: []})]`, "1|2|3|4"},
	})
}

func TestFetchData(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`const r = await fetch('data:,Hello%2C%20World%21'); return [r.status, r.statusText, r.ok, r.headers.get('content-type'), await r.text(), r.url]`,
			"200|OK|true|text/plain;charset=US-ASCII|Hello, World!|data:,Hello%2C%20World%21",
		},
		{
			`const r = await fetch('data:application/json;base64,eyJhIjogMX0=#x'); return [r.headers.get('content-type'), (await r.json()).a, r.url]`,
			"application/json|1|data:application/json;base64,eyJhIjogMX0=",
		},
		{
			`const r = await fetch('data:image/png;BASE64 ,iVBO Rw'); return [r.headers.get('content-type'), new Uint8Array(await r.arrayBuffer()).join()]`,
			"image/png|137,80,78,71",
		},
		{
			`const r = await fetch('data:text/html;charset=utf-8;x="a b",%C3%A4ö%'); return [r.headers.get('content-type'), await r.text()]`,
			`text/html;charset=utf-8;x="a b"|äö%`,
		},
		{
			`return [(await fetch('data:;charset=utf-8,x')).headers.get('content-type'), (await fetch('data:nonsense,x')).headers.get('content-type'), ` +
				`(await fetch('data:TEXT/CSS; A=B ;a=c;d,x')).headers.get('content-type')]`,
			"text/plain;charset=utf-8|text/plain;charset=US-ASCII|text/css;a=B",
		},
		{
			`return Promise.all(['data:text/plain', 'data:;base64,a', 'data:;base64,@@@@'].map(u => fetch(u).then(() => 'ok', ` +
				`e => e.name + ' ' + e.message))).then(l => l.join())`,
			"TypeError fetch failed,TypeError fetch failed,TypeError fetch failed",
		},
		{`const c = new AbortController(); c.abort(); try { await fetch('data:,x', {signal: c.signal}) } catch (e) { return e.name }`, "AbortError"},
		{`return (await fetch(new Request('data:,x', {method: 'POST', body: 'y'}))).text()`, "x"},
	})
}

// TestCallSitesHaveWholeNames: packages look for files beside that of a caller, and in the folders above it.
func TestCallSitesHaveWholeNames(t *testing.T) {
	evalCases(t, web.Options{Folder: filepath.FromSlash("/app")}, [][2]string{{
		`Error.prepareStackTrace = (o, sites) => sites; const o = {}; Error.captureStackTrace(o); delete Error.prepareStackTrace; ` +
			`return o.stack[0].getFileName()`, "/app/user.js",
	}})
}
