package pace

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// Policy decides how much garbage may be beside live memory.
type Policy struct {
	Most, Least int    // percent of what lives, as in GOGC
	Garbage     uint64 // bytes; what Most percent of a heap may be, unless Least percent are more
}

// percent returns the percentage for a live heap of so many bytes.
func (p Policy) percent(live uint64) int {
	if live == 0 {
		return p.Most
	}
	return max(p.Least, int(min(uint64(p.Most), p.Garbage*100/live)))
}

// Start applies a policy from now on, until stop is called.
func Start(p Policy) (stop func()) {
	k := &keeper{policy: p}
	k.set(p.percent(liveHeap()))
	k.wait()
	return func() { k.stopped.Store(true) }
}

// keeper keeps the percentage as the policy has it.
type keeper struct {
	policy  Policy
	percent int
	stopped atomic.Bool
}

// mark is an object that nobody refers to, so that the next collection finds it. It holds a pointer: an object without one may share
// its memory with others that live.
type mark struct{ _ *keeper }

// wait adjusts the percentage after the next collection, and goes on to wait.
func (k *keeper) wait() {
	runtime.AddCleanup(&mark{}, (*keeper).collected, k)
}

func (k *keeper) collected() {
	if k.stopped.Load() {
		return
	}
	k.set(k.policy.percent(liveHeap()))
	k.wait()
}

// set changes the percentage. That stops all goroutines for a moment, so a small difference is left.
func (k *keeper) set(percent int) {
	const small = 5 // percent of the percentage
	if change := percent - k.percent; max(change, -change)*100 <= k.percent*small {
		return
	}
	k.percent = percent
	debug.SetGCPercent(percent)
}

// liveHeap returns what the last collection has found to live, in bytes.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
