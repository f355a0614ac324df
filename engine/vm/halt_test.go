package vm_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// haltLimit is the limit that calls in these tests have for everything.
const haltLimit = 100 * time.Millisecond

// halting is a pool whose scripts stand still in halt() until the test lets them go on.
type halting struct {
	*vm.Pool
	halted chan *vm.VM
	goOn   chan struct{}
	inside func(v *vm.VM, run func(fn func() error) error) // what a VM does before it waits; may be nil
	open   chan struct{}                                   // ends outside()
}

func newHalting(t *testing.T, options vm.Options) *halting {
	h := &halting{halted: make(chan *vm.VM, 8), goOn: make(chan struct{}), open: make(chan struct{})}
	options.Halts, options.HandlerTimeout, options.CPUTimeout = true, haltLimit, haltLimit
	options.Make = func(id int) (*vm.VM, error) {
		v := vm.New(id, vm.Hooks{})
		_ = v.Runtime.Set("halt", func(goja.FunctionCall) goja.Value {
			v.Halt(func(run func(fn func() error) error) {
				if h.inside != nil {
					h.inside(v, run)
				}
				h.halted <- v
				<-h.goOn
			})
			return goja.Undefined()
		})
		_ = v.Runtime.Set("outside", func(goja.FunctionCall) goja.Value {
			return v.Go(func(ctx context.Context) (vm.Result, error) {
				select {
				case <-h.open:
					return func(rt *goja.Runtime) (goja.Value, error) { return rt.ToValue("!"), nil }, nil
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			})
		})
		_, err := v.Runtime.RunString(program + `
			globalThis.halts = (a) => { halt(); let n = 0; for (let i = 0; i < 1000; i++) n += 1; return a + n; };
			globalThis.haltsLater = async () => { const b = await outside(); return "a" + b; };
		`)
		return v, err
	}
	h.Pool = openPool(t, options)
	return h
}

// outlast waits for as long as takes to end three calls, one after the other, that have the limit of the tests and do not stand still.
func outlast(t *testing.T) {
	t.Helper()
	p := newPool(t, vm.Options{HandlerTimeout: haltLimit}, vm.Hooks{}, &gate{open: make(chan struct{})})
	for range 3 {
		if _, err := run(p, "never"); !errors.Is(err, vm.ErrHandlerTimeout) {
			t.Fatalf("a call without an end: %v", err)
		}
	}
}

func TestHaltedVMHasNoLimits(t *testing.T) {
	h := newHalting(t, vm.Options{Min: 2, Max: 2})
	var group sync.WaitGroup
	group.Go(func() {
		if got, err := run(h.Pool, "halts", "n"); err != nil || got != "n1000" {
			t.Errorf("the halted call: %q, %v", got, err)
		}
	})
	<-h.halted
	for range 50 {
		if got, err := run(h.Pool, "sync", "a", "b"); err != nil || got != "ab" {
			t.Fatalf("beside it: %q, %v", got, err)
		}
	}
	if _, err := run(h.Pool, "loops"); !errors.Is(err, vm.ErrCPUTime) {
		t.Errorf("a loop beside it: %v", err)
	}
	outlast(t)
	h.goOn <- struct{}{}
	group.Wait()
	if _, err := run(h.Pool, "loops"); !errors.Is(err, vm.ErrCPUTime) {
		t.Errorf("a loop afterwards: %v", err)
	}
	if _, err := run(h.Pool, "never"); !errors.Is(err, vm.ErrHandlerTimeout) {
		t.Errorf("a call without an end, afterwards: %v", err)
	}
}

func TestAllWait(t *testing.T) {
	h := newHalting(t, vm.Options{Min: 1, Max: 1, MaxWait: haltLimit})
	var group sync.WaitGroup
	group.Go(func() { // awaits on the VM when it is halted
		if got, err := run(h.Pool, "haltsLater"); err != nil || got != "a!" {
			t.Errorf("the call that awaits: %q, %v", got, err)
		}
	})
	eventually(t, "it awaits", func() bool { _, busy := h.Size(); return busy == 0 && h.InFlight() == 1 })
	group.Go(func() {
		if got, err := run(h.Pool, "halts", "n"); err != nil || got != "n1000" {
			t.Errorf("the halted call: %q, %v", got, err)
		}
	})
	<-h.halted
	close(h.open)
	for i := range 20 {
		group.Go(func() {
			if got, err := run(h.Pool, "sync", "a", i); err != nil || got != fmt.Sprint("a", i) {
				t.Errorf("a call that waits for the VM: %q, %v", got, err)
			}
		})
	}
	eventually(t, "they wait", func() bool { return h.Queued() == 20 })
	outlast(t)
	h.goOn <- struct{}{}
	group.Wait()
}

func TestScriptsInAHalt(t *testing.T) {
	h := newHalting(t, vm.Options{Min: 1, Max: 1})
	h.inside = func(v *vm.VM, run func(fn func() error) error) {
		call := func(name string) error {
			return run(func() error {
				fn, _ := goja.AssertFunction(v.Runtime.Get(name))
				_, err := fn(goja.Undefined())
				return err
			})
		}
		for range 3 {
			if err := call("loops"); !errors.Is(err, vm.ErrCPUTime) {
				t.Errorf("a loop in a halt: %v", err)
			}
			if err := call("recurses"); err == nil {
				t.Error("a recursion without an end has one in a halt")
			}
			if err := call("throws"); err == nil || !strings.Contains(err.Error(), "no") {
				t.Errorf("a function that throws: %v", err)
			}
			if err := call("sync"); err != nil {
				t.Errorf("a function that returns: %v", err)
			}
		}
	}
	var group sync.WaitGroup
	group.Go(func() {
		if got, err := run(h.Pool, "halts", "n"); err != nil || got != "n1000" {
			t.Errorf("the halted call: %q, %v", got, err)
		}
	})
	v := <-h.halted
	h.goOn <- struct{}{}
	group.Wait()
	if why := v.Retired(); why != "" {
		t.Errorf("the VM is retired: %s", why)
	}
}

// who is Work that says on which VM it runs.
type who struct{ id int }

func (w *who) Start(v *vm.VM) (goja.Value, error) {
	w.id = v.ID
	return goja.Undefined(), nil
}
func (*who) Next(*vm.VM, goja.Value) (goja.Value, error) { return nil, nil }
func (*who) Fail(_ *vm.VM, err error) error              { return err }

func TestOneVMIsAsked(t *testing.T) {
	p := newPool(t, vm.Options{Min: 3, Max: 3}, vm.Hooks{}, &gate{open: make(chan struct{})})
	for id, want := range map[int]int{0: 0, 1: 1, 2: 2, 17: 0, -1: 0} {
		w := &who{id: -2}
		if err := p.DoOnFirst(t.Context(), id, w); err != nil || w.id != want {
			t.Errorf("asked for %d: %d, %v", id, w.id, err)
		}
	}
}
