package web_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

// shown lists expressions and their output.
var shown = [][2]string{
	{`"it's"`, `"it's"`},
	{`[1.5, -0, 10n, true, null, undefined, Symbol('s')]`, "[ 1.5, -0, 10n, true, null, undefined, Symbol(s) ]"},
	{`({a: 1, 'b-c': {d: {e: {f: {}}}}})`, "{ a: 1, 'b-c': { d: { e: { f: {} } } } }"},
	{`({a: {b: {c: {d: {e: {f: 1}}}}}})`, "{ a: { b: { c: { d: { e: [Object] } } } } }"},
	{`new Map([['a', {b: 1}], [1, new Set([2, 'x'])]])`, "Map(2) { 'a' => { b: 1 }, 1 => Set(2) { 2, 'x' } }"},
	{`new Date(0)`, "1970-01-01T00:00:00.000Z"},
	{`new Date(NaN)`, "Invalid Date"},
	{`new (class User { id = 1; #secret = 2; get name() { return 'x' } })`, "User { id: 1 }"},
	{`[class A {}, class B extends Map {}, function f() {}, () => 1]`, "[ [class A], [class B extends Map], [Function: f], [Function (anonymous)] ]"},
	{`new Uint8Array([1, 2, 255])`, "Uint8Array(3) [ 1, 2, 255 ]"},
	{`new ArrayBuffer(2)`, "ArrayBuffer { <00 00>, byteLength: 2 }"},
	{`[Promise.resolve(1), new Promise(() => {})]`, "[ Promise { 1 }, Promise { <pending> } ]"},
	{`({get a() { throw 1 }, set b(v) {}})`, "{ a: [Getter], b: [Setter] }"},
	{`(() => { const o = {}; o.self = o; return o })()`, "{ self: [Circular] }"},
	{`[{id: 1, name: 'Ada Lovelace', email: 'ada@example.com'}, {id: 2, name: 'Grace Hopper', email: null}]`, `
[
  { id: 1, name: 'Ada Lovelace', email: 'ada@example.com' },
  { id: 2, name: 'Grace Hopper', email: null }
]`},
	{`new File(['abc'], 'a.txt', {type: 'text/plain', lastModified: 5})`, "File { size: 3, type: 'text/plain', name: 'a.txt', lastModified: 5 }"},
	{`new ReadableStream()`, "ReadableStream { locked: false, state: 'readable', supportsBYOB: false }"},
	{`(() => { const s = new Response('x').body; s.getReader(); return s })()`, "ReadableStream { locked: true, state: " +
		"'readable', supportsBYOB: true }"},
	{`new ReadableStream({start(c) { c.error(1) }})`, "ReadableStream { locked: false, state: 'errored', supportsBYOB: false }"},
	{`new WritableStream()`, "WritableStream { locked: false, state: 'writable' }"},
	{`new CompressionStream('gzip')`, `
CompressionStream {
  readable: ReadableStream { locked: false, state: 'readable', supportsBYOB: false },
  writable: WritableStream { locked: false, state: 'writable' }
}`},
	{`new TransformStream()`, `
TransformStream {
  readable: ReadableStream { locked: false, state: 'readable', supportsBYOB: false },
  writable: WritableStream { locked: false, state: 'writable' },
  backpressure: true
}`},
	{`new ReadableStream().getReader()`, `
ReadableStreamDefaultReader {
  stream: ReadableStream { locked: true, state: 'readable', supportsBYOB: false },
  readRequests: 0,
  closed: Promise { <pending> }
}`},
	{`new WritableStream().getWriter()`, `
WritableStreamDefaultWriter {
  stream: WritableStream { locked: true, state: 'writable' },
  closed: Promise { <pending> },
  ready: Promise { undefined },
  desiredSize: 1
}`},
	{`new (class Lines extends ReadableStream { name = 'x' })`, "Lines [ReadableStream] { name: 'x', locked: false, state: " +
		"'readable', supportsBYOB: false }"},
	{`Object.create(ReadableStream.prototype)`, "ReadableStream {}"},
	{`new CountQueuingStrategy({highWaterMark: 2})`, "CountQueuingStrategy { highWaterMark: 2 }"},
	{`new Response('x', {status: 201, headers: {a: 'b'}})`, `
Response {
  status: 201,
  ok: true,
  statusText: '',
  headers: Headers(2) { 'a' => 'b', 'content-type' => 'text/plain;charset=UTF-8' },
  type: 'default',
  url: '',
  redirected: false,
  body: ReadableStream { locked: false, state: 'readable', supportsBYOB: true },
  bodyUsed: false
}`},
	{`[new AbortController(), AbortSignal.abort('why'), new MessageChannel().port1, new WeakMap(), new Blob(['x'])]`, `
[
  AbortController { signal: AbortSignal { aborted: false } },
  AbortSignal { aborted: true, reason: 'why' },
  MessagePort {},
  WeakMap { <items unknown> },
  Blob { size: 1, type: '' }
]`},
	{`new URLPattern({pathname: '/a'}).pathname`, "'/a'"},
	{`Array.from({length: 30}, (_, i) => i * i)`, `
[
    0,   1,   4,   9,  16,  25,  36,  49,  64,  81, 100, 121, 144, 169, 196,
  225, 256, 289, 324, 361, 400, 441, 484, 529, 576, 625, 676, 729, 784, 841
]`},
	{`['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa']`, `
[
  'alpha',   'beta',    'gamma',   'delta',   'epsilon', 'zeta',    'eta',
  'theta',   'iota',    'kappa'
]`},
	{`Array(1000).fill(7)`, `
[
` + strings.Repeat("  "+strings.TrimSuffix(strings.Repeat("7, ", 26), " ")+"\n", 3) + "  " + strings.TrimSuffix(strings.Repeat("7, ", 22), " ") + `
  ... 900 more items
]`},
}

