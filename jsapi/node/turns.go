package node

import "context"

// maxAtOnce is the number of operations on files that are under way at a time, and likewise of names that are looked up.
const maxAtOnce = 32

// turns lets some operations be under way at a time: each has a thread or a socket of the system.
type turns chan struct{}

func newTurns() turns { return make(turns, maxAtOnce) }

// take does an operation when it is its turn. It returns the error of the operation, or of the context if that ends before.
func (t turns) take(ctx context.Context, do func() error) error {
	select {
	case t <- struct{}{}:
		defer func() { <-t }()
		return do()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
