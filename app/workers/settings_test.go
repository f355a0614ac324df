package workers_test

import (
	"testing"

	"github.com/fwrun/fwrun/app/workers"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/processors"
)

// TestInnerRuns: a half of the workers is left to others, and one run is always possible.
func TestInnerRuns(t *testing.T) {
	for most, want := range map[int]int{0: 1, 1: 1, 2: 1, 1_000_000: 2 * processors.Count()} {
		if got := (workers.Settings{Pool: vm.Options{Max: most}}).InnerRuns(); got != want {
			t.Errorf("%d workers: %d, not %d", most, got, want)
		}
	}
}
