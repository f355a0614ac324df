package redisclient

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"time"
)

// pool has the connections to one server.
type pool struct {
	dial func(context.Context) (*conn, error)
	room chan struct{} // has a token for each connection in use
	wait time.Duration // for one of those, and for answers

	mu     sync.Mutex
	idle   []*conn // the one that was used last is the last
	left   bool    // no connection is kept
	closed bool
}

func newPool(o *options, dial func(context.Context) (*conn, error)) *pool {
	return &pool{dial: dial, room: make(chan struct{}, o.PoolSize), wait: o.Timeout}
}

var (
	errNoRoom = errors.New("all connections of the pool are in use: timeout")
	errClosed = os.ErrClosed
)

// idleFor is how long a connection is kept without use.
const idleFor = 30 * time.Minute

func (p *pool) get(ctx context.Context) (*conn, error) {
	select {
	case p.room <- struct{}{}:
	default:
		timer := time.NewTimer(p.wait)
		defer timer.Stop()
		select {
		case p.room <- struct{}{}:
		case <-timer.C:
			return nil, errNoRoom
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	for {
		c, err := p.pop()
		if c == nil && err == nil {
			c, err = p.dial(ctx)
		} else if err == nil && (time.Since(c.used) > idleFor || !c.alive()) {
			_ = c.Close()
			continue
		}
		if err != nil {
			<-p.room
		}
		return c, err
	}
}

func (p *pool) pop() (*conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle) - 1
	switch {
	case p.closed:
		return nil, errClosed
	case n < 0:
		return nil, nil //nolint:nilnil // one has to be made
	}
	c := p.idle[n]
	p.idle = p.idle[:n]
	return c, nil
}

func (p *pool) put(c *conn) {
	p.mu.Lock()
	drop := c.broken || p.left
	if !drop {
		p.idle = append(p.idle, c)
	}
	p.mu.Unlock()
	if drop {
		_ = c.Close()
	}
	<-p.room
}

func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.leave()
}

// leave closes the connections, each as soon as it is not in use. Who has the pool in hand can go on.
func (p *pool) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = true
	for _, c := range p.idle {
		_ = c.Close()
	}
	p.idle = nil
}

// do sends commands on one connection.
func (p *pool) do(ctx context.Context, commands ...Command) ([]any, error) {
	c, err := p.get(ctx)
	if err != nil {
		return nil, err
	}
	defer p.put(c)
	answers, err := c.do(ctx, p.wait, commands...)
	if err == nil {
		refused := refusal(answers)
		c.broken = refused != nil && strings.HasPrefix(refused.Error(), "READONLY") // it is not the primary any more
	}
	return answers, err
}
