package sockets

import (
	"net/http"
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
