package vm_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// holdProgram has a call that holds its VM until the gate "key" opens, and others.
const holdProgram = `
	const said = [];
	globalThis.holds = async () => { const release = hold(); await gate("key"); said.push("held"); release(); return said.join(); };
	globalThis.forgets = async () => { hold(); await gate("key"); };
	globalThis.waits = async () => { await gate("other"); said.push("waited"); return said.join(); };
	globalThis.sync = () => { said.push("sync"); return said.join(); };
`

// holdPool is a pool of one VM whose scripts wait at named gates.
type holdPool struct {
	*vm.Pool
	gates   map[string]chan struct{}
	arrived chan string
}

func newHoldPool(t *testing.T, timeout time.Duration) *holdPool {
	t.Helper()
	h := &holdPool{gates: map[string]chan struct{}{"key": make(chan struct{}), "other": make(chan struct{})}, arrived: make(chan string, 8)}
	p, err := vm.NewPool(vm.Options{Min: 1, Max: 1, HandlerTimeout: timeout, Make: func(id int) (*vm.VM, error) {
		v := vm.New(id, vm.Hooks{})
		_ = v.Runtime.Set("gate", func(call goja.FunctionCall) goja.Value {
			name := call.Argument(0).String()
			return v.Go(func(ctx context.Context) (vm.Result, error) {
				h.arrived <- name
				<-h.gates[name]
				return func(*goja.Runtime) (goja.Value, error) { return goja.Undefined(), nil }, nil
			})
		})
		_ = v.Runtime.Set("hold", func(goja.FunctionCall) goja.Value {
			release := v.Hold()
			return v.Runtime.ToValue(func(goja.FunctionCall) goja.Value {
				release()
				return goja.Undefined()
			})
		})
		_, err := v.Runtime.RunString(holdProgram)
		return v, err
	}})
	if err != nil {
		t.Fatal(err)
	}
	h.Pool = p
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		p.Close(ctx)
	})
	return h
}

func TestAHeldVMServesOneCall(t *testing.T) {
	h := newHoldPool(t, time.Minute)
	results := map[string]*string{"waits": new(string), "holds": new(string), "sync": new(string)}
	var group sync.WaitGroup
	start := func(name string) {
		group.Go(func() {
			got, err := run(h.Pool, name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			*results[name] = got
		})
	}
	start("waits")
	<-h.arrived
	start("holds")
	<-h.arrived
	start("sync") // it has to wait for the VM
	eventually(t, "sync waits in line", func() bool { return h.Waiting() == 1 })
	close(h.gates["other"]) // and so has the continuation of the call that came before
	close(h.gates["key"])
	group.Wait()
	if got := *results["holds"]; got != "held" {
		t.Errorf("the call that held the VM saw %s", got)
	}
}

func TestAHoldEndsWithItsCall(t *testing.T) {
	h := newHoldPool(t, 50*time.Millisecond)
	if _, err := run(h.Pool, "forgets"); !errors.Is(err, vm.ErrHandlerTimeout) {
		t.Fatalf("got %v", err)
	}
	if got, err := run(h.Pool, "sync"); err != nil || got != "sync" {
		t.Errorf("got %q, %v", got, err)
	}
	close(h.gates["key"])
}
