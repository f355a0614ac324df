package vm_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// hosted returns a pool of one VM, whose scripts have some functions of the host.
func hosted(t *testing.T, options vm.Options, program string, host map[string]func(v *vm.VM) goja.Value) *vm.Pool {
	t.Helper()
	options.Min, options.Max = 1, 1
	options.Make = func(id int) (*vm.VM, error) {
		v := vm.New(id, vm.Hooks{})
		for name, fn := range host {
			_ = v.Runtime.Set(name, func(goja.FunctionCall) goja.Value { return fn(v) })
		}
		_, err := v.Runtime.RunString(program)
		return v, err
	}
	return openPool(t, options)
}

// TestBlockingForEver: a loop that blocks again and again hardly computes, and ends with the deadline of its call, whatever it catches.
func TestBlockingForEver(t *testing.T) {
	p := hosted(t, vm.Options{HandlerTimeout: 50 * time.Millisecond, CPUTimeout: time.Hour},
		`function loops() { for (;;) { try { block() } catch {} } }`,
		map[string]func(v *vm.VM) goja.Value{"block": func(v *vm.VM) goja.Value {
			v.Block(func() {})
			return goja.Undefined()
		}})
	if _, err := run(p, "loops"); !errors.Is(err, vm.ErrHandlerTimeout) {
		t.Errorf("got %v", err)
	}
}

// TestRoom: host work makes no more than the heap has room for, all together.
func TestRoom(t *testing.T) {
	var errs []error
	const limit = 1 << 30
	p := hosted(t, vm.Options{MemoryLimit: limit}, `function room() { ask() }`, map[string]func(v *vm.VM) goja.Value{"ask": func(v *vm.VM) goja.Value {
		_, tooMuch := v.Room(limit)
		first, small := v.Room(limit / 2)
		_, second := v.Room(limit / 2)
		if small == nil {
			first()
		}
		again, third := v.Room(limit / 2)
		if third == nil {
			again()
		}
		errs = []error{tooMuch, small, second, third}
		return goja.Undefined()
	}})
	if _, err := run(p, "room"); err != nil {
		t.Fatal(err)
	}
	for i, want := range []error{vm.ErrMemory, nil, vm.ErrMemory, nil} {
		if !errors.Is(errs[i], want) {
			t.Errorf("%d: got %v, want %v", i, errs[i], want)
		}
	}
}

// TestTooMuchHostWork: it is refused, what is under way goes on, and there is room again afterwards.
func TestTooMuchHostWork(t *testing.T) {
	open := make(chan struct{})
	p := hosted(t, vm.Options{}, `
		async function floods() { const all = []; for (let i = 0; i < 10010; i++) all.push(work()); go();
			return (await Promise.allSettled(all)).filter(x => x.status === "rejected").length }
		async function one() { return await work() }`, map[string]func(v *vm.VM) goja.Value{
		"work": func(v *vm.VM) goja.Value {
			return v.Go(func(context.Context) (vm.Result, error) {
				<-open
				return func(rt *goja.Runtime) (goja.Value, error) { return rt.ToValue("done"), nil }, nil
			})
		},
		"go": func(*vm.VM) goja.Value {
			close(open)
			return goja.Undefined()
		},
	})
	if got, err := run(p, "floods"); err != nil || got != "10" {
		t.Errorf("%q are refused, %v", got, err)
	}
	if got, err := run(p, "one"); err != nil || got != "done" {
		t.Errorf("afterwards: %q, %v", got, err)
	}
}
