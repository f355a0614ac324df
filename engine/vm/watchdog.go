package vm

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/processors"
)

// tick is the interval of the watchdog. Budgets are precise to two ticks.
const tick = 20 * time.Millisecond

// ErrCPUTime is the error of a run that exceeded its CPU budget.
var ErrCPUTime = fault.New("vm.run", fault.Timeout, "the script ran too long without a pause").
	WithHint("server.cpu-timeout limits how long a handler may compute without awaiting; move the work to SQL or a host function, or raise the limit")

// ErrMemory is the error of the longest run when the heap exceeds its limit.
var ErrMemory = fault.New("vm.run", fault.Unavailable, "the script used too much memory").
	WithHint("server.memory-limit limits the heap of the process; stream or page the data, or raise the limit")

// runClock records what a VM is doing, for the watchdog. phase holds a run's number and one of the phases below
// in its two low bits, so that an interrupt meant for one run can never affect the next.
//
// A run is charged for the time that its thread computes, to which its goroutine is locked meanwhile: a
// script is not blamed for other load on the machine, or for the throttling of a container. Most runs end
// before the watchdog looks at them twice, and no clock is read for them.
type runClock struct {
	phase   atomic.Uint64
	started atomic.Int64 // watchdog ticks when the run, or its part after a Block, began
	thread  atomic.Int32
	used    atomic.Int64 // time used before a Block
	blocks  int          // of the run
	meter   meter
	long    atomic.Uint64 // the phase of the last run that was found to compute for long
	depth   int           // nested runs: a host function calling back
	locked  bool          // the goroutine is locked to its thread
	threads threads
}

// idle is zero: a phase whose low bits are zero is idle.
const (
	idle = iota
	running
	interrupting
	interrupted
	phaseMask = 3
)

// manyBlocks is how often a run may block before its parts are measured by the clock of its thread. On one processor the watchdog ticks
// only while the run is blocked, so a run of many short parts would never be found to compute.
const manyBlocks = 32

// begin marks the start of a run.
func (v *VM) begin() {
	v.clock.depth++
	if v.clock.depth > 1 {
		return
	}
	v.turns++
	v.clock.used.Store(0)
	v.clock.blocks = 0
	v.resume()
}

func (v *VM) resume() {
	c := &v.clock
	next := c.phase.Load()&^phaseMask + phaseMask + 1
	if v.pool != nil {
		runtime.LockOSThread()
		c.locked = true
		c.thread.Store(c.threads.current())
		c.started.Store(v.pool.watchdog.now())
		if c.blocks > manyBlocks || c.used.Load() > int64(v.pool.options.CPUTimeout/2) { // otherwise a tick more or less does not matter
			c.meter.start(next, ownTime, v.pool.watchdog.now())
		}
	}
	c.phase.Store(next | running)
}

// end marks the end of a run and reports whether it was interrupted.
func (v *VM) end() bool {
	v.clock.depth--
	if v.clock.depth > 0 {
		return false
	}
	return v.pause()
}

// pause stops the clock. It waits for an interrupt in progress, and clears it.
func (v *VM) pause() (wasInterrupted bool) {
	c := &v.clock
	if c.locked {
		c.locked = false
		defer runtime.UnlockOSThread()
	}
	for {
		p := c.phase.Load()
		switch p & phaseMask {
		case running:
			if c.phase.CompareAndSwap(p, p&^phaseMask) {
				return false
			}
		case interrupting:
			runtime.Gosched()
		case interrupted:
			v.Runtime.ClearInterrupt()
			c.phase.Store(p &^ phaseMask)
			return true
		default:
			return false
		}
	}
}

// Block runs wait, which blocks on something outside, without counting it as CPU time. The VM stays borrowed. A run that blocks again
// after the deadline of its call ends with that: a loop that mostly blocks would never use up its CPU time.
func (v *VM) Block(wait func()) {
	c := &v.clock
	if v.pool == nil || c.depth == 0 {
		wait()
		return
	}
	c.used.Add(int64(v.pool.watchdog.spent(c)))
	c.blocks++
	late := v.isLate()
	wasInterrupted := v.pause()
	v.sight.open()
	defer func() {
		v.sight.close()
		v.resume()
		if wasInterrupted {
			v.interruptAgain()
		} else if late {
			v.interrupt(c.phase.Load(), ErrHandlerTimeout)
		}
	}()
	wait()
}

// interruptAgain lets an interrupt take effect that came just before a wait, which cleared it.
func (v *VM) interruptAgain() {
	v.stopped()
	v.Runtime.Interrupt(v.whyStopped())
	v.clock.phase.Store(v.clock.phase.Load()&^phaseMask | interrupted)
}

// isLate reports whether the deadline of the current call has passed.
func (v *VM) isLate() bool {
	call := v.Current()
	if call == nil || v.attended() {
		return false
	}
	call.mu.Lock()
	defer call.mu.Unlock()
	return !call.deadline.IsZero() && call.deadline.Left() <= 0
}

