package table

import (
	"context"
	"sync"

	"github.com/fwrun/fwrun/data"
)

// group writes what several callers want to write at the same time together, since a transaction costs more than what is
// in it. A caller waits for nobody: the first one's write begins at once, and those that come meanwhile are the next.
type group[T any] struct {
	write   func(ctx context.Context, items []T) error // all or nothing
	most    int                                        // items of one write
	writers int                                        // writes at the same time

	mu      sync.Mutex
	waiting []*request[T]
	running int
}

// writersOn returns how many writes a database does best at the same time. SQLite has one writer; a server puts the commits
// of several transactions on its disk together.
func writersOn(d data.Dialect) int {
	if d == data.SQLite {
		return 1
	}
	return 8
}

type request[T any] struct {
	items []T
	ctx   context.Context
	done  chan error
}

// do returns when the items have been written, or when ctx ends: then they may be written or not.
func (g *group[T]) do(ctx context.Context, items ...T) error {
	r := &request[T]{items, ctx, make(chan error, 1)}
	g.mu.Lock()
	g.waiting = append(g.waiting, r)
	if g.running < g.writers {
		g.running++
		go g.run()
	}
	g.mu.Unlock()
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
		return ended(ctx, "queue.write")
	}
}

func (g *group[T]) run() {
	for {
		some := g.next()
		if some == nil {
			return
		}
		g.writeAll(some)
	}
}

// next returns the requests to write together, or nil if there are none, which ends the run.
func (g *group[T]) next() []*request[T] {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, items := 0, 0
	for n < len(g.waiting) && (n == 0 || items+len(g.waiting[n].items) <= g.most) {
		items += len(g.waiting[n].items)
		n++
	}
	some := g.waiting[:n:n]
	g.waiting = g.waiting[n:]
	if n == 0 {
		g.running, g.waiting = g.running-1, nil
		return nil
	}
	return some
}

// writeAll writes requests together. If that fails they are written one by one, so that each gets its own error.
func (g *group[T]) writeAll(requests []*request[T]) {
	var items []T
	for _, r := range requests {
		items = append(items, r.items...)
	}
	err := g.write(context.WithoutCancel(requests[0].ctx), items)
	if err == nil || len(requests) == 1 || unreachable(err) {
		for _, r := range requests {
			r.done <- err
		}
		return
	}
	for _, r := range requests {
		if r.ctx.Err() != nil {
			r.done <- ended(r.ctx, "queue.write")
			continue
		}
		r.done <- g.write(context.WithoutCancel(r.ctx), r.items)
	}
}
