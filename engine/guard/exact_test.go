package guard_test

import (
	"strings"
	"testing"
)

// TestExpressionsAreExact: what the language says, and V8 does, where goja's matchers do something else.
func TestExpressionsAreExact(t *testing.T) {
	for source, want := range map[string]string{
		// Lines.
		`/^Host: (.*)$/m.exec("a\r\nHost: x\r\nb")`:                                                    `["Host: x","x"]`,
		`"a\r\nb".match(/^.+$/gm)`:                                                                     `["a","b"]`,
		`"a\u2028b\u2029c\rd".match(/^.+$/gm)`:                                                         `["a","b","c","d"]`,
		`new RegExp("^b$", "m").test("a\rb") && /^b$/m.test("a\nb")`:                                   `true`,
		`"a\r\nb".replace(/^/gm, "> ")`:                                                                `"> a\r> \n> b"`,
		`"a\r\nb\rc".split(/$/m)`:                                                                      `["a","\r","\nb","\rc"]`,
		`["a\rb".search(/^b/m), "a\rb".search(/^c/m)]`:                                                 `[2,-1]`,
		`"x\ry".replace(/^(?<l>.)/gm, (m, l, at, s, g) => m + at + g.l)`:                               `"x0x\ry2y"`,
		`[..."a\rb".matchAll(/^./gm)].map(m => m.index)`:                                               `[0,2]`,
		`[/^b/.test("a\rb"), /a$/.test("a\rb"), /^[^]$/.test("\r")]`:                                   `[false,false,true]`,
		`(() => { const r = /^./gm, o = []; while (r.test("a\rb")) o.push(r.lastIndex); return o })()`: `[1,3]`,
		`(() => { const r = /^./my; r.lastIndex = 2; return [r.test("a\rb"), r.lastIndex, r.test("a\rb"), r.lastIndex] })()`:      `[true,3,false,0]`,
		`(() => { const r = /^b/my; return ["a\rb".replace(r, "x"), r.lastIndex, (r.lastIndex = 2, "a\rb".replace(r, "x"))] })()`: `["a\rb",0,"a\rx"]`,
		`[/a.b/.test("a\u2028b"), /(?=a)a.b/.test("a\u2028b")]`:                                                                   `[false,false]`,
		`[/(?=a)a.b/s.test("a\u2028b"), /(?=a)a.b/.test("a\rb")]`:                                                                 `[true,false]`,
		`[/\s/.test("\u2028"), /(?=.|\s)\s/.test("\u2029"), /(?=\s)\s/.test("\ufeff"), /\s/.test("\u180e")]`:                      `[true,true,true,false]`,
		`(() => { const r = /a.b/g; r.lastIndex = 1; return r.test("xa\u2028b") })()`:                                             `false`,

		// Groups that are repeated.
		`/(?:a|(b))*/.exec("ba")`:                                     `["ba",null]`,
		`/(z)((a+)?(b+)?(c))*/.exec("zaacbbbcac")`:                    `["zaacbbbcac","z","ac","a",null,"c"]`,
		`/(?:(?:(a)|(b))*c)*/.exec("abcac")`:                          `["abcac","a",null]`,
		`/(?:(a)|b)*?c/.exec("abc")`:                                  `["abc",null]`,
		`/(?:(a)|(b)){2}/.exec("ab")`:                                 `["ab",null,"b"]`,
		`/(?:(a)|b\1)+/.exec("aba")`:                                  `["aba","a"]`,
		`new RegExp("^(?:(\\d+)|([a-z]+))*$").exec("12ab")`:           `["12ab",null,"ab"]`,
		`"ba ab".replace(/(?:a|(b))+/g, "[$1]")`:                      `"[] [b]"`,
		`"xAby".split(/(?:A|(b))+/)`:                                  `["x","b","y"]`,
		`/(?:a|(b))*/d.exec("ba").indices`:                            `[[0,2],null]`,
		`[/(a*)*/.exec("b"), /(a*)+/.exec("aab"), /(a*)+/.exec("b")]`: `[["",null],["aa","aa"],["",""]]`,
		`[/(a*)?/.exec("b"), /^(\w+)(.*)?$/.exec("ab")]`:              `[["",null],["ab","ab",null]]`,
		`[/(?=(a*))*/.exec("aab"), /(?:(?=(a))|b)*/.exec("ab")]`:      `[["",null],["",null]]`,
		`[/(?=.*(b))(a)/.exec("a_b"), /(?<=(a).*)(b)/.exec("a_b")]`:   `[["a","b","a"],["b","a","b"]]`,
		`/(?:\u{1F600}|(b))*/u.exec("b\u{1F600}")`:                    `["b😀",null]`,
		`/\uD83D\uDE00(?:a|(b))*/.exec("x\u{1F600}ba").index`:         `1`,
		`[/(?:a|(b))*/gi.source, /(?:a|(b))*/gi.flags]`:               `["(?:a|(b))*","gi"]`,

		// Case.
		`[/\u212a/i.test("k"), /k/i.test("\u212a"), /\u212a/iu.test("k"), /k/iu.test("\u212a"), /\u212a/i.test("\u212a")]`: `[false,false,true,true,true]`,
		`[/[\u0100-\u024f]/i.test("s"), /[\u0100-\u024f]/iu.test("s"), /[^k]/i.test("\u212a")]`:                            `[false,true,true]`,
		`[/\u03a9/i.test("\u03c9"), /\u2126/i.test("\u03c9"), /ß/i.test("\u1e9e"), /ς/i.test("Σ"), /é/i.test("É")]`:        `[true,false,false,true,true]`,
		`/\w/iu.test("\u017f") && !/\w/i.test("\u017f")`:                                                                   `true`,

		// Words: letters beyond ASCII are none.
		`"été".replace(/\b\w/g, c => c.toUpperCase())`:                              `"éTé"`,
		`["é".match(/\b/g), "aé".match(/\B/g), /(?=.)\bx/.test("éx")]`:              `[null,[""],true]`,
		`(() => { const r = /\b/g; r.lastIndex = 1; return r.exec("éa").index })()`: `1`,

		// Names that several groups have.
		`/(?<y>\d{4})-(?<m>\d\d)|(?<m>\d\d)\/(?<y>\d{4})/.exec("12/2024").groups`:                                           `{"y":"2024","m":"12"}`,
		`"12/2024".replace(/(?<y>\d{4})-(?<m>\d\d)|(?<m>\d\d)\/(?<y>\d{4})/, "$<y>.$<m>")`:                                  `"2024.12"`,
		`[.../(?<a>x)|(?<a>y)\k<a>/g[Symbol.matchAll]("xyy")].map(m => [m[0], m.groups.a])`:                                 `[["x","x"],["yy","y"]]`,
		`/(?<a>x)|(?<a>y)/d.exec("y").indices.groups.a`:                                                                     `[0,1]`,
		`(() => { try { new RegExp("(?<a>x)(?<a>y)") } catch (e) { return e.name } })()`:                                    `"SyntaxError"`,
		`new (class extends RegExp { exec(s) { return super.exec(s + "") } })("^(b)", "m")[Symbol.replace]("a\rb", "[$1]")`: `"a\r[b]"`,
	} {
		if got := evaluate(t, true, `JSON.stringify(`+source+`)`); got != "ok: "+want {
			t.Errorf("%s is %s, want %s", source, got, want)
		}
	}
}

