package turns

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Load counts what is in work at a time, so that it can be refused before there is too much of it.
type Load struct {
	mostBytes, mostWorks int64
	bytes, works         atomic.Int64
}

// NewLoad returns a load of so many bytes and works.
func NewLoad(bytes, works int64) *Load { return &Load{mostBytes: bytes, mostWorks: works} }

// Full reports whether work on so many bytes would be too much. A single work may have more bytes than the load, since they are there already.
func (l *Load) Full(bytes int) bool {
	held := l.bytes.Load()
	return held > 0 && held+int64(bytes) > l.mostBytes || l.works.Load() >= l.mostWorks
}

// Add adds work on so many bytes. The function that it returns takes it away again, and so does the garbage collector if that function is
// lost: work for a call that has ended is never begun.
func (l *Load) Add(bytes int) (done func()) {
	l.bytes.Add(int64(bytes))
	l.works.Add(1)
	once := sync.OnceFunc(func() {
		l.bytes.Add(-int64(bytes))
		l.works.Add(-1)
	})
	token := &struct{ load *Load }{l}
	runtime.AddCleanup(token, func(done func()) { done() }, once)
	return func() {
		once()
		runtime.KeepAlive(token)
	}
}
