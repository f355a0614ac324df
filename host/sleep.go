package host

import (
	"context"
	"errors"
	"net"
	"syscall"
	"time"
)

// dozeTime is the time between two looks at the connections. One on which nothing has arrived from one look to the next falls asleep
// with the look after, so that a client that asks again soon does not pay for that.
const dozeTime = time.Second

// errAsleep makes fasthttp leave a connection whose client sends nothing.
var errAsleep = errors.New("the connection is asleep")

// doze puts connections to sleep until ctx ends. While a client sends nothing, fasthttp would keep what serving it takes, 20 KB of
// buffers and a stack: it leaves a connection that sleeps, and begins anew with it when the client has sent something.
func (c *connections) doze(ctx context.Context) {
	ticks := time.NewTicker(dozeTime)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			c.nod()
		case <-ctx.Done():
			return
		}
	}
}

// nod ends the reads of the connections that have dozed since the last look, and lets those that are silent doze. One that cannot sleep is
// left alone: those of memory do not take deadlines while they are used.
func (c *connections) nod() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.open {
		switch one.state.Load() {
		case silent:
			one.state.CompareAndSwap(silent, dozing)
		case dozing:
			if one.raw() != nil && one.state.CompareAndSwap(dozing, nodding) {
				_ = one.Conn.SetReadDeadline(time.Unix(1, 0)) // what is read at the same moment is read again in time; see deadline
			}
		}
	}
}

// fallsAsleep reports whether a read ended so that the connection falls asleep. One that has woken up stays awake until it has brought
// a request: fasthttp would answer to its end.
func (c *conn) fallsAsleep() bool {
	if c.served == c.woke || c.raw() == nil {
		c.state.CompareAndSwap(nodding, silent)
		return false
	}
	return c.state.CompareAndSwap(nodding, leaving)
}

// raw returns the connection of the system below, or nil if there is none.
func (c *conn) raw() syscall.RawConn {
	below := c.Conn
	if secured, ok := below.(interface{ NetConn() net.Conn }); ok {
		below = secured.NetConn()
	}
	system, ok := below.(syscall.Conn)
	if !ok || !canSleep {
		return nil
	}
	raw, err := system.SyscallConn()
	if err != nil {
		return nil
	}
	return raw
}

// sleep waits, without any buffer, until the client sends something, and has that served. It ends the connection if the client has
// left, or sends nothing in time.
func (c *conn) sleep() {
	c.behind = nil
	open := false
	if raw := c.raw(); raw != nil && c.Conn.SetReadDeadline(c.readBy.time()) == nil {
		err := raw.Read(func(fd uintptr) (ready bool) {
			ready, open = arrived(fd)
			return ready
		})
		open = open && err == nil
	}
	if !open || !c.state.CompareAndSwap(asleep, silent) {
		_ = c.Close()
		return
	}
	c.readBy.noted.Store(0) // no deadline is armed that is known: fasthttp's next one is passed on
	c.readBy.armed.Store(0)
	c.woke = c.served
	_ = c.all.serve(c)
}
