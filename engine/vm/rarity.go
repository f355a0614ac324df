package vm

import (
	"sync/atomic"

	"github.com/fwrun/fwrun/platform/limit"
)

// rarity is what only few calls have: those that set timers, log, wait in a line or go on after their answer. It is made when it is first
// needed, since the size of a call is felt with each request.
type rarity struct {
	timers atomic.Int32 // number of timers that wait for the call
	logged int64        // lines; see VM.Line
	stand  stand

	// Guarded by the call's mu.
	longer int            // what its timers outlive it for: leases, and promises of WaitUntil
	waits  int            // promises of WaitUntil, for which its context lives on
	until  limit.Deadline // when its timers end; zero while it, or what they outlive it for, goes on
}

// common is that of all calls that have none. It is only read.
var common rarity

// known returns what is rare about the call, to be read only.
func (c *Call) known() *rarity {
	if r := c.rare.Load(); r != nil {
		return r
	}
	return &common
}

// own returns what is rare about the call, to be changed.
func (c *Call) own() *rarity {
	if c.rare.Load() == nil {
		c.rare.CompareAndSwap(nil, &rarity{})
	}
	return c.rare.Load()
}