// TestPairsAreLogged: console.log shows what is in forms, headers and queries.
func TestPairsAreLogged(t *testing.T) {
	p := newPage(t, web.Options{})
	p.eval(`const f = new FormData(); f.append('a', 1); f.append('b', new Blob(['x'])); f.get('b'); console.log(f, new Headers({X: 'y'}), ` +
		`new URLSearchParams('q=1'), new FormData())`)
	want := "FormData(2) {\\n  'a' => '1',\\n  'b' => File { size: 1, type: '', name: 'blob', lastModified: "
	if got := p.log.String(); !strings.Contains(got, want) ||
		!strings.Contains(got, `Headers(1) { 'x' => 'y' } URLSearchParams(1) { 'q' => '1' } FormData(0) {}`) {
		t.Errorf("got %s", got)
	}
}

func TestShow(t *testing.T) {
	p := newPage(t, web.Options{})
	for _, c := range shown {
		value, err := p.Runtime.RunString("(" + c[0] + ")")
		if err != nil {
			t.Fatal(err)
		}
		want := strings.TrimPrefix(c[1], "\n")
		if got := web.Show(p.VM, value, web.Look{}); got != want {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, want)
		}
	}
}

func TestShowInColour(t *testing.T) {
	p := newPage(t, web.Options{})
	for expression, want := range map[string]string{
		`({n: 1, s: 'x', 'k-1': null, u: undefined})`: "{ n: <33>1<39>, s: <32>'x'<39>, <32>'k-1'<39>: <1>null<22>, u: <90>undefined<39> }",
		`[new Date(0), /x/, () => 1, Symbol('s'), 5n]`: "[ <35>1970-01-01T00:00:00.000Z<39>, <31>/x/<39>, <36>[Function (anonymous)]<39>, " +
			"<32>Symbol(s)<39>, <33>5n<39> ]",
		`[1, 2, 3, 4, 5, 6, 7, 8]`: "[\n" +
			"  <33>1<39>, <33>2<39>, <33>3<39>, <33>4<39>, <33>5<39>,\n  <33>6<39>, <33>7<39>, <33>8<39>\n]",
	} {
		value, err := p.Runtime.RunString(expression)
		if err != nil {
			t.Fatal(err)
		}
		got := web.Show(p.VM, value, web.Look{Colour: true, Width: 100})
		if strings.Contains(expression, "8") {
			got = web.Show(p.VM, value, web.Look{Colour: true, Width: 17})
		}
		got = strings.NewReplacer("\x1b[", "<", "m", ">").Replace(got)
		if got != strings.ReplaceAll(want, "m", ">") && got != want {
			t.Errorf("%s\n got %s\nwant %s", expression, got, want)
		}
	}
}

// TestEventsAreShown: what an event is about, with what its class and its owner add.
func TestEventsAreShown(t *testing.T) {
	p := newPage(t, web.Options{})
	value, err := p.Runtime.RunString(`Object.assign(new CustomEvent('x', {detail: 1, cancelable: true}), {more: [2]})`)
	if err != nil {
		t.Fatal(err)
	}
	got := web.Show(p.VM, value, web.Look{Width: 1000})
	before, rest, _ := strings.Cut(got, "timeStamp: ")
	_, after, _ := strings.Cut(rest, ", ")
	if before != "CustomEvent { more: [ 2 ], type: 'x', defaultPrevented: false, cancelable: true, " || after != "detail: 1 }" {
		t.Error(got)
	}
}
