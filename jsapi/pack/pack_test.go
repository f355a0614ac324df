package pack_test

import (
	"errors"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/pack"
)

// page is a runtime with a packer, and with a class that counts as exported.
type page struct {
	rt     *goja.Runtime
	packer *pack.Packer
}

const user = `class User { constructor(name) { this.name = name; } get loud() { return this.name.toUpperCase(); } }; globalThis.User = User; ` +
	`class Hidden { a = 1 }; globalThis.Hidden = Hidden;`

func newPage(tb testing.TB) *page {
	tb.Helper()
	p := &page{rt: goja.New()}
	p.packer = pack.New(p.rt)
	if _, err := p.rt.RunString(user); err != nil {
		tb.Fatal(err)
	}
	p.packer.Adopt(classes{p.rt.Get("User").(*goja.Object).Get("prototype").(*goja.Object)})
	return p
}

type classes struct{ user *goja.Object }

var userRef = manifest.Ref{File: "user.js", Export: "User"}

func (c classes) ClassOf(prototype *goja.Object) (manifest.Ref, bool) {
	if prototype == c.user {
		return userRef, true
	}
	return manifest.Ref{}, false
}

func (c classes) Prototype(ref manifest.Ref) *goja.Object {
	if ref == userRef {
		return c.user
	}
	return nil
}

func (p *page) eval(tb testing.TB, script string) goja.Value {
	tb.Helper()
	v, err := p.rt.RunString("(" + script + ")")
	if err != nil {
		tb.Fatal(script, err)
	}
	return v
}

