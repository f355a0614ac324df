package vm

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Counts are what has happened to the VMs of one pool after another. The zero value is ready to use.
type Counts struct {
	cpu, memory atomic.Int64 // runs that were interrupted
	computed    atomic.Int64 // ticks of the watchdog at which a VM ran

	mu      sync.Mutex
	retired map[string]int64
}

// Interrupts returns how many runs were stopped, by reason: cpu or memory.
func (c *Counts) Interrupts() map[string]int64 {
	return map[string]int64{"cpu": c.cpu.Load(), "memory": c.memory.Load()}
}

// Computed returns the time for which scripts have computed. Only runs that the watchdog sees count, each with a whole tick, so
// that on average the time is right and no run has to read a clock.
func (c *Counts) Computed() time.Duration { return time.Duration(c.computed.Load()) * tick }

// Retired returns how many VMs were retired, by reason.
func (c *Counts) Retired() map[string]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.retired)
}

func (c *Counts) retire(why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.retired == nil {
		c.retired = map[string]int64{}
	}
	c.retired[why]++
}

func (c *Counts) interrupted(reason error) {
	switch {
	case errors.Is(reason, ErrCPUTime):
		c.cpu.Add(1)
	case errors.Is(reason, ErrMemory):
		c.memory.Add(1)
	}
}

// State is what a pool does at a moment.
type State struct {
	VMs, Busy int
	Waiting   int // calls that wait for a VM
	InFlight  int // calls that run or await
	Timers    int // that beans have set, for the application
	Opened    int // connections and the like that are open for the application
}

// State returns what the pool does at the moment.
func (p *Pool) State() State {
	p.mu.Lock()
	all := slices.Clone(p.all)
	s := State{VMs: len(p.all), Waiting: len(p.waiting)}
	for _, v := range p.all {
		s.InFlight += v.calls
		if v.busy {
			s.Busy++
		}
	}
	p.mu.Unlock()
	for _, v := range all {
		s.Timers += v.timers.ofNone()
		s.Opened += v.timers.lasting()
	}
	return s
}
