package machine

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// newRuntime returns a runtime that programs of this package run in.
func newRuntime(text int) *goja.Runtime {
	rt := goja.New()
	rt.SetMaxCallStackSize(MaxFrames + 1000)
	rangeError := rt.Get("RangeError")
	fail := func(message string) {
		object, err := rt.New(rangeError, rt.ToValue(message))
		if err != nil {
			panic(err)
		}
		panic(object)
	}
	Install(rt, Limits{
		Text:    text,
		TooLong: func(length int64) { fail(fmt.Sprintf("length %d", length)) },
		TooDeep: func() { fail("too deep") },
	})
	return rt
}

func compile(t testing.TB, source string, improved bool) *goja.Program {
	t.Helper()
	program, err := goja.Compile("test.js", source, true)
	if err != nil {
		t.Fatal(err)
	}
	if improved {
		Improve(program)
	}
	return program
}

// told runs a program and returns its value, or its error, as a text.
func told(rt *goja.Runtime, program *goja.Program) string {
	value, err := rt.RunProgram(program)
	var overflow *goja.StackOverflowError
	if errors.As(err, &overflow) {
		return "ends the run"
	}
	if err != nil {
		return err.Error()
	}
	return value.String()
}

func improvedRun(t testing.TB, source string) string {
	t.Helper()
	return told(newRuntime(1<<26), compile(t, source, true))
}

