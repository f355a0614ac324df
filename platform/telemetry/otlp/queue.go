package otlp

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// The limits of what waits to be sent. The size of a batch and the intervals are those that OpenTelemetry recommends.
const (
	mostSpans      = 8192 // of about 200 bytes each: a fifth of a second under full load
	mostRecords    = 2048 // of the log
	mostBytes      = 16 << 20
	batchSize      = 512
	sendSpansEvery = 5 * time.Second
	sendLogsEvery  = time.Second
)

// worker is a goroutine that sends something until it is closed.
type worker struct {
	closed  atomic.Bool
	closing chan struct{}
	ended   chan struct{}
	alive   context.Context // ends when nothing more may be sent
	kill    context.CancelFunc
}

func newWorker() *worker {
	w := &worker{closing: make(chan struct{}), ended: make(chan struct{})}
	w.alive, w.kill = context.WithCancel(context.Background())
	return w
}

// close lets it send what is left, until ctx ends.
func (w *worker) close(ctx context.Context) {
	if w.closed.Swap(true) {
		return
	}
	close(w.closing)
	select {
	case <-w.ended:
	case <-ctx.Done():
		w.kill()
		<-w.ended
	}
	w.kill()
}

// sending is how the items of a signal are sent: as bytes, with the number of their field before each.
type sending func(ctx context.Context, items []byte) error

// queue sends spans or lines of the log in batches.
type queue struct {
	*worker
	send   sending
	most   int64
	every  time.Duration
	failed func(error)
	lost   *loss

	mu      sync.Mutex
	last    batch   // not full yet
	batches []batch // full ones, the oldest first
	spare   [][]byte
	bytes   int          // in all batches
	waiting atomic.Int64 // items in all batches

	full chan struct{} // has a token when there is a batch
}

// batch is items as a ScopeSpans or a ScopeLogs of OTLP has them.
type batch struct {
	bytes []byte
	items int
}

func newQueue(send sending, most int64, every time.Duration, lost *loss, failed func(error)) *queue {
	q := &queue{worker: newWorker(), send: send, most: most, every: every, lost: lost, failed: failed, full: make(chan struct{}, 1)}
	go q.run()
	return q
}

// rooms are for the bytes of one item each.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

const largestRoom = 64 << 10 // larger ones are rare and not kept

// open returns room for the bytes of an item, which put takes; nil if the item is dropped. Nothing of an item is kept but its bytes:
// thousands of small objects that live until they are sent would cost the garbage collector more than writing them does.
func (q *queue) open() *[]byte {
	if q.waiting.Load() >= q.most {
		q.lost.full.Add(1)
		return nil
	}
	room := rooms.Get().(*[]byte) //nolint:forcetypeassert // nothing else is put into it
	*room = (*room)[:0]
	return room
}

// put adds an item that was written into its room.
func (q *queue) put(room *[]byte) {
	if !q.add(*room) {
		q.lost.full.Add(1)
	}
	if cap(*room) <= largestRoom {
		rooms.Put(room)
	}
}

const fieldItems = 2 // of a ScopeSpans, a ScopeLogs and a ScopeMetrics

// add adds an item to the last batch, and reports whether there is room for it.
func (q *queue) add(item []byte) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed.Load() || q.waiting.Load() >= q.most || q.bytes+len(item) > mostBytes {
		return false
	}
	if q.last.bytes == nil && len(q.spare) > 0 {
		n := len(q.spare) - 1
		q.last.bytes, q.spare = q.spare[n], q.spare[:n]
	}
	before := len(q.last.bytes)
	q.last.bytes = appendBytes(q.last.bytes, fieldItems, item)
	q.last.items++
	q.bytes += len(q.last.bytes) - before
	q.waiting.Add(1)
	if q.last.items < batchSize {
		return true
	}
	q.batches, q.last = append(q.batches, q.last), batch{}
	select {
	case q.full <- struct{}{}:
	default:
	}
	return true
}

// run sends what waits: a batch when it is full, all of it from time to time, until close.
func (q *queue) run() {
	defer close(q.ended)
	ticker := time.NewTicker(q.every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			q.sendAll(true)
		case <-q.full:
			q.sendAll(false)
		case <-q.closing:
			q.sendAll(true)
			return
		}
	}
}

// sendAll sends the batches that wait, and perhaps the one that is not full.
func (q *queue) sendAll(last bool) {
	for {
		one, full := q.take(last)
		if one.items > 0 {
			if err := q.send(q.alive, one.bytes); err != nil {
				q.lost.count(one.items, err)
				q.failed(err)
			}
			q.giveBack(one.bytes)
		}
		if !full {
			return
		}
	}
}

// take takes the oldest batch, if one is full, or perhaps the last one.
func (q *queue) take(last bool) (one batch, full bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case len(q.batches) > 0:
		one, full = q.batches[0], true
		q.batches = slices.Delete(q.batches, 0, 1)
	case last:
		one, q.last = q.last, batch{}
	}
	q.bytes -= len(one.bytes)
	q.waiting.Add(-int64(one.items))
	return one, full
}

const mostSpare = 2 // one is filled while one is sent

// giveBack keeps memory for another batch.
func (q *queue) giveBack(bytes []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.spare) < mostSpare && cap(bytes) <= mostBytes/mostSpare/2 {
		q.spare = append(q.spare, bytes[:0])
	}
}
