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
}

// look stops the longest run if the heap is certainly over the limit, and starts a collection if that is
// uncertain.
func (m *memoryWatch) look(longest *VM, phase uint64) {
	heap := heapInUse()
	if m.limit == 0 || heap <= m.limit || m.cleaning.Load() {
		return
	}
	if m.over.Swap(false) || heap > m.limit+m.limit/100*gcPercent() {
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

// gcPercent returns how much garbage, in percent of live data, the collector tolerates: a heap that exceeds
// the limit by more than that has more live data than the limit.
func gcPercent() uint64 { return min(readMetric("/gc/gogc:percent"), 1000) }

func readMetric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
