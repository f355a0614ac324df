package objects_test

import (
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/objects"
)

// TestPrivateFieldsOfDecoratedClasses: the compiler makes WeakMaps of them.
func TestPrivateFieldsOfDecoratedClasses(t *testing.T) {
	compiled := api.Transform(`
		const D = (c: any) => c, cache = new WeakMap();
		@D class Other { #name = "other"; #x2 = 1; #hello() { return "other's" } read() { return this.#name + this.#x2 + this.#hello() } }
		@D class Base { #id = 7; base() { return this.#id } }
		@D class User extends Base {
			#name = "Ann"; #age?: number; #x2 = 3;
			#hello() { return this.#name }
			get #both() { return "both " + this.#hello() }
			use() { this.#both = this.#both; this.#last() }
			set #both(v) { this.#name = v }
			static #made(n) { return n + 1 }
			async #last() { return User.#made(this.#x2) }
			read() { cache.has(this); return this.#name + this.#age + this.#x2 + this.#hello() }
		}
		globalThis.user = new User(); globalThis.other = new Other(); globalThis.keep = (o) => cache.set(o, 1);
	`, api.TransformOptions{
		Loader: api.LoaderTS, Target: api.ES2022, Banner: "(() => {", Footer: "})()",
		TsconfigRaw: `{"compilerOptions":{"experimentalDecorators":true,"useDefineForClassFields":true}}`,
	})
	if len(compiled.Errors) > 0 {
		t.Fatal(compiled.Errors)
	}
	s := newStopped(t)
	s.Objects = objects.New(objects.Options{Runtime: s.rt, Written: func(name string) bool { return name == "#x2" }})
	if _, err := s.rt.RunString(string(compiled.Code)); err != nil {
		t.Fatal(err)
	}
	s.check([][2]string{
		{"user.#name", `"Ann"`},
		{"user.#x2", "3"},
		{"user.#id", "7"},
		{"user.#age", "undefined"},
		{"other.#name", `"other"`},
		{"user.#name = 'Eve'", `"Eve"`},
		{"user.read()", `"Eveundefined3Eve"`},
		{"user.#hello()", `"Eve"`},
		{"other.#hello()", `"other's"`},
		{"user.#both", `"both Eve"`},
		{"user.#both = 'Eva'", `"Eva"`},
		{"user.#hello()", `"Eva"`},
		{"user.constructor.#made(2)", "3"},
		{"user.#id++", "7"},
		{"user.base()", "8"},
	}, debugger.Expression{Frame: -1})
	if _, p := s.names("user", debugger.PropertyOptions{Own: true}); len(p.Private) != 8 || p.Private[0].Name != "#id" || p.Private[3].Name != "#x2" ||
		p.Private[4].Name != "#hello" || p.Private[5].Get == nil || p.Private[5].Set == nil {
		t.Errorf("got %+v", p.Private)
	}
	if _, err := s.rt.RunString("keep(user)"); err != nil { // which WeakMap is whose, is not known any more
		t.Fatal(err)
	}
	if _, p := s.names("user", debugger.PropertyOptions{Own: true}); len(p.Private) != 4 {
		t.Errorf("got %+v", p.Private)
	}
}