// TestUnicodeExpressionsAreStrict: with the flag u, what is not known is an error.
func TestUnicodeExpressionsAreStrict(t *testing.T) {
	for _, source := range strings.Fields(`a{ a{1 a{1,2 { } ] {1} \- \_ \a \1 \8 \01 \c \x1 \u1 \u{110000} \k \k<a> (?<a>.)\k<b> ` +
		`[\d-a] [a-\d] [b-a] [\c] (?=a)* (?<=a)* a** a{2,1} ( ) (?<1>a) (?<a>.)(?<a>.) \p{Nothing} (?a) [a`) {
		got := evaluate(t, true, "try { new RegExp(String.raw`"+source+"`, 'u'); 'none' } catch (e) { e.name }")
		if got != "ok: SyntaxError" {
			t.Errorf("%s: %s", source, got)
		}
	}
	for _, source := range strings.Fields(`a\{ \/ [\-] [a-] [-a] \0 \cA \x41 \u0041 \u{41} \ud83d\ude00 (?<a>.)\k<a> \k<a>(?<a>.) ` +
		`(?<𝒜>.) a{2}? (?:a)* (?<$>a) (?<\u{61}>a) [^] [] \p{L} (?<a>.)|(?<a>..) \1(a)`) {
		if got := evaluate(t, true, "try { new RegExp(String.raw`"+source+"`, 'u'); 'none' } catch (e) { e.message }"); got != "ok: none" {
			t.Errorf("%s: %s", source, got)
		}
	}
	for _, source := range strings.Fields(`a{ a{1 \- \_ ] } \c [\c] \x \u{41} [\d-a] [\w-] \8 \07 (?=a)* \k<a> \u12`) {
		if got := evaluate(t, true, "try { new RegExp(String.raw`"+source+"`); 'none' } catch (e) { e.message }"); got != "ok: none" {
			t.Errorf("%s without the flag: %s", source, got)
		}
	}
}

// TestRegExpEscape: what is escaped matches itself, wherever it stands.
func TestRegExpEscape(t *testing.T) {
	for source, want := range map[string]string{
		`RegExp.escape("a.b")`:                                                   `"\\x61\\.b"`,
		`RegExp.escape("-x-_1é")`:                                                `"\\x2dx\\x2d_1é"`,
		`RegExp.escape("^$\\.*+?()[]{}|/")`:                                      `"\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/"`,
		`RegExp.escape("\t\n\v\f\r \u00a0\u2028\ufeff")`:                         `"\\t\\n\\v\\f\\r\\x20\\xa0\\u2028\\ufeff"`,
		`RegExp.escape("_\ud83d_😀")`:                                             `"_\\ud83d_😀"`,
		`[RegExp.escape.length, RegExp.escape.name, Object.keys(RegExp).length]`: `[1,"escape",0]`,
		`["1", "a+b", "x\n-", "\u2028"].map(s => new RegExp("^\\0?" + RegExp.escape(s) + "$", "u").test(s))`: `[true,true,true,true]`,
		`(() => { try { RegExp.escape(1) } catch (e) { return e.name } })()`:                                 `"TypeError"`,
	} {
		if got := evaluate(t, true, `JSON.stringify(`+source+`)`); got != "ok: "+want {
			t.Errorf("%s is %s, want %s", source, got, want)
		}
	}
}
