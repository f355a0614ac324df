package vm

import (
	"runtime"
	"sync"
	"time"
)

// room bounds what host work makes for scripts. The watchdog sees memory that runs take while they compute; what many pieces of host work
// make at the same time, while nothing computes, would be there before it looks.
type room struct {
	mu        sync.Mutex
	promised  uint64 // bytes that are about to be made
	collected time.Time
}

// small is what is made without a look.
const small = 64 << 10

// reserved is the share of the limit that is left to the scripts, as a divisor.
const reserved = 8

// between is the time between two collections that look for room.
const between = 250 * time.Millisecond

// Room promises so many bytes to host work that is about to make them for a script, in one piece. It returns ErrMemory if the heap has no
// room for them. Otherwise made has to be called when they are there. Safe from any goroutine.
func (v *VM) Room(bytes int) (made func(), err error) {
	if v.pool == nil || v.pool.options.MemoryLimit == 0 || bytes < small {
		return func() {}, nil
	}
	r, limit := &v.pool.room, v.pool.options.MemoryLimit
	if !r.take(uint64(bytes), limit-limit/reserved) {
		return nil, ErrMemory
	}
	return sync.OnceFunc(func() { r.give(uint64(bytes)) }), nil
}

// take promises bytes if they are within the limit, after a collection if need be.
func (r *room) take(bytes, limit uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	fits := func() bool { return heapInUse()+r.promised+bytes <= limit }
	if !fits() {
		if time.Since(r.collected) < between {
			return false
		}
		runtime.GC()
		r.collected = time.Now()
		if !fits() {
			return false
		}
	}
	r.promised += bytes
	return true
}

func (r *room) give(bytes uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.promised -= bytes
}
