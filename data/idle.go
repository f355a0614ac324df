package data

import (
	"context"
	"time"
)

// idleLook is the interval of checks that enough connections are open.
const idleLook = 15 * time.Second

// keepIdle keeps at least the given number of connections to a server open, so that a request
// after a quiet period does not wait for a new connection. It returns when ctx ends. If a server
// does not answer, keepIdle tries again.
func (p *pool) keepIdle(ctx context.Context, least int) {
	look := time.NewTicker(idleLook)
	defer look.Stop()
	for {
		p.openUpTo(ctx, least)
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// openUpTo opens the missing connections, by holding that many at the same time.
func (p *pool) openUpTo(ctx context.Context, least int) {
	var taken []lease
	defer func() {
		for _, l := range taken {
			l.close()
		}
	}()
	for p.db.Stats().OpenConnections < least {
		l, err := p.acquire(ctx)
		if err != nil {
			return
		}
		taken = append(taken, l)
	}
}
