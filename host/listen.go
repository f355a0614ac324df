package host

import (
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/forwarded"
)

// turnedAway returns how many surplus connections are answered with 503 at the same time; further ones are closed at
// once. With a small limit on connections there are few descriptors.
func turnedAway(maxOpen int) int { return min(100, 16+maxOpen/8) }

// connections knows every open connection, so that a stop need not wait for idle connections, and can cut those that
// never end.
type connections struct {
	maxOpen  int
	grace    time.Duration         // for responses that are being sent when the server stops
	idle     time.Duration         // until the next request, or the first one
	maxHead  int                   // in bytes, of a request without its body
	turnAway func(*conn, *problem) // answers a surplus connection
	serve    func(net.Conn) error  // serves a connection that has woken up, to its end or until it sleeps again
	clients  clients
	presence presence
	trust    func() *forwarded.Trust
	turned   chan struct{} // one entry for each connection that is being turned away
	log      *slog.Logger

	mu        sync.Mutex
	listeners []*listener
	open      map[*conn]struct{}
	serving   int // calls of Serve

	closing atomic.Bool  // the server stops
	latest  atomic.Int64 // when a request began while it stops, in Unix nanoseconds
	late    atomic.Bool  // what has not arrived by now is not served any more
}

func newConnections(settings Settings, log *slog.Logger, turnAway func(*conn, *problem), trust func() *forwarded.Trust) *connections {
	return &connections{
		maxOpen: settings.MaxConnections, maxHead: settings.MaxHeaderBytes, grace: settings.StreamGrace, idle: settings.IdleTimeout,
		turnAway: turnAway, turned: make(chan struct{}, turnedAway(settings.MaxConnections)),
		log: log, clients: clients{most: settings.MaxPerClient}, trust: trust,
	}
}

// listen wraps a listener; its connections are known from accept to close. After a stop the listener is closed already.
func (c *connections) listen(l net.Listener) net.Listener {
	one := &listener{Listener: l, all: c, closed: make(chan struct{})}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.listeners = append(c.listeners, one)
	if c.closing.Load() {
		_ = one.Close()
	}
	return one
}

type listener struct {
	net.Listener
	all    *connections
	lack   shortage
	until  atomic.Int64 // when a stop closes it at the latest, in Unix nanoseconds; 0 before
	once   sync.Once
	closed chan struct{} // closed by Close
	err    error         // the result of Close
}

// Accept waits for the next connection within the limit. It waits until a temporary error has passed: returning it
// would end the server.
func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if l.ends(err) {
			return nil, net.ErrClosed
		}
		if err != nil {
			if !passes(err) {
				return nil, err
			}
			l.wait(err)
			continue
		}
		l.lack.pause = 0
		c := newConn(accepted, l.all)
		if surplus := l.all.add(c); surplus != nil {
			l.all.refuse(c, surplus)
			continue
		}
		return c, nil
	}
}

// Close stops accepting. It has an effect only once: both a stop and fasthttp call it.
func (l *listener) Close() error {
	l.once.Do(func() {
		close(l.closed)
		l.err = l.Listener.Close()
	})
	return l.err
}

// add registers a connection. It returns a problem if the connection exceeds a limit.
func (c *connections) add(one *conn) *problem {
	if !c.clients.admitPeer(one, c.trust()) {
		return tooMany()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.open) >= c.maxOpen {
		c.clients.leavePeer(one)
		return &problem{status: fasthttp.StatusServiceUnavailable, detail: "there are too many connections"}
	}
	if c.open == nil {
		c.open = map[*conn]struct{}{}
	}
	c.open[one] = struct{}{}
	return nil
}

func (c *connections) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open)
}

// refuse answers and ends a surplus connection. It does not wait: what the client does not read within a moment is
// lost.
func (c *connections) refuse(one *conn, why *problem) {
	select {
	case c.turned <- struct{}{}:
	default:
		_ = one.Conn.Close()
		return
	}
	go func() {
		defer func() { <-c.turned }()
		_ = one.SetDeadline(time.Now().Add(lingerTime))
		c.turnAway(one, why)
		one.lingers.Store(true)
		_ = one.Close()
	}()
}

func (c *connections) remove(one *conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.open[one]; known {
		delete(c.open, one)
		c.clients.leavePeer(one)
	}
}

// cut closes all connections and returns their number.
func (c *connections) cut() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.open {
		one.cut()
	}
	return len(c.open)
}
