package vm

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// TestStackIsUsedAgain: calls of scripts begin with memory that is kept, and what they had in it is not.
func TestStackIsUsedAgain(t *testing.T) {
	if !inside.Stacks.On() {
		t.Skip(inside.Stacks.Err())
	}
	v := New(0, Hooks{})
	made, err := v.Runtime.RunString(`(function f(n, o) { const a = {}, b = [a, o]; return n > 0 ? f(n - 1, b) : b.length })`)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := goja.AssertFunction(made)
	depth := v.Runtime.ToValue(3)
	object := v.Runtime.NewObject()
	run := func(ready bool) {
		err := v.Run(nil, func() error {
			if ready {
				v.Ready()
			}
			result, err := f(goja.Undefined(), depth, object)
			if err == nil && result.ToInteger() != 2 {
				t.Error(result)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	without := testing.AllocsPerRun(100, func() { run(false) })
	with := testing.AllocsPerRun(100, func() { run(true) })
	if with >= without {
		t.Errorf("%v allocations, and %v with memory that is kept", without, with)
	}
	for i, value := range v.values {
		if value != nil {
			t.Fatalf("place %d still has %v", i, value)
		}
	}
}

// TestStackOutgrowsWhatIsKept: a call that needs more room gets it, and so does the next one.
func TestStackOutgrowsWhatIsKept(t *testing.T) {
	v := New(0, Hooks{})
	made, err := v.Runtime.RunString(`(function f(n) { return n > 0 ? n + f(n - 1) : [1, 2, 3].map((x) => x).length })`)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := goja.AssertFunction(made)
	for _, n := range []int64{10, 500, 10} {
		err := v.Run(nil, func() error {
			v.Ready()
			result, err := f(goja.Undefined(), v.Runtime.ToValue(n))
			if err == nil && result.ToInteger() != n*(n+1)/2+3 {
				t.Error(n, result)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestStacksAreGivenBack(t *testing.T) {
	if !inside.Stacks.On() {
		t.Skip(inside.Stacks.Err())
	}
	v := New(0, Hooks{})
	room := func() int {
		return inside.MachineOf(v.Runtime).Room()
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
