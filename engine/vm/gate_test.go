package vm_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// gated is work that blocks its VM until it may end, and passes a gate.
type gated struct {
	gate    *vm.Gate
	started chan struct{}
	end     chan struct{}
}

func (g *gated) Gate() *vm.Gate { return g.gate }

func (g *gated) Start(*vm.VM) (goja.Value, error) {
	g.started <- struct{}{}
	<-g.end
	return nil, nil
}

func (g *gated) Next(*vm.VM, goja.Value) (goja.Value, error) { return nil, nil }

func (g *gated) Fail(_ *vm.VM, err error) error { return err }

// TestGateLeavesVMs: calls that pass a gate never occupy all VMs.
func TestGateLeavesVMs(t *testing.T) {
	fresh := func(id int) (*vm.VM, error) { return vm.New(id, vm.Hooks{}), nil }
	pool, err := vm.NewPool(vm.Options{Min: 3, Make: fresh})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close(t.Context())
	work := &gated{vm.NewGate(2), make(chan struct{}, 20), make(chan struct{})}
	ended := make(chan error, 20)
	for range 20 {
		go func() { ended <- pool.Do(context.Background(), work) }()
	}
	<-work.started
	<-work.started
	other := &gated{nil, make(chan struct{}, 1), make(chan struct{})}
	close(other.end)
	if err := pool.Do(t.Context(), other); err != nil {
		t.Errorf("another call ended with %v", err)
	}
	select {
	case <-work.started:
		t.Error("a third call has passed the gate")
	case <-time.After(20 * time.Millisecond):
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := pool.Do(ctx, work); !errors.Is(err, vm.ErrCanceled) {
		t.Errorf("a call without a caller ended with %v", err)
	}
	if err := pool.DoUntil(t.Context(), time.Now(), work); !errors.Is(err, vm.ErrBusy) {
		t.Errorf("a call without time ended with %v", err)
	}
	close(work.end)
	for range 20 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
