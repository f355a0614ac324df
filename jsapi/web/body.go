package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
)

const (
	// readAtOnce is the length up to which a body is read before the promise of fetch is settled.
	readAtOnce = 64 << 10
	// readAhead is how much of a longer body is read before anybody asks for it.
	readAhead = 64 << 10
	// firstBlock is the buffer for a body of unknown length, and the least that is worth a call of Read.
	firstBlock = 4 << 10
)

// body is the body of a response. A goroutine reads it: a little ahead of who takes it chunk by chunk, or to its end for who wants the
// whole. It is a [streams.Source].
type body struct {
	ctx      context.Context
	cancel   context.CancelFunc
	response *http.Response
	limit    int64 // of the whole; chunks have none

	mu      sync.Mutex
	changed sync.Cond
	held    []byte // what was read and not taken
	whole   bool   // all is wanted in one piece
	stopped bool   // nobody wants more
	err     error  // of what comes after held; nil while it is being read
}

// newBody returns the body of a response. cancel is called when it has been read.
func newBody(ctx context.Context, cancel context.CancelFunc, response *http.Response, limit int64) *body {
	b := &body{ctx: ctx, cancel: cancel, response: response, limit: limit}
	b.changed.L = &b.mu
	return b
}

// read reads the body: a short one at once, a longer one on a goroutine. One that is longer than the limit is not short, since a
// script may take it chunk by chunk.
func (b *body) read() {
	if length := b.response.ContentLength; length >= 0 && length <= min(readAtOnce, b.limit) {
		b.whole = true
		b.fill()
		return
	}
	go b.fill()
}

// fill reads what is wanted, up to the end.
func (b *body) fill() {
	defer b.cancel()
	defer func() { _ = b.response.Body.Close() }()
	defer context.AfterFunc(b.ctx, b.wake)()
	for {
		room := b.room()
		if room == nil {
			return
		}
		n, err := b.response.Body.Read(room)
		if !b.add(n, err) {
			return
		}
	}
}

func (b *body) wake() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed.Broadcast()
}

// room waits until there is demand, and returns the memory for it; nil if nobody wants more.
func (b *body) room() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.whole && !b.stopped && len(b.held) >= readAhead && b.ctx.Err() == nil {
		b.changed.Wait()
	}
	switch {
	case b.stopped:
		b.err = context.Canceled
	case b.ctx.Err() != nil:
		b.err = inTime(b.ctx, b.ctx.Err())
	}
	if b.err != nil {
		b.held = nil
		b.changed.Broadcast()
		return nil
	}
	b.grow()
	return b.held[len(b.held):cap(b.held)]
}

// grow makes room behind what is held. What was taken keeps its memory, in front of the room.
func (b *body) grow() {
	free := cap(b.held) - len(b.held)
	length := b.response.ContentLength
	switch {
	case free >= firstBlock:
		return
	case b.whole && length >= int64(len(b.held)) && length <= b.limit:
		if cap(b.held) < int(length) {
			b.hold(int(length) + 1)
		} else if free == 0 {
			b.hold(cap(b.held) + firstBlock)
		}
	case cap(b.held) == 0 && length < 0 && !b.whole:
		b.hold(firstBlock)
	case len(b.held) < readAhead/2:
		b.hold(readAhead)
	default:
		b.hold(2 * cap(b.held))
	}
}

// hold moves what is held to a buffer of its own.
func (b *body) hold(size int) {
	b.held = append(make([]byte, 0, size), b.held...)
}

// add adds what was read, and reports whether to go on.
func (b *body) add(n int, err error) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.changed.Broadcast()
	if b.stopped {
		b.err = context.Canceled
		return false
	}
	b.held = b.held[:len(b.held)+n]
	switch {
	case b.whole && int64(len(b.held)) > b.limit:
		b.held, b.err = nil, &sizeError{b.limit}
	case errors.Is(err, io.EOF):
		b.err = err
	case err != nil:
		b.err = inTime(b.ctx, err)
	}
	return b.err == nil
}

// Next implements [streams.Source].
func (b *body) Next(ctx context.Context) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.await(ctx, func() bool { return len(b.held) > 0 })
	if len(b.held) == 0 {
		return nil, b.failed(ctx)
	}
	n := len(b.held)
	chunk := b.held[:n:n]
	b.held = b.held[n:]
	b.changed.Broadcast()
	return chunk, nil
}

// Whole waits for all that was not taken yet.
func (b *body) Whole(ctx context.Context) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.whole = true
	if int64(len(b.held)) > b.limit {
		b.err = &sizeError{b.limit}
	}
	b.changed.Broadcast()
	b.await(ctx, func() bool { return false })
	if !errors.Is(b.err, io.EOF) {
		return nil, b.failed(ctx)
	}
	all := b.held
	b.held = nil
	return all, nil
}

// await waits until there is what is wanted, or the end.
func (b *body) await(ctx context.Context, ready func() bool) {
	if b.err != nil || ready() {
		return
	}
	defer context.AfterFunc(ctx, b.wake)()
	for b.err == nil && !ready() && ctx.Err() == nil {
		b.changed.Wait()
	}
}

func (b *body) failed(ctx context.Context) error {
	if b.err == nil {
		return ctx.Err()
	}
	return b.err
}

// Stop implements [streams.Source].
func (b *body) Stop() {
	b.mu.Lock()
	b.stopped = true
	b.held = nil
	b.changed.Broadcast()
	b.mu.Unlock()
	b.cancel()
}

// complete returns the whole body if it has been read, and is within the limit.
func (b *body) complete() (data []byte, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.held, errors.Is(b.err, io.EOF) && int64(len(b.held)) <= b.limit
}
