package vm

import (
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// memoryWatch decides when the heap is too large. A collection, which separates garbage from live data, never
// runs on the watchdog's own goroutine: it would have to wait for the very copying of a huge string that is
// to be stopped.
type memoryWatch struct {
	limit      uint64
	collecting atomic.Bool // a collection that determines the live data is running
	over       atomic.Bool // the last collection found too much live data
	cleaning   atomic.Bool // a script was stopped, and its memory is not free yet
	growth     growth
}

// look stops the longest run if the heap is certainly over the limit, and starts a collection if that is
// uncertain.
func (m *memoryWatch) look(longest *VM, phase uint64, now int64) {
	if m.limit == 0 {
		return
	}
	heap, leaps := m.growth.look(m.limit, now)
	if leaps && heap > m.limit/2 {
		m.stop(longest, phase)
		return
	}
	if heap <= m.limit || m.cleaning.Load() {
		return
	}
	if m.over.Swap(false) || heap > m.limit+m.limit/100*garbage(m.limit) {
		m.stop(longest, phase)
		return
	}
	if m.collecting.CompareAndSwap(false, true) {
		go func() {
			runtime.GC()
			m.over.Store(heapInUse() > m.limit)
			m.collecting.Store(false)
		}()
	}
}

// stop interrupts a run, and prevents further interrupts until its memory is free again.
func (m *memoryWatch) stop(v *VM, phase uint64) {
	m.cleaning.Store(true)
	v.Retire("over the memory limit")
	v.interrupt(phase, ErrMemory)
	go func() {
		defer m.cleaning.Store(false)
		for p := v.clock.phase.Load(); p&phaseMask != idle && p&^phaseMask == phase&^phaseMask; p = v.clock.phase.Load() {
			time.Sleep(tick)
		}
		time.Sleep(tick) // the VM is being dropped
		runtime.GC()
		m.over.Store(false)
	}()
}

// heapInUse returns the size of live and not yet collected objects in bytes.
func heapInUse() uint64 { return readMetric("/memory/classes/heap/objects:bytes") }

// garbage returns how much garbage there may be, in percent of the limit: a heap that exceeds the limit by more
// than that has more live data than the limit. It is what the collector tolerates beside live data, or little if
// the collector works towards the limit.
func garbage(limit uint64) uint64 {
	if readMetric("/gc/gomemlimit:bytes") <= limit {
		return outpaced
	}
	return min(readMetric("/gc/gogc:percent"), 1000)
}

// outpaced is how far the heap may be ahead of a collector that works towards the limit, in percent. A text that
// is doubled again and again grows by all that there is in one instruction, so waiting for certainty would cost
// twice the limit.
const outpaced = 25

func readMetric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
