package host

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/platform/fault"
)

const (
	// quietTime is how long no request has begun when a stop takes it that none is on its way any more. A client that
	// has just received an answer may be sending the next request: to close its connection would lose that.
	quietTime = 200 * time.Millisecond
	// settleTime is the longest time for which a stop waits for that.
	settleTime = time.Second
	// acceptPause is how long no connection has come when a stop closes a listener, and acceptTime the longest time for
	// which it accepts: the system resets connections that wait to be accepted when their listener is closed.
	acceptPause = time.Millisecond
	acceptTime  = 50 * time.Millisecond
	// sweepTime is the time between two looks at the connections.
	sweepTime = 5 * time.Millisecond
)

// Shutdown stops accepting and waits for the requests that have wholly arrived to be answered, until ctx ends or, if it
// has no deadline, for the settings' ShutdownTimeout. Requests still in progress then are cut off, and the error says
// so. A connection ends with its answer. What has not wholly arrived is dropped as soon as no request begins any more,
// and responses that are being sent have the settings' StreamGrace to end.
func (s *Server) Shutdown(ctx context.Context) error {
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.settings.ShutdownTimeout)
		defer cancel()
	}
	defer func() { _ = s.uploads.Close() }() // uploads that are still being read are cut off, too
	s.conns.stop()
	s.yield()
	s.stop()
	s.conns.drain(ctx)
	err := s.fast.ShutdownWithContext(ctx)
	if err == nil { // a handler may still wait for a promise after its answer
		return nil
	}
	defer s.kill()
	if ctx.Err() == nil {
		return err
	}
	text := "1 connection was cut off"
	if n := s.conns.cut(); n != 1 {
		text = fmt.Sprintf("%d connections were cut off", n)
	}
	return fault.New("host.Shutdown", fault.Timeout, text).Because(err)
}

// Yield lets the clients go to another process, which serves the same listeners. It stops accepting, and waits until the connections have
// ended, or ctx has: each ends with its next answer, whenever the client sends its next request. What is left then, Shutdown ends.
func (s *Server) Yield(ctx context.Context) {
	s.conns.stop()
	s.yield()
	s.conns.untilEnded(ctx, func(time.Time) {})
}

// stop lets the listeners end, including those that fasthttp has not been given yet.
func (c *connections) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closing.Store(true)
	for _, one := range c.listeners {
		one.stop()
	}
}

// stop makes Accept close the listener once no connection waits to be accepted.
func (l *listener) stop() {
	now := time.Now()
	l.until.Store(now.Add(acceptTime).UnixNano())
	timed, ok := l.Listener.(interface{ SetDeadline(t time.Time) error })
	if !ok || timed.SetDeadline(now.Add(acceptPause)) != nil {
		_ = l.Close()
	}
}

// ends reports whether Accept returned err because of a stop, or the stop does not wait for more connections.
func (l *listener) ends(err error) bool {
	until := l.until.Load()
	if until == 0 {
		return false
	}
	if timeout, ok := err.(interface{ Timeout() bool }); ok && timeout.Timeout() {
		_ = l.Close()
		return true
	}
	if err == nil {
		next := min(time.Now().Add(acceptPause).UnixNano(), until)
		_ = l.Listener.(interface{ SetDeadline(t time.Time) error }).SetDeadline(time.Unix(0, next))
	}
	return false
}

// serves counts the calls of Serve.
func (c *connections) serves(change int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.serving += change
}

// begins notes that a request has arrived.
func (c *connections) begins(ctx *fasthttp.RequestCtx) {
	if one, ok := ctx.Conn().(*conn); ok {
		one.served++
		if c.closing.Load() {
			c.latest.Store(time.Now().UnixNano())
		}
	}
}

// endsAfter ends a connection with the answer while the server stops, unless another request has arrived behind it.
func (c *connections) endsAfter(ctx *fasthttp.RequestCtx) {
	if !c.closing.Load() {
		return
	}
	if one, ok := ctx.Conn().(*conn); ok && !one.hasNext() {
		ctx.SetConnectionClose()
	}
}

// drain waits until all connections have ended, or ctx has. It ends those that would not.
func (c *connections) drain(ctx context.Context) {
	began := time.Now()
	c.untilEnded(ctx, func(now time.Time) { c.sweep(began, now) })
}

// untilEnded waits until all connections have ended, or ctx has, and calls meanwhile again and again.
func (c *connections) untilEnded(ctx context.Context, meanwhile func(now time.Time)) {
	tick := time.NewTicker(sweepTime)
	defer tick.Stop()
	for !c.ended() {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			meanwhile(now)
		}
	}
}

// ended reports whether no connection is open, and none is being accepted.
func (c *connections) ended() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open) == 0 && c.serving == 0
}

// sweep closes the connections whose clients are waited for too long.
func (c *connections) sweep(began, now time.Time) {
	latest := max(began.UnixNano(), c.latest.Load())
	settled := now.Sub(time.Unix(0, latest)) >= quietTime || now.Sub(began) >= settleTime
	c.mu.Lock()
	defer c.mu.Unlock()
	dropped, cut := 0, 0
	if settled && !c.late.Swap(true) {
		for one := range c.open {
			if one.state.Load() == partial {
				dropped++
			}
			one.closeWaiting()
		}
	}
	for one := range c.open {
		if one.isStuck(now, c.grace) {
			one.cut()
			cut++
		}
	}
	if dropped+cut > 0 {
		c.log.Info("stopping: connections were closed", slog.Int("incomplete", dropped), slog.Int("sending", cut))
	}
}

// isStuck reports, once, whether the connection has been sending a response for longer than the grace.
func (c *conn) isStuck(now time.Time, grace time.Duration) bool {
	switch {
	case c.state.Load() != sending:
		c.sentFrom = time.Time{}
	case c.sentFrom.IsZero():
		c.sentFrom = now
	case now.Sub(c.sentFrom) >= grace:
		return c.state.CompareAndSwap(sending, shut)
	}
	return false
}
