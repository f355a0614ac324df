package vm_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
)

// TestAStarvedRunIsNotInterrupted: a run that gets no processor, here because its thread is stopped, has not
// used up its budget, however much time passes.
func TestAStarvedRunIsNotInterrupted(t *testing.T) {
	g := &gate{open: make(chan struct{})}
	p := newPool(t, vm.Options{Min: 2, Max: 2, CPUTimeout: 60 * time.Millisecond}, vm.Hooks{}, g)
	var group sync.WaitGroup
	group.Go(func() {
		if got, err := run(p, "stands", 1); err != nil || got != "stood" {
			t.Errorf("got %q, %v", got, err)
		}
	})
	eventually(t, "it runs", func() bool { _, busy := p.Size(); return busy == 1 })
	for range 3 { // the budget passes several times
		if _, err := run(p, "loops"); !errors.Is(err, vm.ErrCPUTime) {
			t.Errorf("got %v", err)
		}
	}
	close(g.open)
	group.Wait()
}
