package vm_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestWorkEndsWithItsCall: a loop of work that goes on after its call ends after the grace, although it catches every error. One that a
// promise of WaitUntil keeps ends later, when the call's deadline has passed.
func TestWorkEndsWithItsCall(t *testing.T) {
	type end struct {
		handler int
		name    string
	}
	for name, waits := range map[string]bool{"left": false, "kept": true} {
		t.Run(name, func(t *testing.T) {
			left := make(chan end, 100)
			v := vm.New(0, vm.Hooks{LeftWork: func(_ *vm.VM, call *vm.Call, name string) {
				handler, _ := call.Handler()
				left <- end{handler, name}
			}})
			afterwards := 0
			if err := v.Runtime.Set("work", func(goja.FunctionCall) goja.Value {
				call := v.Current()
				return v.GoFor("fetch", func(ctx context.Context) (vm.Result, error) {
					if call.Over() && ctx.Err() == nil {
						afterwards++ // one at a time
					}
					return nil, errors.New("no answer")
				})
			}); err != nil {
				t.Fatal(err)
			}
			_, err := v.Runtime.RunString("async function loop() { for (;;) try { await work() } catch {} }")
			if err != nil {
				t.Fatal(err)
			}
			p, err := vm.NewPool(vm.Options{Min: 1, Max: 1, TimerGrace: 10 * time.Millisecond, HandlerTimeout: 200 * time.Millisecond}, v)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close(context.Background())
			work := &steps{list: []func(*vm.VM, goja.Value) (goja.Value, error){func(v *vm.VM, _ goja.Value) (goja.Value, error) {
				v.Serves(7)
				loop, _ := goja.AssertFunction(v.Runtime.Get("loop"))
				promise, err := loop(goja.Undefined())
				if err == nil && waits {
					err = v.WaitUntil(promise)
				}
				return nil, err
			}}}
			if err := p.Do(t.Context(), work); err != nil {
				t.Fatal(err)
			}
			if got := <-left; got != (end{7, "fetch"}) {
				t.Errorf("left: %v", got)
			}
			if waits != (afterwards > 0) {
				t.Errorf("%d were done after the call", afterwards)
			}
			if len(left) > 0 {
				t.Errorf("the loop goes on: %v", <-left)
			}
		})
	}
}
