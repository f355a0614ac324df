package sockets

import (
	"sync"
	"sync/atomic"
	"time"
)

// Room is what the connections of all VMs that share it have in common: it bounds the memory that they take. Safe for
// concurrent use.
type Room struct {
	large  chan struct{} // a place for each large message that is read, or has not been handled
	unsent atomic.Int64

	mu      sync.Mutex
	leaving int           // WebSockets that say goodbye
	quiet   chan struct{} // closed when none does any more; nil while none does
}

const (
	largeMessages = 16       // that are read, or have not been handled, at the same time
	largeSize     = 16 << 10 // up to which a message needs no place
	largeTime     = 30 * time.Second
	maxUnsent     = 64 << 20 // of all WebSockets together
)

// NewRoom returns a Room, all of whose places are free.
func NewRoom() *Room { return &Room{large: make(chan struct{}, largeMessages)} }

// keep takes room for what waits to be sent, if there is.
func (r *Room) keep(size int64) bool {
	if r.unsent.Add(size) > maxUnsent {
		r.unsent.Add(-size)
		return false
	}
	return true
}

func (r *Room) giveBack(size int64) { r.unsent.Add(-size) }

// beginLeaving notes that a WebSocket says goodbye.
func (r *Room) beginLeaving() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.leaving++; r.quiet == nil {
		r.quiet = make(chan struct{})
	}
}

func (r *Room) endLeaving() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.leaving--; r.leaving == 0 {
		close(r.quiet)
		r.quiet = nil
	}
}

// Close gives the WebSockets of VMs that have ended a moment to say goodbye: those whose peers answer at once need no longer, and the others
// are not waited for.
func (r *Room) Close(atMost time.Duration) {
	r.mu.Lock()
	quiet := r.quiet
	r.mu.Unlock()
	if quiet == nil {
		return
	}
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-quiet:
	case <-timer.C:
	}
}
