package guard_test

import (
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
	const texts = `const texts = ['', 'a', 'ab', 'GET /users/5', 'line\none', 'A', 'é', 'x😀y', '\ud83d', 'a'.repeat(20000), 'ab'.repeat(9000) + 'c', 5, null, ['a'], { toString: () => 'ab' }];`
	for _, expression := range []string{
		`/a/`, `/^a$/`, `/b$/i`, `/^GET \/(users|items)\/[^/]+$/`, `/^line$/m`, `/a.c/s`, `/^.$/u`, `/(?=b)/`, `/(.)\1/`, `/(?:)/`, `/[^]/`, `/$^/`, `/\bab\b/`,
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
