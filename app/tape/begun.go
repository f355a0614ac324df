package tape

import (
	"context"
	"sync"

	"github.com/fwrun/fwrun/devtools/replay"
)

// Begin returns a function that gives a call its place on the tape of a context as soon as a script begins it. The host does such calls while
// scripts go on, and ends them in an order that is another each time.
func (r *Recorder) Begin(kind replay.Kind) func(context.Context) context.Context {
	return func(ctx context.Context) context.Context {
		t := replay.Of(ctx)
		if t == nil {
			return ctx
		}
		b := &begun{tape: t}
		t.Add(kind, 0, b.call)
		return context.WithValue(ctx, begunKey{kind}, b)
	}
}

type begunKey struct{ kind replay.Kind }

// begun is a call that has its place on a tape before anything has come of it.
type begun struct {
	tape *replay.Tape

	mu   sync.Mutex
	made replay.Maker // nil as long as nothing has come of it
}

func (b *begun) call() (replay.Call, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.made == nil {
		return replay.Call{}, nil
	}
	return b.made()
}

// came keeps what has come of the call.
func (b *begun) came(bytes int, made replay.Maker) {
	if !b.tape.Grow(bytes) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.made = made
}

// add adds a call to the tape of a context: in its place, if it was begun before.
func add(ctx context.Context, kind replay.Kind, bytes int, made replay.Maker) {
	if b, ok := ctx.Value(begunKey{kind}).(*begun); ok {
		b.came(bytes, made)
		return
	}
	replay.Of(ctx).Add(kind, bytes, made)
}

// BeginPlayed returns a function that reserves the place of a call in the recording as soon as a script begins it.
func BeginPlayed(kind replay.Kind) func(context.Context) context.Context {
	return func(ctx context.Context) context.Context {
		p := replay.PlayerOf(ctx)
		if p == nil {
			return ctx
		}
		return context.WithValue(ctx, placeKey{kind}, p.Reserve(kind))
	}
}

type placeKey struct{ kind replay.Kind }

// ask asks a player for a call: that of the place which was reserved for it, or the next one.
func ask(ctx context.Context, p *replay.Player, kind replay.Kind, asks map[string]any) (*replay.Call, error) {
	if at, ok := ctx.Value(placeKey{kind}).(replay.Place); ok {
		return p.AskAt(at, kind, asks)
	}
	return p.Ask(kind, asks)
}

// asked asks a player for a call that has not failed.
func asked(ctx context.Context, p *replay.Player, kind replay.Kind, asks map[string]any) (*replay.Call, error) {
	c, err := ask(ctx, p, kind, asks)
	switch {
	case err != nil:
		return nil, err
	case c.IsPending():
		return nil, p.Wait(ctx)
	case c.Fails != nil:
		return nil, errorOf(c.Fails)
	}
	return c, nil
}
