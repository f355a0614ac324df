package engine

import (
	"testing"

	"github.com/dop251/goja"
)

// TestInsideIsKnown fails if a new version of goja stores its properties elsewhere: everything still works then,
// with the public methods, at a third of the speed.
func TestInsideIsKnown(t *testing.T) {
	in := insides()
	if !in.known {
		t.Fatal("goja's plain objects are not laid out as engine/inside.go expects")
	}
	rt := goja.New()
	for text, want := range map[string]bool{
		`({a: 1, b: "x"})`:                 true,
		`({a: 1, 7: "index"})`:             false, // keys are not in order of creation
		`new (class { x = 1 })()`:          true,
		`Object.create({inherited: true})`: true,
		`[1, 2]`:                           false,
		`new Map()`:                        false,
		`new Proxy({}, {})`:                false,
		`new Date()`:                       false,
		`(() => 1)`:                        false,
		`globalThis`:                       false,
	} {
		value, err := rt.RunString(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := in.fields(value.(*goja.Object)); ok != want {
			t.Errorf("%s read directly: %v, want %v", text, ok, want)
		}
	}
	for text, want := range map[string]bool{
		`({a: 1})`:                 true,
		`[1]`:                      true,
		`({[Symbol.iterator]: 1})`: false,
		`Object.assign([1], {[Symbol.iterator]: 1})`:         false,
		`Object.defineProperty({}, Symbol("x"), {value: 1})`: false,
		`new Map()`:           false,
		`(function* () {})()`: false,
	} {
		value, err := rt.RunString(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := in.hasNoSymbols(value.(*goja.Object)); got != want {
			t.Errorf("%s has no symbols: %v, want %v", text, got, want)
		}
	}
	value, _ := rt.RunString(`({plain: 1, get computed() { return 2 }})`)
	_, values, _ := in.fields(value.(*goja.Object))
	if !in.isPlain(values["plain"]) || in.isPlain(values["computed"]) {
		t.Error("a getter passes for a value, or a value for a getter")
	}
}