// interrupt stops the run that has phase p, unless the run has ended.
func (v *VM) interrupt(p uint64, reason error) {
	if v.clock.phase.CompareAndSwap(p, p&^phaseMask|interrupting) {
		v.Runtime.Interrupt(reason)
		v.clock.phase.Store(p&^phaseMask | interrupted)
		if v.pool != nil {
			v.pool.options.Counts.interrupted(reason)
		}
	}
}

// Interrupted reports whether the current run is to stop: work in Go that goes on for long asks it, since the interrupt itself
// takes effect only in scripts. Safe from any goroutine.
func (v *VM) Interrupted() bool {
	p := v.clock.phase.Load() & phaseMask
	return p == interrupting || p == interrupted
}

// Left returns how long the current run may still compute.
func (v *VM) Left() time.Duration {
	if v.pool == nil || v.attended() {
		return unbounded
	}
	w := &v.pool.watchdog
	return max(0, w.budget-time.Duration(v.clock.used.Load())-w.spent(&v.clock))
}

// Overrun interrupts the current run, if it is limited: a step has taken as long as the run may compute.
func (v *VM) Overrun() {
	if v.pool == nil || v.attended() {
		return
	}
	if p := v.clock.phase.Load(); p&phaseMask == running {
		v.interrupt(p, ErrCPUTime)
	}
}

// watchdog looks at every VM of a pool once a tick, and sleeps while none runs.
type watchdog struct {
	pool    *Pool
	ticks   atomic.Int64
	awake   atomic.Bool
	budget  time.Duration
	memory  memoryWatch
	held    processors.Held // by runs that take long
	stopped chan struct{}
}

func (w *watchdog) now() int64 {
	if !w.awake.Load() && w.awake.CompareAndSwap(false, true) {
		go w.watch()
	}
	return w.ticks.Load()
}

// watch ticks until nothing has run for a second.
func (w *watchdog) watch() {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for quiet := 0; quiet < int(time.Second/tick); {
		select {
		case <-ticker.C:
		case <-w.stopped:
			w.held.Set(0)
			return
		}
		if w.look(w.ticks.Add(1)) {
			quiet = 0
		} else {
			quiet++
		}
	}
	w.awake.Store(false)
	// Otherwise a run that began since the last look would not be watched.
	if w.look(w.ticks.Load()) {
		w.now()
	}
}

// spent returns how long the current part of a run has computed, which is about to be paused. If it was never
// looked at, it did not take more than a tick.
func (w *watchdog) spent(c *runClock) time.Duration {
	if spent, ok := c.meter.read(c.phase.Load(), ownTime, w.now()); ok {
		return spent
	}
	return time.Duration(min(w.now()-c.started.Load(), 1)) * tick
}

// isLong reports whether the current run takes long, by the measure of short calls: it has computed for a tick since the watchdog
// first found it, or nobody knows what it does.
func (c *runClock) isLong(now int64) bool {
	const unknown = 10 // ticks
	p := c.phase.Load()
	return p&phaseMask != idle && (c.isKnownLong(p) || now-c.started.Load() > unknown)
}

// isKnownLong reports whether the run that has phase p was found to compute for long.
func (c *runClock) isKnownLong(p uint64) bool { return c.long.Load() == p&^phaseMask }

// isOver reports whether the run that has phase p has used up its budget. It counts from the first look on.
func (w *watchdog) isOver(c *runClock, p uint64, now int64) bool {
	thread := c.thread.Load()
	ask := func() (time.Duration, bool) { return threadTime(thread) }
	spent, ok := c.meter.read(p, ask, now)
	if !ok {
		c.meter.start(p, ask, now)
	}
	if spent >= tick {
		c.long.Store(p &^ phaseMask)
	}
	return ok && time.Duration(c.used.Load())+spent > w.budget
}

// look interrupts runs that exceed their limits, lets the pool grow, and reports whether anything was running
// or waiting.
func (w *watchdog) look(now int64) bool {
	waiting := w.pool.relieve()
	var longest *VM
	var longestPhase uint64
	var longestRun int64 = -1
	long := 0
	for _, v := range w.pool.snapshot() {
		p := v.clock.phase.Load()
		if p&phaseMask != running {
			continue
		}
		w.pool.options.Counts.computed.Add(1)
		run := now - v.clock.started.Load()
		if run > 0 && w.isOver(&v.clock, p, now) {
			v.interrupt(p, ErrCPUTime)
		}
		if v.clock.isKnownLong(p) {
			long++
		}
		if run > longestRun {
			longest, longestPhase, longestRun = v, p, run
		}
	}
	w.held.Set(long)
	if longest != nil && longestRun > 0 {
		w.memory.look(longest, longestPhase, now)
	}
	return longest != nil || waiting
}
