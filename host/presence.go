package host

import (
	"net"
	"sync"
	"syscall"
	"time"

	"github.com/valyala/fasthttp"
)

const (
	// lookPause is the time between two looks at the clients whose requests are in progress, and longestPause that while there are
	// so many that a look takes long: it is to take a hundredth of a processor, lookShare.
	lookPause    = 250 * time.Millisecond
	longestPause = time.Second
	lookShare    = 100
)

// presence finds out which clients have left while their requests are in progress: nothing is read from their connections
// meanwhile, so that nothing else would show it. It asks the system, and only about requests that wait. A client that has ended its
// side of the connection counts as gone, although it might still read.
type presence struct {
	mu      sync.Mutex
	waiting map[*conn]chan struct{}
	looks   bool
}

// watch returns a channel that is closed when the client of a connection has left. Nobody else watches the same connection before
// end is called.
func (p *presence) watch(c *conn) (left <-chan struct{}, end func()) {
	gone := make(chan struct{})
	if c.left.Load() { // what waited before went on at the same moment
		close(gone)
		return gone, func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting == nil {
		p.waiting = map[*conn]chan struct{}{}
	}
	p.waiting[c] = gone
	if !p.looks {
		p.looks = true
		go p.look()
	}
	return gone, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.waiting, c)
	}
}

// look looks at the clients again and again, until none is left to look at.
func (p *presence) look() {
	var all []*conn
	pause := time.NewTimer(lookPause)
	defer pause.Stop()
	for {
		<-pause.C
		if all = p.watched(all[:0]); len(all) == 0 {
			return
		}
		began := time.Now()
		for _, one := range all {
			if one.hasLeft() {
				p.tell(one)
			}
		}
		clear(all)
		pause.Reset(min(max(lookPause, lookShare*time.Since(began)), longestPause))
	}
}

// watched lists the connections. If there are none, the looking has ended.
func (p *presence) watched(all []*conn) []*conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	for one := range p.waiting {
		all = append(all, one)
	}
	p.looks = len(all) > 0
	return all
}

// tell says that a client has left, if it is still watched.
func (p *presence) tell(one *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if gone := p.waiting[one]; gone != nil {
		delete(p.waiting, one)
		one.left.Store(true)
		close(gone)
	}
}

// hasLeft reports whether the client has ended its side of the connection. It does not wait.
func (c *conn) hasLeft() (left bool) {
	below := c.Conn
	if secured, ok := below.(interface{ NetConn() net.Conn }); ok {
		below = secured.NetConn()
	}
	system, ok := below.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := system.SyscallConn()
	if err != nil {
		return false
	}
	_ = raw.Control(func(fd uintptr) { left = hungUp(fd) }) // an error says that we have closed it
	return left
}

// Left implements [engine.Leaving]. Who only wants to read something and leaves is not waited for. What may change something goes
// on to its end, as it does in whatever the script was written for: a browser that closes a page must not leave half of an order.
func (x *exchange) Left() (left <-chan struct{}, end func()) {
	one, ok := x.req.ctx.Conn().(*conn)
	if !ok || !onlyReads(x.req.method) || x.failure.fromOutside { // interceptors may clean up, even if the client has left
		return nil, func() {}
	}
	return one.all.presence.watch(one)
}

// hasLeft reports whether the client was found to have left.
func hasLeft(ctx *fasthttp.RequestCtx) bool {
	one, ok := ctx.Conn().(*conn)
	return ok && one.left.Load()
}