// Programs behave as they do without the package: plain goja is the oracle.
func TestSame(t *testing.T) {
	if testing.Short() {
		t.Skip("it compares results on one goroutine, where nothing races")
	}
	const setting = `const log = []; const big = 'x'.repeat(3000), wide = 'ü€'.repeat(1500), high = '\ud83d', low = '\ude00';
		const sum = (s) => { let h = 7; for (let i = 0; i < s.length; i++) h = (h * 31 + s.charCodeAt(i)) % 1000003; return s.length + ':' + h };
		const all = (...list) => JSON.stringify(list.map((v) => typeof v === 'string' && v.length > 60 ? sum(v) : typeof v === 'bigint' ? v + 'n' : v));
		`
	for _, source := range []string{
		// operands of all kinds
		`let s = big; s += 1; s += 1.5; s += -0; s += NaN; s += 1e21; s += 1e-7; s += true; s += null; s += undefined; ` +
			`s += 12345678901; all(s.slice(2990))`,
		`let s = big; s += 10n; s += [1, [2, 3]]; s += {}; s += () => 1; s += /x/g; s += new String('y'); all(s.slice(2990))`,
		`let s = big; s += { valueOf() { return 7 }, toString() { return 'no' } }; s += { toString() { return 't' } }; all(s.slice(2990))`,
		`let s = big; s += { [Symbol.toPrimitive](hint) { return '<' + hint + '>' } }; s += new Date(0).toISOString(); all(s.slice(2990))`,
		`let s = big; try { s += Symbol('a') } catch (e) { log.push(e.name) } all(s, log)`,
		`let s = big; try { s += { toString() { throw new Error('mine') } } } catch (e) { log.push(e.message) } all(s, log)`,
		`let n = 1; n += 2; n += 0.5; n += '3'; n += big; all(n)`,
		`let n = 9007199254740991; n += 1; n += 1; let m = -9007199254740991; m += -5; all(n, m, 2 ** 53 - 1 + 1, 1e308 + 1e308)`,
		`let b = 10n; b += 5n; try { b += 1 } catch (e) { log.push(e.name) } try { b = 1 + b } catch (e) { log.push(e.name) } all(b, b + big, log)`,
		`all(1 + null, 1 + undefined, true + true, null + null, [] + [], {} + [], 1 + '2', '1' + 2, -0 + -0 === 0, 1 / (-0 + -0), ` +
			`255 + 1, 1023 + 1, 512 + 511)`,
		// pairs of surrogates over the seam, and units beyond ASCII
		`let s = big; s += high; s += low; s += 'ü'; s += wide; s += 'a'; all(s, [...s].length, s.codePointAt(3000))`,
		`let s = wide; for (let i = 0; i < 50; i++) s += i % 3 ? 'abc' : '☃' + high; all(s, s.endsWith(high), s.indexOf('☃'))`,
		`let s = big; s += wide; s += big; s += ''; s += wide.slice(0, 0); all(s)`,
		// texts that are used at any moment
		`let s = big, seen = []; for (let i = 0; i < 40; i++) { s += i; seen.push(s) } all(...seen)`,
		`let s = big; const a = s + 'a', b = s + 'b', c = a + 'c', d = a + 'd', e = b + 'e'; all(s, a, b, c, d, e)`,
		`let s = big; s += 'p'; let t = s; s += 'q'; t += 'r'; t += 'u'; s += 'v'; all(s, t)`,
		`let s = big; s += 'p'; const m = new Map([[s, 1]]), o = { [s]: 2 }; s += 'q'; s = s.slice(0, -1); all(m.get(s), o[s], s in o, ` +
			`[s].includes(s), new Set([s, s]).size)`,
		`let s = big; s += 'p'; let t = 'x'.repeat(3000) + 'p'; all(s === t, s == t, s < t + 'a', Object.is(s, t), [s, t].indexOf(t), s.localeCompare(t))`,
		`let s = ''; const f = []; for (let i = 0; i < 30; i++) { s += big; const kept = s; f.push(() => kept) } all(...f.map((g) => g()))`,
		`let s = big; s += s; s += s; s = s + s; all(s)`,
		`let s = big; s += s + s; s = 'a' + s + 'b'; s = s + 'c' + 'd' + s; all(s)`,
		`let s = big; s = s.concat('x') + 'y'; s += 'z'; s = s.split('').reverse().join(''); s += 1; all(s)`,
		// the other places that are assigned to
		`const o = { out: big, get twice() { log.push('get'); return this.out }, set twice(v) { log.push('set'); this.out = v } }; o.out += 'a'; ` +
			`o.twice += 'b'; o['out'] += 'c'; all(o.out, log)`,
		`class W { #own = big; out = big; static all = big; add(x) { this.#own += x; this.out += x; W.all += x; return this } get own() { ` +
			`return this.#own } } const w = new W().add('a').add('b'); all(w.own, w.out, W.all)`,
		`const list = [big]; let i = 0; list[i++] += 'a'; list[0] += i; all(list, i)`,
		`const o = Object.freeze({ s: big }); try { o.s += 'a' } catch (e) { log.push(e.name) } all(o.s, log)`,
		`const s = big; try { s += 'a' } catch (e) { log.push(e.name, e.message) } all(s, log)`,
		`try { s += 'a'; let s = big } catch (e) { log.push(e.name) } try { never += 'a' } catch (e) { log.push(e.name) } all(log)`,
		`let o = null; try { o.s += 'a' } catch (e) { log.push(e.name) } all(log)`,
		`const p = new Proxy({ s: big }, { get(t, k) { log.push('get ' + k); return t[k] }, set(t, k, v) { log.push('set ' + k); t[k] = v; return true } ` +
			`}); p.s += 'a'; all(p.s, log)`,
		`let s = big; const f = () => { log.push('f'); s = 'changed'; return 'r' }; s += f(); all(s, log)`,
		`const o = () => (log.push('o'), { s: big }), k = () => (log.push('k'), 's'), v = () => (log.push('v'), 'r'); o()[k()] += v(); all(log)`,
		`function f(a, b = a += 'd') { a += 'e'; return all(a, b, arguments.length) } f(big)`,
		`function* g() { let s = big; for (;;) { s += yield s; s += 'g' } } const it = g(); it.next(); it.next('a'); all(it.next('b').value)`,
		// templates
		"let s = big; for (let i = 0; i < 20; i++) s = `${s}${i}`; s = `${s}, ${wide} and ${s}`; s = `<${s}>`; " +
			"s = `${s}ü${high}`; s = `${s}${low}`; all(s)",
		"let s = big; const t = `${s}a`, u = `${s}b`, v = `${t}${u}`; all(s, t, u, v)",
		"let s = big; try { s = `${s}${Symbol('a')}` } catch (e) { log.push(e.name) } s = `${s}${{ toString() { log.push('t'); " +
			"return 'x' } }}${null}`; all(s, log)",
		"const tag = (parts, ...values) => parts.raw.join('|') + values.join('/'); all(tag`${big}a${1}`)",
		// positions
		`function fails() { let s = big; s += 'a'; null.x } try { fails() } catch (e) { log.push(e.stack) } all(log)`,
	} {
		source = setting + source
		want, got := told(goja.New(), compile(t, source, false)), improvedRun(t, source)
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", source[len(setting):], got, want)
		}
	}
}

// FuzzSame appends pieces to a few texts, which have memory in common.
func FuzzSame(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03\x10\x21\x32\x43\x54\x65\x76\x87\x98\xa9\xba\xcb\xdc\xed\xfe"))
	f.Add([]byte(strings.Repeat("\x00\x04\x08\x40\x80\xc0", 30)))
	f.Fuzz(func(t *testing.T, steps []byte) {
		if len(steps) > 400 {
			return
		}
		var b strings.Builder
		b.WriteString("let a = 'a'.repeat(1500), b = 'ü'.repeat(700), c = '', d = a; const p = ['x', '€', '\\ud83d', '\\ude00', " +
			"'long '.repeat(300), 7, 'é'.repeat(900), 0.5];\n")
		for _, step := range steps {
			to, from, piece := "abcd"[step&3:][:1], "abcd"[step>>2&3:][:1], step>>4&7
			switch {
			case step&0x80 == 0:
				fmt.Fprintf(&b, "%s += p[%d];", to, piece)
			case piece < 3:
				fmt.Fprintf(&b, "%s = %s + p[%d];", to, from, piece)
			case piece < 6:
				fmt.Fprintf(&b, "%s = `${%s}${p[%d]}`;", to, from, piece)
			default:
				fmt.Fprintf(&b, "%s = %s;", to, from)
			}
		}
		b.WriteString("\n[a, b, c, d].map((s) => { let h = 7; for (let i = 0; i < s.length; i++) h = (h * 31 + s.charCodeAt(i)) % 1000003; " +
			"return s.length + ':' + h }).join()")
		want, got := told(goja.New(), compile(t, b.String(), false)), improvedRun(t, b.String())
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", b.String(), got, want)
		}
	})
}

