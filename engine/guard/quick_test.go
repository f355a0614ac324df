package guard_test

import (
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/machine"
)

// TestTestsAreAlike holds the quick way of the method test against goja's own method.
func TestTestsAreAlike(t *testing.T) {
	plain, guarded := goja.New(), goja.New()
	if err := guard.Install(guarded, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	for _, rt := range []*goja.Runtime{plain, guarded} {
		_ = rt.Set("ofGo", []string{"GET /items/0123456789", "GET /items/größer als 16", "line\nline\nline\nline", "abababababababababab"})
	}
	const texts = `const texts = [...ofGo, '', 'a', 'ab', 'GET /users/5', 'line\none', 'A', 'é', 'x😀y', '\ud83d', 'a'.repeat(20000), ` +
		`'ab'.repeat(9000) + 'c', 5, null, ['a'], { toString: () => 'ab' }];`
	for _, expression := range []string{
		`/a/`, `/^a$/`, `/b$/i`, `/^GET \/(users|items)\/[^/]+$/`, `/^line$/m`, `/a.c/s`, `/^.$/u`, `/(?=b)/`, `/(.)\1/`, `/(?:)/`, `/[^]/`,
		`/$^/`, `/\bab\b/`,
		`/a/g`, `/b/y`, `/é/`, `/\ud83d/`, `/(ab)*c$/`, `new RegExp('a')`, `new (class extends RegExp {})('a')`,
	} {
		for _, call := range []string{
			`texts.map((s) => ` + expression + `.test(s)).join()`,
			`{ const e = ` + expression + `; texts.map((s) => [e.test(s), e.lastIndex]).join() }`,
			`{ const e = ` + expression + `; e.lastIndex = 1; texts.map((s) => [e.test(s), e.lastIndex]).join() }`,
			`{ const e = ` + expression + `, log = []; e.lastIndex = { valueOf() { log.push('asked'); return 1 } }; [e.test('aab'), log].join() }`,
			`{ const e = ` + expression + `; e.exec = () => null; texts.map((s) => e.test(s)).join() }`,
			`{ const e = ` + expression + `; try { [e.test(Symbol('a'))].join() } catch (e) { e.name } }`,
			`{ const e = Object.freeze(` + expression + `); texts.map((s) => { try { return e.test(s) } catch (e) { return e.name } }).join() }`,
		} {
			program := "{" + texts + call + "}"
			want, wantErr := plain.RunString(program)
			improved, err := goja.Compile("", program, false)
			if err != nil {
				t.Fatal(err)
			}
			machine.Improve(improved)
			got, gotErr := guarded.RunProgram(improved)
			if (wantErr != nil) != (gotErr != nil) || wantErr == nil && !got.SameAs(want) {
				t.Errorf("%s: got %v, %v; goja has %v, %v", call, got, gotErr, want, wantErr)
			}
		}
	}
}

// TestReplacementsAreAlike holds the quick ways to replace all matches by a text, and to list them, against a function that returns the
// text, or keeps what it is told: for these exec finds one match after the other.
func TestReplacementsAreAlike(t *testing.T) {
	rt := goja.New()
	if err := guard.Install(rt, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	_ = rt.Set("ofGo", []string{"a text that came from Go, and is long", "ein Text aus Go, der länger ist", "A Title, of Sorts--and more, aab"})
	const texts = `const texts = ['', 'a', 'aab', 'aaa bab', '-a-b-', 'A Title, of Sorts', 'line\none\n', 'é a', 'x😀ya', '\ud83da', 'ab'.repeat(12), 5,
		null, ['a'], { toString: () => 'aab' }, ...ofGo];
		const replacements = ['', '-', 'aa', '$&', '$$', '$1', 'é', 7, undefined, null, { toString: () => '+' }];
		const each = (e) => texts.flatMap((s) => replacements.map((by) => { try { return String(s).replace(e, as(by)) + e.lastIndex + e } catch (e) {
			return e.name } })).join('|');`
	for _, expression := range []string{
		`/a/g`, `/[^a-z0-9]+/g`, `/^-|-$/g`, `/a*/g`, `/(a)|b/g`, `/(?:)/g`, `/\b/g`, `/\ba/g`, `/^a/gm`, `/A/gi`, `/a(?=b)/g`, `/(a)\1/g`, `/./gs`,
		`/./gu`, `/[^]/g`, `/a{2}/g`, `/a{0,1}b/g`, `/(?:a|)/g`,
		`/a+?/g`, `/$/gm`, `/é/g`, `/a/`, `/a/y`, `/a/gy`, `new RegExp('a', 'g')`, `new (class extends RegExp {})('a', 'g')`,
		`new (class extends RegExp { exec() { return null } })('a', 'g')`,
	} {
		for _, call := range []string{
			`each(` + expression + `)`,
			`{ const e = ` + expression + `; e.lastIndex = 1; each(e) }`,
			`{ const e = ` + expression + `; e.exec = () => null; each(e) }`,
			`{ const e = ` + expression + `; Object.defineProperty(e, 'flags', { value: '' }); each(e) }`,
			`{ const e = ` + expression + `, log = []; Object.defineProperty(e, 'flags', { get() { log.push(e.lastIndex); e.lastIndex = 5; ` +
				`return 'g' } }); [each(e), log].join() }`,
			`{ const e = Object.freeze(` + expression + `); each(e) }`,
			`{ const e = ` + expression + `; Object.setPrototypeOf(e, { __proto__: RegExp.prototype, exec: () => null }); each(e) }`,
			`{ const e = ` + expression + `; JSON.stringify(texts.map((s) => { e.lastIndex = 1; const found = e.flags.includes('g') && all(String(s), e); ` +
				`return [found, Array.isArray(found), e.lastIndex] })) }`,
			`texts.map((s) => String(s).replaceAll(new RegExp(` + expression + `, 'g'), as('-'))).join()`,
		} {
			if expression == `/a/` && strings.Contains(call, "return 'g'") {
				continue // which finds the first match again and again, as the language says
			}
			got, gotErr := rt.RunString("{ const as = (by) => by, all = (s, e) => s.match(e);" + texts + call + "}")
			want, wantErr := rt.RunString(`{ const as = (by) => String(by).includes('$') ? by : () => by;
				const all = (s, e) => { const told = []; s.replace(e, (m) => { told.push(m) }); return told.length ? told : null };` + texts + call + "}")
			if (wantErr != nil) != (gotErr != nil) || wantErr == nil && !got.SameAs(want) {
				t.Errorf("%s: got %v, %v; a function has %v, %v", call, got, gotErr, want, wantErr)
			}
		}
	}
}
