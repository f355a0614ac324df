package pace

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Policy decides how much garbage may be beside live memory.
type Policy struct {
	Most, Least int    // percent of what lives, as in GOGC
	Garbage     uint64 // bytes; what Most percent of a heap may be, unless Least percent are more
	Small       uint64 // bytes that live; beyond them Most does not hold. 0 if it holds for every heap
}

// percent returns the percentage for a live heap of so many bytes.
func (p Policy) percent(live uint64) int {
	if live == 0 {
		return p.Most
	}
	most := uint64(p.Most)
	if p.Small > 0 && live > p.Small {
		most = math.MaxInt32
	}
	return max(p.Least, int(min(most, p.Garbage*100/live)))
}

// Start applies a policy from now on, until the keeper follows another one or stops.
func Start(p Policy) *Keeper {
	k := &Keeper{}
	k.Follow(p)
	k.wait()
	return k
}

// Keeper keeps the percentage as its policy has it.
type Keeper struct {
	mu      sync.Mutex // guards the rest
	policy  Policy
	percent int
	stopped bool
}

// Follow applies another policy from now on.
func (k *Keeper) Follow(p Policy) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.policy = p
	k.set(p.percent(liveHeap()))
}

// Stop leaves the percentage as it is.
func (k *Keeper) Stop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stopped = true
}

// mark is an object that nobody refers to, so that the next collection finds it. It holds a pointer: an object without one may share
// its memory with others that live.
type mark struct{ _ *Keeper }

// wait adjusts the percentage after the next collection, and goes on to wait.
func (k *Keeper) wait() {
	runtime.AddCleanup(&mark{}, (*Keeper).collected, k)
}

func (k *Keeper) collected() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stopped {
		return
	}
	k.set(k.policy.percent(liveHeap()))
	k.wait()
}

// set changes the percentage. That stops all goroutines for a moment, so a small difference is left.
func (k *Keeper) set(percent int) {
	const small = 5 // percent of the percentage
	if change := percent - k.percent; k.stopped || max(change, -change)*100 <= k.percent*small {
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
