package vm_test

import (
	"context"
	"testing"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestLaterVMsAreMadeMeanwhile: a pool works as soon as it has one VM, and has all of them in the end.
func TestLaterVMsAreMadeMeanwhile(t *testing.T) {
	ready := make(chan struct{})
	make := func(id int) (*vm.VM, error) {
		if id > 0 {
			<-ready
		}
		v := vm.New(id, vm.Hooks{})
		_, err := v.Runtime.RunString(program)
		return v, err
	}
	first, err := make(0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := vm.NewPool(vm.Options{Min: 3, Max: 3, Later: true, Make: make}, first)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(context.Background())
	if got, err := run(p, "sync", 1, 2); err != nil || got != "3" {
		t.Errorf("with one VM: %q, %v", got, err)
	}
	if total, _ := p.Size(); total != 1 {
		t.Errorf("there are %d VMs, although none could be made", total)
	}
	select {
	case <-p.Complete():
		t.Error("the pool is complete, although VMs are missing")
	default:
	}
	close(ready)
	<-p.Complete()
	if total, _ := p.Size(); total != 3 {
		t.Errorf("a complete pool has %d VMs", total)
	}
}

// TestLaterWithOneVM: a pool that needs no more VMs than it is given is complete from the beginning.
func TestLaterWithOneVM(t *testing.T) {
	first := vm.New(0, vm.Hooks{})
	p, err := vm.NewPool(vm.Options{Min: 1, Max: 1, Later: true, Make: func(id int) (*vm.VM, error) { return vm.New(id, vm.Hooks{}), nil }}, first)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(context.Background())
	select {
	case <-p.Complete():
	default:
		t.Error("the pool is not complete, although it has all its VMs")
	}
}
