package vm_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestWhoHasLostARejection: a hook has the context of the call that went on after its answer, though others have run since.
func TestWhoHasLostARejection(t *testing.T) {
	type key struct{}
	var lost atomic.Value
	hooks := vm.Hooks{LostRejection: func(v *vm.VM, _ *vm.Call, _ goja.Value) { lost.Store(v.Context().Value(key{})) }}
	p := newPool(t, vm.Options{Min: 1, Max: 1}, hooks, &gate{open: make(chan struct{})})
	for _, name := range []string{"ada", "eve"} {
		lost.Store("")
		for _, one := range []string{"forgetsLate", "sync", "settled"} {
			as := "nobody"
			if one == "forgetsLate" {
				as = name
			}
			if err := p.Do(context.WithValue(t.Context(), key{}, as), &script{name: one}); err != nil {
				t.Fatal(err)
			}
		}
		eventually(t, "the rejection is lost", func() bool { return lost.Load() != "" })
		if got := lost.Load(); got != name {
			t.Errorf("got %v, want %s", got, name)
		}
	}
}
