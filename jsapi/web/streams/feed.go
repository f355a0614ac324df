package streams

import (
	"errors"
	"io"
	"sync"
)

// errEnded is returned by a feed that was stopped.
var errEnded = errors.New("the stream has ended")

// feed is a pipe whose Write returns when the reader has used what was written and asks for more. So an error of the reader about
// some bytes is known when their Write returns.
type feed struct {
	mu      sync.Mutex
	changed sync.Cond
	data    []byte
	hungry  bool  // the reader waits for data
	err     error // of all that follows: io.EOF after Close
}

func newFeed() *feed {
	f := &feed{}
	f.changed.L = &f.mu
	return f
}

// Write waits until data was used. It is not called twice at a time.
func (f *feed) Write(data []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return 0, f.err
	}
	f.data, f.hungry = data, false
	f.changed.Broadcast()
	for f.err == nil && (len(f.data) > 0 || !f.hungry) {
		f.changed.Wait()
	}
	if f.err != nil {
		return 0, f.err
	}
	return len(data), nil
}

// Read implements [io.Reader].
func (f *feed) Read(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.await(); err != nil {
		return 0, err
	}
	n := copy(p, f.data)
	f.data = f.data[n:]
	return n, nil
}

// take returns all that Read would return.
func (f *feed) take() ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.await(); err != nil {
		return nil, err
	}
	data := f.data
	f.data = nil
	return data, nil
}

// await waits for data.
func (f *feed) await() error {
	for len(f.data) == 0 && f.err == nil {
		f.hungry = true
		f.changed.Broadcast()
		f.changed.Wait()
	}
	if len(f.data) == 0 || errors.Is(f.err, errEnded) {
		return f.err
	}
	return nil
}

// Close says that nothing more is written.
func (f *feed) Close() { f.end(io.EOF) }

// Stop lets the reader and the writer return an error.
func (f *feed) Stop() { f.end(errEnded) }

func (f *feed) end(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil || errors.Is(f.err, io.EOF) {
		f.err = err
	}
	f.changed.Broadcast()
}
