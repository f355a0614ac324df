package vm_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/processors"
)

// TestShortCallsDoNotGrowThePool: more VMs than processors do not make short calls faster, but each of them slower, and take memory.
func TestShortCallsDoNotGrowThePool(t *testing.T) {
	own := processors.Count()
	for _, one := range []struct {
		calls int
		name  string
		arg   int
	}{{500, "sync", 1}, {30, "computes", 5}} {
		t.Run(one.name, func(t *testing.T) {
			const most = 32
			p := newPool(t, vm.Options{Min: own, Max: most}, vm.Hooks{}, &gate{open: make(chan struct{})})
			var group sync.WaitGroup
			for range 8 * own {
				group.Go(func() {
					for range one.calls {
						if _, err := run(p, one.name, one.arg); err != nil {
							t.Error(err)
						}
					}
				})
			}
			group.Wait()
			if total, _ := p.Size(); total >= most/2 { // on a busy machine a call may seem to take long, so that another VM is made
				t.Errorf("there are %d VMs for %d processors", total, own)
			}
		})
	}
}

// TestLongRunsGrowThePool: short calls do not wait for the end of those that compute for long.
func TestLongRunsGrowThePool(t *testing.T) {
	own := processors.Count()
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: own, Max: 2 * own, CPUTimeout: time.Minute}, vm.Hooks{}, g)
	var group sync.WaitGroup
	defer group.Wait()
	defer close(g.open)
	for range own {
		group.Go(func() { _, _ = run(p, "computesUntilOpen") })
	}
	eventually(t, "all VMs are taken", func() bool { _, busy := p.Size(); return busy == own })
	if got, err := run(p, "sync", 1, 2); err != nil || got != "3" {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestLongRunsGetFurtherProcessors: while scripts compute for long on all processors, Go uses further ones, so that somebody else is
// served even if one of them cannot be stopped and the collector waits for it.
func TestLongRunsGetFurtherProcessors(t *testing.T) {
	own := processors.Count()
	used := func() int { return runtime.GOMAXPROCS(0) } //nolint:forbidigo // how many Go uses is what is tested
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: own, Max: own, CPUTimeout: time.Minute}, vm.Hooks{}, g)
	var group sync.WaitGroup
	for range own {
		group.Go(func() { _, _ = run(p, "computesUntilOpen") })
	}
	eventually(t, "Go uses further processors", func() bool { return used() > own })
	close(g.open)
	group.Wait()
	eventually(t, "Go uses those of the process", func() bool { return used() == own })
}
