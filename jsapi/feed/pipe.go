package feed

import (
	"context"
	"errors"
	"io"
	"sync"
)

// ErrEnded is returned by a pipe that was stopped.
var ErrEnded = errors.New("the stream has ended")

// Pipe is one whose Write returns when the reader has used what was written and asks for more. So an error of the reader about some
// bytes is known when their Write returns. It is safe for concurrent use by one writer and one reader.
type Pipe struct {
	mu      sync.Mutex
	changed sync.Cond
	data    []byte
	hungry  bool  // the reader waits for data
	err     error // of all that follows: io.EOF after Close
}

// NewPipe returns a pipe that nothing was written to.
func NewPipe() *Pipe {
	p := &Pipe{}
	p.changed.L = &p.mu
	return p
}

// Write waits until data was used, which must not change meanwhile. If the context ends before that, the pipe is stopped.
func (p *Pipe) Write(ctx context.Context, data []byte) error {
	defer context.AfterFunc(ctx, p.Stop)()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return p.err
	}
	p.data, p.hungry = data, false
	p.changed.Broadcast()
	for p.err == nil && (len(p.data) > 0 || !p.hungry) {
		p.changed.Wait()
	}
	return p.err
}

// Read implements [io.Reader].
func (p *Pipe) Read(room []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.await(); err != nil {
		return 0, err
	}
	n := copy(room, p.data)
	p.data = p.data[n:]
	return n, nil
}

// Next returns all that Read would return. If the context ends before there is something, the pipe is stopped.
func (p *Pipe) Next(ctx context.Context) ([]byte, error) {
	defer context.AfterFunc(ctx, p.Stop)()
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.await(); err != nil {
		return nil, err
	}
	data := p.data
	p.data = nil
	return data, nil
}

// await waits for data.
func (p *Pipe) await() error {
	for len(p.data) == 0 && p.err == nil {
		p.hungry = true
		p.changed.Broadcast()
		p.changed.Wait()
	}
	if len(p.data) == 0 || errors.Is(p.err, ErrEnded) {
		return p.err
	}
	return nil
}

// Close says that nothing more is written.
func (p *Pipe) Close() { p.end(io.EOF) }

// Stop lets the reader and the writer return an error.
func (p *Pipe) Stop() { p.end(ErrEnded) }

func (p *Pipe) end(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil || errors.Is(p.err, io.EOF) {
		p.err = err
	}
	p.changed.Broadcast()
}

func (p *Pipe) stopped() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return errors.Is(p.err, ErrEnded)
}
