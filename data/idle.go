package data

import (
	"context"
	"time"
)

// idleLook is how often it is looked whether enough connections are open.
const idleLook = 15 * time.Second

// keepIdle keeps some connections of a server open, so that a request after a quiet time
// need not wait for one. It ends with ctx. A server that does not answer is asked again.
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

// openUpTo opens what is missing, by taking as many at once.
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
