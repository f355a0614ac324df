package guard_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
)

// TestLongTextsAreTreatedAlike holds what is done piece by piece to long texts against goja's own built-ins,
// which treat them as a whole.
func TestLongTextsAreTreatedAlike(t *testing.T) {
	oneGoroutine(t)
	plain, guarded := goja.New(), goja.New()
	if err := guard.Install(guarded, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	// None of the lengths divides that of a piece.
	texts := []string{
		"abc", "aB cd\n", "αβ", "İı", "ß", "e\u0301", "\u1100\u1161\u11a8", "\ufdfa x", "😀", "a😀 b", "ǅ\u0323\u0307", " ", "\n\ufeff ",
	}
	calls := []string{
		"s.toUpperCase()", "s.toLowerCase()", "s.toLocaleUpperCase()", "s.toLocaleLowerCase()",
		"s.normalize()", "s.normalize('NFD')", "s.normalize('NFKC')", "s.normalize('NFKD')",
		"encodeURI(s)", "encodeURIComponent(s)", "escape(s)", "s.split('b').join('|')", "s.split('').length", "s.split('bc').length",
		"JSON.stringify(s)", "s.trim().length", "(s + 'x').trim().length", "('x' + s).trimEnd().length", "(s + 'x' + s + s).trimStart().length",
		"(s + '😀' + s).trim()", "''.trimLeft === ''.trimStart && ''.trimRight === ''.trimEnd",
	}
	for _, text := range texts {
		source := "s = " + quoted(text) + ".repeat(" + strconv.Itoa(270_007/len(text)) + ");"
		for _, call := range calls {
			alike(t, plain, guarded, source, call, text)
		}
	}
}

// TestLongTextsMatchAlike does so for regular expressions.
func TestLongTextsMatchAlike(t *testing.T) {
	oneGoroutine(t)
	plain, guarded := goja.New(), goja.New()
	if err := guard.Install(guarded, guard.Limits{LongSubject: 10_000}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"ab,c ", "aé\n", "x😀y"} {
		source := "s = " + quoted(text) + ".repeat(" + strconv.Itoa(20_003/len([]rune(text))) + ") + 'end';"
		for _, call := range []string{
			"s.match(/b/g)?.length", "s.match(/[a-c]+/g)?.length", "s.match(/q/g)", "s.match(/(?:)/g).length", "s.match(/a/gy)?.length",
			"s.match(/./gu).length", "s.match(/^a/gm)?.length",
			"s.split(/b/).join('|')", "s.split(/(,)|(é)/).join('|')", "s.split(/(?:)/).length", "s.split(/b/, 5).join('|')", "s.split(/end/).length",
			"s.replace(/b/g, '[$&]')", "s.replace(/(a)(b)?/g, '$2$1$$')", "s.replace(/(?<x>a)/g, '<$<x>>')", "s.replace(/e(?=nd)/g, \"$'\")",
			"s.replace(/(a)(b)?/g, (m, a, b, at) => m + b + at % 7)", "s.replace(/(?<x>a)/g, (...all) => all.at(-1).x + all.length)",
			"(() => { const r = /b/g; r.lastIndex = 9; s.replace(r, 'c'); return r.lastIndex })()",
			"(() => { const r = /b/g; r.lastIndex = 9; s.match(r); return r.lastIndex })()",
		} {
			alike(t, plain, guarded, source, call, text)
		}
	}
}

// TestWatchedMatchesAreAlike holds matches that are found one after the other, and those that Go's own matcher finds in what
// it reads piece by piece, against goja's.
func TestWatchedMatchesAreAlike(t *testing.T) {
	oneGoroutine(t)
	plain, guarded := goja.New(), goja.New()
	if err := guard.Install(guarded, guard.Limits{LongSubject: 1}); err != nil {
		t.Fatal(err)
	}
	costly := strings.Repeat("(?:q{900})?", 3) // it seems to have so many states that all texts are long
	expressions := []string{
		"b", "(a)(b)?", "(?<x>b)", "[a-c]+", "^a", "c$", "\\b", "(?:)", "q", ".", "😀", "é", "[^a]", "(?=b)b", "(?<=a)b", "(.)\\1", "a|ab",
		"(a)|(b)", "\\uD83D",
	}
	for _, text := range []string{"ab,c", "aé\nab", "x😀yb"} {
		for _, expression := range expressions {
			for _, flags := range []string{"", "g", "y", "gu", "gy", "im"} {
				source := "s = " + quoted(text) + ".repeat(3); r = () => new RegExp(" + quoted(expression) + ", '" + flags + "');"
				if !strings.ContainsAny(expression, "(") {
					source += "c = () => new RegExp('" + costly + "' + " + quoted(expression) + ", '" + flags + "');"
				} else {
					source += "c = r;"
				}
				for _, call := range []string{
					"JSON.stringify(s.match(r()))", "JSON.stringify(s.split(r()))", "s.replace(r(), '[$&$1]')", "s.replace(r(), (...all) => JSON.stringify(all))",
					"JSON.stringify([c().test(s), c().exec(s), c().exec(s)?.index, c().exec(s)?.groups, Object.keys(c().exec(s) ?? {}).join()])",
					"JSON.stringify([s.search(c()), s.match(c())])", "s.replace(c(), '<$&>')",
					"(() => { const e = c(); e.test(s); const first = e.lastIndex; e.exec(s); return [first, e.lastIndex] })()",
					"(() => { const e = c(); e.lastIndex = 2; return [s.search(e), e.lastIndex, e.test(s), e.lastIndex] })()",
				} {
					unicode := strings.Contains(flags, "u")
					switch {
					case strings.Contains(call, "replace") && (flags == "u" || flags == "y" || flags == "su"),
						strings.Contains(call, "groups") && unicode && strings.Contains(expression, "<x>"),
						expression == "\\b" && strings.Contains(text, "é"):
						continue // goja replaces all with u, looks everywhere with y, has no named groups with u, and takes é for a part of a word
					}
					alike(t, plain, guarded, source, call, text+" "+expression+" "+flags)
				}
			}
		}
	}
}

// TestArraysAreTreatedAlike does so for what is counted in arrays.
func TestArraysAreTreatedAlike(t *testing.T) {
	oneGoroutine(t)
	plain, guarded := goja.New(), goja.New()
	if err := guard.Install(guarded, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	for _, call := range []string{
		"[1, [2, [3, [4]]]].flat()", "[1, [2, [3, [4]]]].flat(0)", "[1, [2, [3, [4]]]].flat(2)", "[1, [2, [3, [4]]]].flat('1')",
		"[1, , [2, , 3]].flat().length",
		"[[1, 2], 'ab', [[3]]].flat(-1).length", "[1, 2].flatMap((x, i, all) => [x, i, all.length])", "[1, , 2].flatMap(x => [[x]]).length",
		"[1, 2].flatMap(function (x) { return this.n + x }, {n: 5})", "[1, 2, 3].flatMap((x, i, all) => { all.pop(); return x })",
		"[new Proxy([1, 2], {})].flat()", "[1].flatMap(() => new Proxy([1, [2]], {})).length",
		"class A extends Array {}; A.from([[1], [2]]).flat() instanceof A", "try { [1].flatMap(5) } catch (e) { e.name }",
		"[1, null, undefined, 'x', [2, [3]], {}].join()", "[1, [2, 3]].join('-')", "Array(4).join('ab')", "[, 1].join()", "[[], [[]]].join('|')",
		"var a = [1, 2]; a.push(a); a.join()", "var a = [1], b = [a]; a.push(b); String(a)", "[{toString() { return 'x' }}].join('y')",
		"[1, [2]].join({toString() { return '+' }})", "Array.prototype.join.call({length: 3, 1: [5]}, '.')", "Array.prototype.join.call('abc', '.')",
		"''.concat(1, null, [2, 3], {toString: () => 'x'})", "String.raw`a${1}b${'c'}`", "String.raw({raw: ['x', 'y']}, 0, 1, 2)",
		"a = Array.from({length: 20001}, (_, i) => i * 7919 % 20001); [a.map(Math.sqrt)[5], a.filter(Boolean).length, a.reduce(Math.atan2), " +
			"a.map(Number, 1)[3], a.findIndex(isNaN)]",
		"a = Array.from({length: 20001}, (_, i) => 1.5 * i); f = Float64Array.from(a); f.join() === a.join() && f.join('; ') === a.join('; " +
			"') && String(f) === String(a)",
		"try { Array(20001).fill(1).map(Symbol.prototype.toString) } catch (e) { e.name }",
		"w = 'w'.repeat(5000); a = ['', w, 1, w + 'x', w]; [a.indexOf(w), a.indexOf(w, 2), a.indexOf(w, -1), a.lastIndexOf(w), " +
			"a.lastIndexOf(w, -2), a.lastIndexOf(w, 9)]",
		"w = 'w'.repeat(5000); [[w].includes(w), [w].includes(w, 1), [].includes(w), [, w].indexOf(w), [w, w].lastIndexOf(w, " +
			"undefined), [w].lastIndexOf(w, -5)]",
		"JSON.stringify(Object.getOwnPropertyDescriptors({a: 1, get b() { return 2 }, [Symbol.iterator]: 3}))",
		"Object.getOwnPropertyDescriptors({[Symbol.iterator]: 3})[Symbol.iterator].value", "Object.keys(Object.getOwnPropertyDescriptors([1, 2]))",
		"try { Object.getOwnPropertyDescriptors(null) } catch (e) { e.name }", "JSON.stringify(Object.getOwnPropertyDescriptors('ab'))",
		"JSON.stringify(Object.getOwnPropertyDescriptors(new Proxy({a: 1}, {getOwnPropertyDescriptor: () => undefined, ownKeys: () => []})))",
		"'a-b'.replaceAll('-', (m, at, s) => m + at + s)", "'aXbX'.replace(/x/gi, function () { return this === undefined })",
		"'ab'.replace(/(?<n>a)/g, (...x) => x.at(-1).n)",
	} {
		alike(t, plain, guarded, "", call, "")
	}
}

// TestCopiesOfArraysAreAlike does so for the arrays that slice, concat, fill and from make, and for what a script may do to notice how.
func TestCopiesOfArraysAreAlike(t *testing.T) {
	oneGoroutine(t)
	arrays := []string{
		"Array.from({length: 40}, (_, i) => i)", "Array(40)", "[...'abcdefghijklmnopqrstuvwxyz']", "[, ...Array(30).keys()]",
		"(() => { const a = Array(30).fill(1); a.length = 50; return a })()",
		"Object.assign(Array(20).fill('x'), {more: 1})", "Object.freeze(Array(20).fill(2))", "Object.preventExtensions(Array(20))", "[1, 2]", "[]",
		"Object.defineProperty(Array(20).fill(3), 5, {get: () => 'got'})", "Object.defineProperty(Array(20).fill(3), 'constructor', {get: () => Array})",
		"(() => { class B extends Array {} return B.from({length: 20}, (_, i) => i) })()",
		"(() => { class B extends Array { set 3(v) { this.got = v } } return new B(20) })()",
		"[1, , , ...Array(30).keys()]", "Object.create({length: 20, 2: 'p'})", "Object.setPrototypeOf(Array(20).fill(4), Array.prototype.concat())",
		"new Proxy(Array(20).fill(5), {})",
		"Object.assign(Array(20).fill(6), {[Symbol.isConcatSpreadable]: false})",
		"Object.defineProperty(Array(20).fill(6), Symbol.isConcatSpreadable, {value: false})",
		"Object.defineProperty({length: 20}, Symbol.iterator, {value: function* () { yield 'hidden' }})", "({length: 20, 3: 'x'})", "({0: 'own'})",
		"({length: {valueOf: () => 20}})", "({length: '20', 0: 'y', [Symbol.iterator]: undefined})",
		"({length: 20, [Symbol.isConcatSpreadable]: true})", "({get length() { return 20 }})", "Object.create({length: 20})", "'0123456789012345678'",
		"new Set('abcdefghijklmnopqrst')",
	}
	calls := []string{
		"a.slice()", "a.slice(3)", "a.slice(-5)", "a.slice(2, -2)", "a.slice(9, 3)", "a.slice(undefined, 4.7)", "a.slice(NaN, Infinity)",
		"a.slice('2', {valueOf() { return 5 }})", "a.slice(1e9)",
		"a.concat()", "a.concat(1, 'x', null, a, [], [[2]], [, 3])", "[].concat(a, a)", "[0].concat(a)[1]", "Array(20).fill(0).concat(a)",
		"Array(20).fill(0).concat({length: 1, 0: 'z', [Symbol.isConcatSpreadable]: true})",
		"a.fill(7)", "a.fill()", "a.fill(7, 2)", "a.fill(7, -3, 99)", "a.fill({n: 1})", "(a.fill(7), a.push(8), a)",
		"Array.from(a)", "Array.from(a, (x, i) => [x, i])", "Array.from(a, function (x) { return this.n + x }, {n: 5})", "Array.from(a, 5)",
		"Array.from(a, (x, i) => { a[i + 1] = i; a.length = 3; return x })",
		"Array.from.call(Object, a).length", "Array.from(a, (x, i) => { if (i > 3) throw new Error('at ' + i) })", "(x = a.slice(), x[99] = 1, x.length)",
	}
	settings := []string{
		"", "Object.defineProperty(Object.prototype, 3, {set(v) { this.set3 = v }, configurable: true});", "Array.prototype[2] = 'inherited';",
		"Object.prototype[1] = 'from objects';",
		"Array.prototype[Symbol.isConcatSpreadable] = false;", "Object.defineProperty(Array, Symbol.species, {get: () => Object});",
		"Array.prototype.constructor = function () { return {} };",
		"Object.prototype.length = 20;", "Object.setPrototypeOf(Array.prototype, {4: 'replaced', __proto__: Object.prototype});",
		"Object.prototype[Symbol.iterator] = function* () { yield 'iterated' };",
	}
	for _, setting := range settings {
		plain, guarded := goja.New(), goja.New()
		if err := guard.Install(guarded, guard.Limits{}); err != nil {
			t.Fatal(err)
		}
		for _, array := range arrays {
			for _, call := range calls {
				body := "(() => { try { const r = " + call + "; return [tell(r), Object.getPrototypeOf(r) === Array.prototype, tell(a)].join(' / ') } " +
					"catch (e) { return e.name + ': ' + e.message } })()"
				source := setting + "var x, tell = (r) => r === null ? 'null' : typeof r !== 'object' ? String(r) : JSON.stringify([r.length, " +
					"Reflect.ownKeys(r).map(String), Object.values(Object.getOwnPropertyDescriptors(r))]); var a = " + array + ";"
				alike(t, plain, guarded, source, body, setting+" "+array)
			}
		}
	}
}

// TestHostFunctionsMayReturnNil: goja takes that for undefined.
func TestHostFunctionsMayReturnNil(t *testing.T) {
	rt := goja.New()
	if err := guard.Install(rt, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	_ = rt.Set("host", func(goja.FunctionCall) goja.Value { return nil })
	got, err := rt.RunString("[...Array.from({length: 20}, host), ...[1].flatMap(host)].map(String).join('').replaceAll('undefined', 'u')")
	if want := strings.Repeat("u", 21); err != nil || got.String() != want {
		t.Errorf("%v, %v; want %s", got, err, want)
	}
}

// oneGoroutine skips a long comparison in short runs, which look for races: there are none on one goroutine. Other runs have it.
func oneGoroutine(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it compares results on one goroutine, where nothing races")
	}
}

func alike(t *testing.T, plain, guarded *goja.Runtime, source, call, text string) {
	t.Helper()
	want, wantErr := plain.RunString("{" + source + "; String(eval(" + quoted(call) + "))}")
	got, err := guarded.RunString("{" + source + "; String((0, eval)(" + quoted(call) + "))}")
	switch {
	case wantErr != nil || err != nil:
		t.Errorf("%s of %q: got %v; goja has %v", call, text, err, wantErr)
	case !got.SameAs(want):
		t.Errorf("%s of %q: got %.80q; goja has %.80q", call, text, got.String(), want.String())
	}
}

func quoted(s string) string {
	return `"` + strings.NewReplacer("\n", `\n`, `"`, `\"`, `\`, `\\`).Replace(s) + `"`
}
