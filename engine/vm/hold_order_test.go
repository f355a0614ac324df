package vm_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestHeldInOrder: on a VM whose calls hold something, a call may wait for what comes after that in the order of needs only. Else two
// VMs could wait for what calls of the other hold.
func TestHeldInOrder(t *testing.T) {
	late := errors.New("late")
	line := &vm.Line{Places: 10, Wait: 20 * time.Millisecond, Late: late}
	ends := make(chan struct{})
	p, err := vm.NewPool(vm.Options{
		Min: 1, Max: 1,
		Line: func(needs vm.Needs, mustNotWait bool) *vm.Line { // everything is in use, and nobody waits for it
			if needs != 0 && mustNotWait {
				return line
			}
			return nil
		},
		Make: func(id int) (*vm.VM, error) {
			v := vm.New(id, vm.Hooks{})
			_ = v.Runtime.Set("hold", func(goja.FunctionCall) goja.Value {
				release := v.Hold(vm.Held{Of: 2})
				return v.Go(func(context.Context) (vm.Result, error) {
					<-ends
					return func(*goja.Runtime) (goja.Value, error) { release(); return goja.Undefined(), nil }, nil
				})
			})
			_, err := v.Runtime.RunString(`globalThis.holds = async () => { await hold(); }; globalThis.sync = () => "done";`)
			return v, err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(context.Background())
	holder := make(chan error)
	go func() { holder <- p.Do(t.Context(), &script{name: "holds"}) }()
	eventually(t, "it holds", func() bool { state := p.State(); return state.InFlight == 1 && state.Busy == 0 })
	call := func(needs vm.Needs) error { return p.Do(t.Context(), &kind{script{name: "sync"}, knowing(needs)}) }
	for needs, want := range map[vm.Needs]error{1: late, 2: late, 4: nil, 6: late, 0: nil} {
		if err := call(needs); !errors.Is(err, want) {
			t.Errorf("needs %b: %v, want %v", needs, err, want)
		}
	}
	close(ends)
	if err := <-holder; err != nil {
		t.Fatal(err)
	}
	for needs := range vm.Needs(8) {
		if err := call(needs); err != nil {
			t.Errorf("needs %b, when nothing is held: %v", needs, err)
		}
	}
}
