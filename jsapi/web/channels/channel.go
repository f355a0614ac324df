package channels

import "sync"

// channel is a BroadcastChannel, seen from outside of its worker.
type channel struct {
	name   string
	number int // in the order in which they were made
	box    *mailbox
	// receive starts to handle a message, and calls done when that is over, if it ever is. It may be called from any goroutine.
	receive func(message []byte, done func())

	closed chan struct{}
	once   sync.Once
}

func (c *channel) close() {
	c.once.Do(func() {
		close(c.closed)
		c.box.hub.leave(c)
	})
}

func (c *channel) isClosed() bool {
	select {
	case <-c.closed:
		return true
	default:
		return false
	}
}