// What a loop of appends allocates grows with the text, not with its square.
func TestLinear(t *testing.T) {
	if !inside.Texts.On() {
		t.Skip(inside.Texts.Err())
	}
	const appends, length = 50_000, 21
	for _, loop := range []string{
		"let s = ''; for (let i = 0; i < N; i++) s += piece; s.length",
		"let s = ''; for (let i = 0; i < N; i++) s = s + piece; s.length",
		"let s = ''; for (let i = 0; i < N; i++) s = `${s}${piece}`; s.length",
		"let s = ''; for (let i = 0; i < N; i++) s = s + piece.slice(0, 10) + piece.slice(10); s.length",
		"const o = { out: '' }; for (let i = 0; i < N; i++) o.out += piece; o.out.length",
		"class W { out = ''; add(x) { this.out += x } } const w = new W(); for (let i = 0; i < N; i++) w.add(piece); w.out.length",
		"let s = 'ü'; for (let i = 0; i < N; i++) s += piece; s.length - 1",
		"let s = ''; piece = piece.slice(1) + 'ü'; for (let i = 0; i < N; i++) s += piece; s.length",
		"let s = '', short = piece.slice(0, 16); for (let i = 0; i < N; i++) s += short + (10000 + i % 7); s.length",
		// rows that are long themselves, and made in the same way
		"const row = () => { let r = ''; for (let i = 0; i < 125; i++) r += piece; return r }; let s = ''; for (let i = 0; i < N; " +
			"i += 125) s += row(); s.length",
	} {
		source := fmt.Sprintf("const N = %d; let piece = 'abcdefghijklmnopqrstu';\n", appends) + loop
		rt, program := newRuntime(1<<26), compile(t, source, true)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := told(rt, program)
		runtime.ReadMemStats(&after)
		if want := fmt.Sprint(appends * length); got != want {
			t.Errorf("%s: %s, want %s", loop, got, want)
		}
		if made := after.TotalAlloc - before.TotalAlloc; made > 40<<20 {
			t.Errorf("%s: allocates %d MiB", loop, made>>20)
		}
	}
}

func TestTooLong(t *testing.T) {
	if !inside.Texts.On() {
		t.Skip(inside.Texts.Err())
	}
	rt := newRuntime(1 << 20)
	for _, source := range []string{
		`let s = 'x'; for (;;) s += s`,
		`let s = 'ü'; for (;;) s += s`,
		"let s = 'x'; for (;;) s = `${s}${s}`",
		"let s = 'x'; for (;;) s = `<${s}${s}${s}>`",
		`let s = 'x'; for (;;) s = 'y' + s + s`,
		`const o = { s: 'x' }; for (;;) o.s += o.s`,
		`let s = 'x'.repeat(1 << 20); s += 'y'`,
		`let s = 'x'.repeat(1 << 20); s = 'y' + s`,
		`let s = 'x'.repeat(1 << 20); s = { toString() { return 'y' } } + s`,
	} {
		if got := told(rt, compile(t, `(() => { try { `+source+` } catch (e) { return e + '' } })()`, true)); !strings.HasPrefix(got,
			"RangeError: length") {
			t.Errorf("%s: %s", source, got)
		}
	}
	if got := told(rt, compile(t, `let ok = 'x'.repeat((1 << 20) - 1); ok += 'y'; ok.length`, true)); got != "1048576" {
		t.Error(got)
	}
}

// A text that was appended to is forgotten like any other.
func TestKeepsNoTextAlive(t *testing.T) {
	rt := newRuntime(1 << 26)
	live := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := live()
	told(rt, compile(t, `(() => { for (let n = 0; n < 8; n++) { let s = ''; for (let i = 0; i < 1000; i++) s += 'abcdefgh'.repeat(500) } })()`, true))
	if after := live(); after > before+(2<<20) {
		t.Errorf("%d KiB are left", (after-before)>>10)
	}
	runtime.KeepAlive(rt)
}

// Runtimes share programs, not texts.
func TestSideBySide(t *testing.T) {
	program := compile(t, `let s = 'é'; let u = ''; for (let i = 0; i < 3000; i++) { s += i; u += i } [s.length, u.length, u === s.slice(1)].join()`,
		true)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got := told(newRuntime(1<<26), program); got != "10891,10890,true" {
				t.Error(got)
			}
		})
	}
	all.Wait()
}
