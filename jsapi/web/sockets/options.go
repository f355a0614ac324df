package sockets

import (
	"net/http"
	"sync/atomic"
	"time"
)

// Options configure the clients. Only Transport is required.
type Options struct {
	// Transport sends the requests that open connections. The body of an answer that changes the protocol must be an
	// io.ReadWriteCloser, as that of http.Transport is.
	Transport http.RoundTripper
	Timeout   time.Duration // from opening to the head of the answer; 30s when 0
	// MaxMessage is the largest message of a WebSocket, and the largest event of an EventSource, in bytes; 4 MiB when 0.
	MaxMessage int64
	MaxUnsent  int64 // what one WebSocket keeps until it is sent, in bytes; 16 MiB when 0
	MaxOpen    int   // WebSockets and EventSources of one VM; 1000 when 0
	Room       *Room // what all VMs have in common; one of its own for each VM when nil
}

func (o Options) filled() Options {
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.MaxMessage == 0 {
		o.MaxMessage = 4 << 20
	}
	if o.MaxUnsent == 0 {
		o.MaxUnsent = 16 << 20
	}
	if o.MaxOpen == 0 {
		o.MaxOpen = 1000
	}
	if o.Room == nil {
		o.Room = NewRoom()
	}
	return o
}

// Room bounds the memory that connections take, of all VMs that share it. Safe for concurrent use.
type Room struct {
	large  chan struct{} // a place for each large message that is read, or has not been handled
	unsent atomic.Int64
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