// TestAcrossVMs encodes values in one VM, and examines the decoded ones in another VM.
func TestAcrossVMs(t *testing.T) {
	for _, c := range []struct{ value, question, want string }{
		{"undefined", "v === undefined", "true"},
		{"null", "v === null", "true"},
		{"true", "v", "true"},
		{"-0", "Object.is(v, -0)", "true"},
		{"9007199254740991", "v", "9007199254740991"},
		{"1.5e300", "v", "1.5e+300"},
		{"NaN", "Number.isNaN(v)", "true"},
		{"-Infinity", "v", "-Infinity"},
		{"2n ** 70n", "v === 2n ** 70n", "true"},
		{`"héllo \u{1F600}"`, `v === "héllo \u{1F600}"`, "true"},
		{`"half \ud800"`, `v === "half \ud800" && v.length`, "6"},
		{`""`, `v === ""`, "true"},
		{"new Date(1e12)", "v instanceof Date && v.getTime()", "1000000000000"},
		{"new Date(NaN)", "String(v)", "Invalid Date"},
		{"[1, [2, undefined], , 'x']", "JSON.stringify(v) + v.length", `[1,[2,null],null,"x"]4`},
		{"({a: 1, 'b c': {d: null}, __proto__x: 2})", "JSON.stringify(v)", `{"a":1,"b c":{"d":null},"__proto__x":2}`},
		{`JSON.parse('{"__proto__": 7}')`, `Object.keys(v) + Object.getOwnPropertyDescriptor(v, "__proto__").value`, "__proto__7"},
		{"new Map([[1, {a: 1}], ['x', new Map()]])", "v instanceof Map && v.get(1).a + v.size", "3"},
		{"new Set([1, 'a', 1])", "v instanceof Set && [...v].join()", "1,a"},
		{"new Uint8Array([0, 255])", "v instanceof Uint8Array && v.join()", "0,255"},
		{"new Uint8Array([1, 2, 3]).buffer", "v.join()", "1,2,3"},
		{"new User('Ada')", "v instanceof User && v.loud", "ADA"},
		{"[new User('Ada')]", "v[0].loud + v.length", "ADA1"},
		{"new Hidden()", "v instanceof Hidden || v.a", "1"},
		{"(() => { const o = {}; return [o, o]; })()", "v[0] === v[1]", "true"},
		{"(() => { const o = {}; o.self = o; return o; })()", "v.self === v", "true"},
		{"(() => { const a = [1]; a.push(a, {a}); return a; })()", "v[1] === v && v[2].a === v && v[0]", "1"},
		{"(() => { const m = new Map(); m.set('m', m); return m; })()", "v.get('m') === v", "true"},
		{"(() => { const d = new Date(5), a = []; return [a, d, a, d]; })()", "v[0] === v[2] && v[1] === v[3]", "true"},
		{"Object.create(null)", "Object.keys(v).length", "0"},
	} {
		from, to := newPage(t), newPage(t)
		bytes, err := from.packer.Append([]byte("before"), from.eval(t, c.value))
		if err != nil {
			t.Errorf("%s: %s", c.value, err)
			continue
		}
		v, err := to.packer.Read(bytes[len("before"):])
		if err != nil {
			t.Errorf("%s: %s", c.value, err)
			continue
		}
		_ = to.rt.Set("v", v)
		if got := to.eval(t, c.question).String(); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.value, c.question, got, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	const tail = ", which cannot be serialized"
	for value, want := range map[string]string{
		"() => 1":                  "it is a function" + tail,
		"({a: [1, {b() {}}]})":     "its a[1].b is a function" + tail,
		"[Symbol('x')]":            "its [0] is a symbol" + tail,
		"({a: Promise.resolve()})": "its a is a promise that was not awaited" + tail,
		"new Error('x')":           "it is an error" + tail,
		"class A {}":               "it is a function" + tail,
		"new Map([[1, () => 1]])":  "its [1] is a function" + tail,
		"(() => { let a = []; for (let i = 0; i < 2000; i++) a = [a]; return a; })()": "",
	} {
		p := newPage(t)
		_, err := p.packer.Append(nil, p.eval(t, value))
		if err == nil || want != "" && err.Error() != want {
			t.Errorf("%s: got %v, want %s", value, err, want)
		}
	}
}

func TestUnreadable(t *testing.T) {
	p := newPage(t)
	bytes, err := p.packer.Append(nil, p.eval(t, "[1, 'two', new User('x'), new Map([[1, 2]]), 2n, new Date(1)]"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range bytes {
		if _, err := p.packer.Read(bytes[:n]); !errors.Is(err, pack.ErrUnreadable) {
			t.Errorf("%d of %d bytes were read: %v", n, len(bytes), err)
		}
	}
	gone := newPage(t)
	gone.packer.Adopt(classes{})
	if _, err := gone.packer.Read(bytes); !errors.Is(err, pack.ErrUnreadable) {
		t.Errorf("a class that is gone was read: %v", err)
	}
}

// FuzzRead: reading arbitrary bytes does no harm, and a value that was read can be written and read again.
func FuzzRead(f *testing.F) {
	p := newPage(f)
	for _, value := range []string{"1", "[1, 'two', {a: [null, undefined]}]", "new Map([[1, new Set([2n])]])", "new User('x')", "'\\ud800'"} {
		bytes, err := p.packer.Append(nil, p.eval(f, value))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(bytes)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := p.packer.Read(data)
		if err != nil {
			return
		}
		again, err := p.packer.Append(nil, v)
		if err != nil {
			t.Fatalf("%x was read, and cannot be written: %s", data, err)
		}
		if _, err := p.packer.Read(again); err != nil {
			t.Fatalf("%x was read and written as %x, which cannot be read", data, again)
		}
	})
}

// BenchmarkRead reads an object of five fields, a plain one and one of a class. The case made is a script that makes
// the same object.
func BenchmarkRead(b *testing.B) {
	const fields = `{id: 7, name: "Ada", email: "ada@example.com", active: true, score: 4.5}`
	for name, value := range map[string]string{"plain": fields, "class": "Object.assign(new User(), " + fields + ")"} {
		b.Run(name, func(b *testing.B) {
			p := newPage(b)
			bytes, err := p.packer.Append(nil, p.eval(b, value))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.packer.Read(bytes); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("made", func(b *testing.B) {
		p := newPage(b)
		call, _ := goja.AssertFunction(p.eval(b, "() => ("+fields+")"))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := call(goja.Undefined()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestReadLazily examines lazily decoded values, and compares the JSON from their bytes with that of JSON.stringify.
func TestReadLazily(t *testing.T) {
	for _, value := range []string{
		"({})", "[]", "({a: 1, b: 'x', c: null, d: undefined, e: [1.5, -0, NaN, true, {f: false}]})", "[undefined, [], {}]",
		`({'"quoted"': "line\nbreak </script> \u0001", n: 1e21, m: 123456789012345680})`, "[{a: {b: {c: [[['deep']]]}}}]",
	} {
		p := newPage(t)
		original := p.eval(t, value)
		bytes, err := p.packer.Append(nil, original)
		if err != nil {
			t.Fatal(err)
		}
		lazy, err := p.packer.ReadLazily(bytes)
		if err != nil {
			t.Fatal(err)
		}
		_ = p.rt.Set("v", lazy)
		written, ok := lazy.(*goja.Object).Export().(engine.JSONAppender).AppendJSON(nil)
		want := p.eval(t, "JSON.stringify("+value+")").String()
		if !ok || string(written) != want {
			t.Errorf("%s: the bytes are %s, %t, want %s", value, written, ok, want)
		}
		if got := p.eval(t, "JSON.stringify(v)").String(); got != want {
			t.Errorf("%s: the value is %s, want %s", value, got, want)
		}
	}
	for _, c := range [][2]string{
		{"v.a", "1"},
		{"v.missing === undefined && !('missing' in v) && 'a' in v", "true"},
		{"Object.keys(v).join()", "a,list"},
		{"(v.a = 2, v.b = 3, delete v.list, JSON.stringify(v))", `{"a":2,"b":3}`},
		{"(v.list.push(4), JSON.stringify(v))", `{"a":1,"list":[1,2,4]}`},
		{"JSON.stringify({...v, a: 0})", `{"a":0,"list":[1,2]}`},
		{"v.hasOwnProperty('a') && v.toString()", "[object Object]"},
		{"Array.isArray(v.list) && v.list.map((n) => n * 2).join()", "2,4"},
		{"(w.push(3), w[0] = 9, w.length = 2, JSON.stringify(w) + w.length)", "[9,2]2"},
		{"[...w].join() + Array.isArray(w) + w.length", "1,2true2"},
	} {
		p := newPage(t)
		for name, value := range map[string]string{"v": "({a: 1, list: [1, 2]})", "w": "[1, 2]"} {
			bytes, err := p.packer.Append(nil, p.eval(t, value))
			if err != nil {
				t.Fatal(err)
			}
			lazy, err := p.packer.ReadLazily(bytes)
			if err != nil {
				t.Fatal(err)
			}
			_ = p.rt.Set(name, lazy)
		}
		if got := p.eval(t, c[0]).String(); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}

// TestMovedBuffers: a view of a buffer that was moved has no bytes. In goja it is a panic to ask for them.
func TestMovedBuffers(t *testing.T) {
	p := newPage(t)
	view, err := p.rt.RunString(`globalThis.view = new Uint8Array([1, 2, 3])`)
	if err != nil {
		t.Fatal(err)
	}
	buffer := view.(*goja.Object).Get("buffer").Export().(goja.ArrayBuffer)
	buffer.Detach()
	data, err := p.packer.Append(nil, view)
	if err != nil || len(data) != 3 {
		t.Errorf("% x %v", data, err)
	}
}
