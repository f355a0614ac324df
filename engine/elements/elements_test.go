package elements

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

func TestElements(t *testing.T) {
	if !inside.Elements.On() {
		t.Skip(inside.Elements.Err())
	}
	rt := goja.New()
	for source, want := range map[string]struct {
		stored, length  int
		ok, full, alone bool
	}{
		`[1, "a", {}]`:                     {3, 3, true, true, true},
		`[]`:                               {0, 0, true, true, true},
		`const a = [1, , 3]; a`:            {3, 3, true, true, true}, // the hole is nil
		`{const b = [1]; b.length = 9; b}`: {1, 9, true, false, false},
		`{const c = [1, 2]; c.x = 3; c}`:   {2, 2, true, true, false},
		`Object.defineProperty([1, 2], 0, {enumerable: false})`: {0, 0, false, false, false},
		`Object.defineProperty([1, 2], 0, {get: () => 3})`:      {0, 0, false, false, false},
		`({length: 1, 0: 1})`:                                   {0, 0, false, false, false},
		`new Uint8Array(3)`:                                     {0, 0, false, false, false},
		`const d = []; d[1e7] = 1; d`:                           {0, 0, false, false, false},
		`"text"`:                                                {0, 0, false, false, false},
		`new Proxy([1], {})`:                                    {0, 0, false, false, false},
	} {
		v, err := rt.RunString(source)
		if err != nil {
			t.Fatal(source, err)
		}
		stored, length, ok := Stored(v)
		_, full := Of(v)
		_, alone := Alone(v)
		if len(stored) != want.stored || length != want.length || ok != want.ok || full != want.full || alone != want.alone {
			t.Errorf("%s: %d of %d stored, %v, %v, %v", source, len(stored), length, ok, full, alone)
		}
	}
}

// TestArraysThatAreMade: they are as goja's own are.
func TestArraysThatAreMade(t *testing.T) {
	rt := goja.New()
	values := []goja.Value{rt.ToValue(1), goja.Undefined(), rt.ToValue("c")}
	_ = rt.Set("a", Make(rt, values))
	_ = rt.Set("none", Make(rt, nil))
	v, err := rt.RunString(`
		const seen = JSON.stringify([a, a.length, none, none.length, Object.keys(a), Array.isArray(a)])
		a.push(4); a[6] = 7; a.length = 8; none.unshift(0); Object.defineProperty(none, 1, {get: () => 2})
		seen + JSON.stringify([a, a.length, none, 5 in a, 1 in a, a.fill(0, 2, 4), a.indexOf(0)])`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := v.String(), `[[1,null,"c"],3,[],0,["0","1","2"],true][[1,null,0,0,null,null,7,null],8,[0,2],false,true,`+
		`[1,null,0,0,null,null,7,null],2]`; got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}

func TestFill(t *testing.T) {
	if !inside.Elements.On() {
		t.Skip(inside.Elements.Err())
	}
	rt := goja.New()
	for source, want := range map[string]bool{
		"Array(2)":                           true,
		"[1, , ]":                            true,
		"[1, 2]":                             true,
		"Array(3)":                           false,
		"Object.preventExtensions(Array(2))": false,
		"Object.freeze([1, 2])":              false,
		"({length: 2})":                      false,
		"new Proxy([1, 2], {})":              false,
		"Object.defineProperty(Array(2), 0, {get: () => 1})": false,
	} {
		v, err := rt.RunString(source)
		if err != nil {
			t.Fatal(source, err)
		}
		before := v.String()
		got := Fill(v, []goja.Value{rt.ToValue("x"), rt.ToValue("y")})
		if after := v.String(); got != want || got && after != "x,y" || !got && after != before {
			t.Errorf("%s: filled %v: %s becomes %s", source, got, before, after)
		}
	}
}

func TestAppend(t *testing.T) {
	if !inside.Elements.On() {
		t.Skip(inside.Elements.Err())
	}
	rt := goja.New()
	for source, want := range map[string]string{
		"[]":                      "x,y",
		"[1, 2]":                  "1,2,x,y",
		"[1, 2, 3]":               "no", // it would have more than four
		"Array(2)":                "no",
		"({length: 0})":           "no",
		"new Proxy([], {})":       "no",
		"[1].concat([2]).slice()": "1,2,x,y",
	} {
		v, err := rt.RunString(source)
		if err != nil {
			t.Fatal(source, err)
		}
		got := "no"
		if Append(v, []goja.Value{rt.ToValue("x"), rt.ToValue("y")}, 4) {
			_ = rt.Set("a", v)
			after, err := rt.RunString("a.push('z'); if (a.pop() !== 'z' || a.length !== Object.keys(a).length) throw a.length; String(a)")
			if err != nil {
				t.Fatal(source, err)
			}
			got = after.String()
		}
		if got != want {
			t.Errorf("%s becomes %s, want %s", source, got, want)
		}
	}
}

func TestUnmarked(t *testing.T) {
	if !inside.Elements.On() {
		t.Skip(inside.Elements.Err())
	}
	rt := goja.New()
	for source, want := range map[string]bool{
		"[1]": true, "Object.assign([1], {x: 2})": true, "Object.assign([1], {[Symbol.iterator]: 2})": false,
		"Object.defineProperty([1], Symbol.isConcatSpreadable, {value: false})": false, "Array(1)": false, "({})": false,
	} {
		v, err := rt.RunString(source)
		if err != nil {
			t.Fatal(source, err)
		}
		if _, got := Unmarked(v); got != want {
			t.Errorf("%s: %v", source, got)
		}
	}
}
