package inside

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// TestLater: accessors of the global object are made when a script first asks for one, and are like others in all that scripts can see.
func TestLater(t *testing.T) {
	if !Templates.On() {
		t.Skip(Templates.Err())
	}
	var made []string
	later := NewLater([]string{"first", "second", "third"}, func(rt *goja.Runtime, name string) goja.Value {
		made = append(made, name)
		return rt.ToValue(func(goja.FunctionCall) goja.Value { return rt.ToValue("the " + name) })
	})
	for range 2 { // runtimes have the same ones
		made = nil
		rt := goja.New()
		_ = rt.Set("own", 1)
		if !later.Install(rt) || later.Install(rt) {
			t.Fatal("they are not installed, or twice")
		}
		for _, c := range []struct{ script, want, makes string }{
			{`"first" in globalThis && Object.hasOwn(globalThis, "second") && !("fourth" in globalThis)`, "true", ""},
			{`Object.getOwnPropertyNames(globalThis).filter(n => /^(own|first|second|third)$/.test(n)).join()`, "own,first,second,third", ""},
			{`first + typeof own + typeof parseInt`, "the firstnumberfunction", "first"},
			{`(({ enumerable, configurable, get, set }) => [enumerable, configurable, get === set])(
				Object.getOwnPropertyDescriptor(globalThis, "first")).join()`, "false,true,true", "first"},
			{`delete globalThis.second && typeof second`, "undefined", "first,second"},
			{`Object.defineProperty(globalThis, "third", { value: 3 }); third`, "3", "first,second,third"},
		} {
			got, err := rt.RunString(c.script)
			if err != nil || got.String() != c.want || strings.Join(made, ",") != c.makes {
				t.Errorf("%s: %v, %v; %v were made", c.script, got, err, made)
			}
		}
	}
	rt := goja.New()
	_ = rt.Set("third", 1)
	if NewLater([]string{"parseInt"}, nil).Install(goja.New()) || later.Install(rt) {
		t.Error("they take the place of what is there")
	}
}
