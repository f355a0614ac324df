package vm

import (
	"testing"
	"unsafe"

	"github.com/dop251/goja"
)

func TestStacksAreGivenBack(t *testing.T) {
	v := New(0, Hooks{})
	room := func() int {
		p := stackPlacesKnown()
		if !p.known {
			t.Fatal("goja keeps its stacks elsewhere")
		}
		machine := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(v.Runtime), p.machine))
		return cap(*(*[]struct{})(unsafe.Add(machine, p.frames))) + cap(*(*[]goja.Value)(unsafe.Add(machine, p.values)))
	}
	deepest := 0
	if err := v.Runtime.Set("look", func() { deepest = room() }); err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{
		`const f = (n) => n ? f(n - 1) + 1 : look(); f(5000)`,
		`const g = (n) => { if (n) return g(n - 1) + 1; look(); throw new Error }; try { g(5000) } catch {}`,
		`const h = (n) => { if (n) return h(n - 1) + 1; look(); throw new Error }; h(5000)`,
	} {
		deepest = 0
		_ = v.Run(&Call{vm: v}, func() error {
			_, err := v.Runtime.RunString(code)
			return err
		})
		if deepest < 10_000 {
			t.Errorf("%s: room for %d", code, deepest)
		}
		if left := room(); left > keptFrames {
			t.Errorf("%s: room for %d is left", code, left)
		}
	}
}
