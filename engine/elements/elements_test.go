package elements

import (
	"testing"

	"github.com/dop251/goja"
)

func TestElements(t *testing.T) {
	if !placesKnown().known {
		t.Fatal("arrays of this goja are not as they were: everything would be read one by one")
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
