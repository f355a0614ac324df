package inside_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

func TestObjectsAreReadInPlace(t *testing.T) {
	if !inside.Properties.On() {
		t.Skip(inside.Properties.Err())
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
		if _, _, ok := inside.Fields(value.(*goja.Object)); ok != want {
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
		if got := inside.HasNoSymbols(value.(*goja.Object)); got != want {
			t.Errorf("%s has no symbols: %v, want %v", text, got, want)
		}
	}
	value, _ := rt.RunString(`({plain: 1, get computed() { return 2 }})`)
	_, values, _ := inside.Fields(value.(*goja.Object))
	if !inside.IsValue(values["plain"]) || inside.IsValue(values["computed"]) {
		t.Error("a getter passes for a value, or a value for a getter")
	}
}
