package snapshot

import (
	"sync"
	"sync/atomic"

	"github.com/fwrun/fwrun/platform/processors"
)

// Each calls do for every number below n, several of them concurrently.
func Each(n int, do func(i int)) {
	workers := min(processors.Count(), n)
	if workers < 2 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	running.Wait()
}
