package queue

import (
	"context"
	"errors"
	"sync"
	"time"
)

// batchWait is how long an incomplete batch waits for further messages.
const batchWait = 20 * time.Millisecond

// batches collect messages that are handled together.
type batches struct {
	size  int
	run   func(context.Context, []*Message) error
	slots chan struct{} // for the batches that run

	mu      sync.Mutex
	filling *batch
}

// batch is a number of messages with one outcome.
type batch struct {
	messages []*Message
	full     chan struct{}
	done     chan struct{}
	err      error
}

var errBatchPanicked = errors.New("the listener panicked with another message of the batch")

// join adds a message to a batch, and returns the outcome of the batch. The first one to join runs it.
func (b *batches) join(ctx context.Context, m *Message) error {
	b.mu.Lock()
	current, isFirst := b.filling, b.filling == nil
	if isFirst {
		current = &batch{full: make(chan struct{}), done: make(chan struct{})}
		b.filling = current
	}
	current.messages = append(current.messages, m)
	if len(current.messages) == b.size {
		b.filling = nil
		close(current.full)
	}
	b.mu.Unlock()
	if isFirst {
		b.lead(ctx, current)
	}
	<-current.done
	return current.err
}

// lead waits until a batch is full, or old enough, and runs it.
func (b *batches) lead(ctx context.Context, current *batch) {
	defer close(current.done)
	current.err = errBatchPanicked // unless run returns
	timer := time.NewTimer(batchWait)
	defer timer.Stop()
	select {
	case <-current.full:
	case <-timer.C:
	}
	b.slots <- struct{}{} // the batch goes on filling meanwhile
	defer func() { <-b.slots }()
	b.mu.Lock()
	if b.filling == current {
		b.filling = nil
	}
	b.mu.Unlock()
	if current.err = b.run(ctx, current.messages); current.err != nil && len(current.messages) > 1 {
		current.err = &batchError{current.err}
	}
}

// batchError is the error of several messages, of which nobody knows which one is to blame.
type batchError struct{ err error }

func (e *batchError) Error() string { return e.err.Error() }

func (e *batchError) Unwrap() error { return e.err }
