package vm_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestWhatIsOpenEndsWithItsCall: what a call leaves open is shut after the grace, once, and its owner is named. What the call closes itself
// is not, and what a VM opens while it is made stays until the VM leaves.
func TestWhatIsOpenEndsWithItsCall(t *testing.T) {
	left := make(chan string, 10)
	v := vm.New(0, vm.Hooks{LeftOpen: func(_ *vm.VM, call *vm.Call, kind string) {
		if !call.Over() {
			t.Error("the call goes on")
		}
		left <- kind
	}})
	var application, ofCall, closed atomic.Int32
	shut := func(n *atomic.Int32) func() { return func() { n.Add(1) } }
	v.Open("at start", shut(&application))
	p, err := vm.NewPool(vm.Options{Min: 1, Max: 1, TimerGrace: 10 * time.Millisecond}, v)
	if err != nil {
		t.Fatal(err)
	}
	work := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){func(v *vm.VM, _ goja.Value) (goja.Value, error) {
		v.Open("left", shut(&ofCall))
		v.Open("closed", shut(&closed)).Closed()
		return nil, nil
	}}}
	if err := p.Do(t.Context(), work); err != nil {
		t.Fatal(err)
	}
	if kind := <-left; kind != "left" {
		t.Errorf("left: %s", kind)
	}
	if n := p.State().Opened; n != 1 {
		t.Errorf("%d are open for the application", n)
	}
	if n := p.State().Timers; n != 0 {
		t.Errorf("%d timers", n)
	}
	if application.Load() != 0 {
		t.Error("what belongs to the application was shut")
	}
	p.Close(context.Background())
	for name, n := range map[string]*atomic.Int32{"application": &application, "of the call": &ofCall} {
		if n.Load() != 1 {
			t.Errorf("%s: shut %d times", name, n.Load())
		}
	}
	if closed.Load() != 0 || len(left) > 0 {
		t.Errorf("what was closed was shut %d times, and %d were left", closed.Load(), len(left))
	}
}

// TestWhatIsOpenIsShutAfterTheLastHook: hooks that run when a VM leaves find what is open, and what they open is shut at once afterwards.
func TestWhatIsOpenIsShutAfterTheLastHook(t *testing.T) {
	var order []string
	v := vm.New(0, vm.Hooks{})
	v.Open("", func() { order = append(order, "shut") })
	p, err := vm.NewPool(vm.Options{Min: 1, Max: 1, Drop: func(v *vm.VM) {
		order = append(order, "hook")
		v.Open("", func() { order = append(order, "late") })
	}}, v)
	if err != nil {
		t.Fatal(err)
	}
	p.Close(context.Background())
	v.Open("", func() { order = append(order, "too late") })
	if len(order) != 4 || order[0] != "hook" || order[3] != "too late" {
		t.Errorf("%v", order)
	}
}
