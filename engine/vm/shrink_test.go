package vm_test

import (
	"sync"
	"testing"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestShrink: VMs above the minimum that have nothing to do are dropped at once, those that have work are not.
func TestShrink(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 1, Max: 3}, vm.Hooks{}, g)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() { _, _ = run(p, "blocks", 1) })
	}
	eventually(t, "three VMs", func() bool { _, busy := p.Size(); return busy == 3 })
	p.Shrink()
	if total, _ := p.Size(); total != 3 {
		t.Errorf("of three VMs that work, %d are left", total)
	}
	close(g.open)
	group.Wait()
	eventually(t, "back to one", func() bool { p.Shrink(); total, _ := p.Size(); return total == 1 })
}
