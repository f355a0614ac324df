package host

import (
	"context"
	"sync"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

const (
	// closeGrace is how long a script may clean up after its client has gone.
	closeGrace = 5 * time.Second
	// brokenOffGrace is the same for a stream that was broken off because the server stops.
	brokenOffGrace = 500 * time.Millisecond
	// heartbeat is how long an event stream may be silent. Then a comment is sent: it shows whether the client is still
	// there, and keeps proxies from closing the connection.
	heartbeat = 15 * time.Second
)

// stream is a response that is sent while a script makes it, item by item. The script is one item ahead of the client:
// it is asked for another item when the last one was taken.
//
// The script's side runs in steps of the request's task, which continues, detached, after Run has returned. The
// client's side is read by fasthttp, on the goroutine of the connection; Close ends it and the request.
type stream struct {
	x      *exchange
	answer answer
	it     *engine.Iterator
	source engine.Stream // in place of it, if no script is needed to make the items
	task   engine.Detached
	cancel context.CancelFunc

	form  streamForm
	open  bool // the response has begun
	begun bool // the array of arrayForm has begun
	await wish // what the script's side waits for

	items chan []byte
	spare chan []byte // sent items, whose memory takes the next ones
	asked chan struct{}
	gone  chan struct{} // closed when the client wants no more
	ended chan struct{} // closed when the task is over
	cause error         // the task's error; set before ended is closed

	item   []byte // the item that is being read
	rest   []byte // the part of item that was not read yet
	final  error  // returned by Read when nothing is left
	sent   int
	pulse  *time.Timer
	left   <-chan struct{}  // closed when the client has left; nil if that is not known
	unsee  func()           // ends the looking for that; nil before it begins
	limit  <-chan time.Time // when it is broken off; nil unless the server stops
	closed sync.Once
}

// wish is what the script's side of a stream waits for.
type wish uint8

const (
	forItem wish = iota
	forDemand
	forSource
	forCleanup
)

// openStream begins a response whose body is the items of an iterator. An event stream begins at once. Any other stream
// waits for its first item, which decides the Content-Type; an error until then is answered like any error.
func (x *exchange) openStream(s *engine.Scope, a answer, it *engine.Iterator) (engine.Value, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	unchanged, err := isUnchanged(x.req.ctx, x.req.method, &a)
	if err != nil {
		return nil, err
	}
	t := x.newStream(a)
	t.it, t.form = it, formOfStream(&a)
	if unchanged {
		a.writeHeader(&x.req)
		leaveUnsent(x.req.ctx, x.req.table.compressor, unknownSize)
		return t.cleanUp(s)
	}
	if t.form == undecided && it.InChunks() {
		t.form = arrayForm
	}
	if x.req.ctx.IsHead() {
		t.begin(s, nil)
		return t.cleanUp(s)
	}
	if t.form == eventForm {
		t.begin(s, nil)
	}
	return t.next()
}

// newStream makes the stream of this request.
func (x *exchange) newStream(a answer) *stream {
	x.stream, x.stage = &stream{
		x: x, answer: a,
		items: make(chan []byte, 1), spare: make(chan []byte, 1),
		asked: make(chan struct{}, 1), gone: make(chan struct{}), ended: make(chan struct{}),
	}, streaming
	if x.req.inner != nil {
		x.req.inner.cut = make(chan struct{})
	}
	return x.stream
}

// next asks for an item, or for a chunk of items.
func (t *stream) next() (engine.Value, error) {
	if t.form == arrayForm {
		return t.it.NextChunk()
	}
	return t.it.Next()
}

// settle reads the settled result of next.
func (t *stream) settle(settled engine.Value) (item engine.Value, done bool, err error) {
	if t.form == arrayForm {
		item, done = t.it.Chunk(settled)
		return item, done, nil
	}
	return t.it.Item(settled)
}

// text returns an item as text.
func (t *stream) text(s *engine.Scope, item engine.Value) ([]byte, error) {
	if t.form != arrayForm {
		if content, ok := s.BytesOf(item); ok && t.answer.bytes {
			return append(t.room(), content...), nil
		}
		return t.form.append(t.room(), s, item, t.itemForm())
	}
	text, err := appendChunk(t.room(), s, item, t.answer.form, !t.begun)
	t.begun = true
	return text, err
}

// itemForm returns the declared form of an item.
func (t *stream) itemForm() *manifest.Form {
	if t.answer.form == nil {
		return nil
	}
	return t.answer.form.Elem
}

// finish writes the text after the last item.
func (t *stream) finish() {
	switch {
	case t.form != arrayForm:
	case t.begun:
		t.items <- []byte("]") // there is room: an item was asked for
	default:
		t.items <- []byte("[]")
	}
}

// begin sends the response's header, and lets the task continue by itself.
func (t *stream) begin(s *engine.Scope, first engine.Value) {
	x := t.x
	t.form, t.answer.contentType = t.form.decide(s, first, t.answer.contentType)
	t.answer.writeHeader(&x.req)
	if x.req.ctx.IsHead() {
		return
	}
	x.body.closeUnlessRead(&x.req)
	header := &x.req.ctx.Response.Header
	if t.form == eventForm {
		header.Set(fasthttp.HeaderCacheControl, "no-cache")
		header.Set("X-Accel-Buffering", "no") // otherwise nginx holds events back
		t.pulse = time.NewTimer(heartbeat)
	}
	ctx, cancel := context.WithCancel(x.req.alive())
	t.open, t.cancel, t.task = true, cancel, s.Detach(ctx, t.over)
	x.req.ctx.Response.ImmediateHeaderFlush = true
	setStream(x.req.ctx, t, -1)
}

// proceed handles what the script's side has waited for.
func (t *stream) proceed(s *engine.Scope, settled engine.Value) (engine.Value, error) {
	switch t.await {
	case forItem:
		return t.take(s, settled)
	case forDemand:
		if t.isGone() {
			return t.cleanUp(s)
		}
		t.await = forItem
		return t.next()
	case forSource:
		return t.sourceEnded(s)
	default:
		t.x.complete()
		return t.x.advance(s)
	}
}

// take passes an item to the client's side, and waits until another is wanted.
func (t *stream) take(s *engine.Scope, settled engine.Value) (engine.Value, error) {
	item, done, err := t.settle(settled)
	if err != nil {
		return nil, err
	}
	if !t.open {
		t.begin(s, item)
	}
	switch {
	case done:
		t.finish()
		t.x.complete()
		return t.x.advance(s)
	case t.isGone():
		return t.cleanUp(s)
	}
	text, err := t.text(s, item)
	if err != nil {
		return nil, err
	}
	t.items <- text // there is room: it was asked for
	t.await = forDemand
	return s.Wait(func(ctx context.Context) {
		select {
		case <-t.asked:
		case <-t.gone:
		case <-ctx.Done():
		}
	}), nil
}

func (t *stream) isGone() bool {
	select {
	case <-t.gone:
		return true
	default:
		return false
	}
}

// cleanUp runs the script's finally blocks.
func (t *stream) cleanUp(s *engine.Scope) (engine.Value, error) {
	t.await = forCleanup
	result, err := t.it.Return()
	if result == nil && err == nil {
		t.x.complete()
		return t.x.advance(s)
	}
	return result, err
}

// breakOff ends a response that has begun: the client sees that it is incomplete.
func (t *stream) breakOff(s *engine.Scope, err, explained error) (engine.Value, error) {
	t.cause = explained
	t.x.failed(explained)
	t.x.thrown, _ = engine.ThrownValue(err)
	t.x.complete()
	return t.x.advance(s)
}

// over is called when the task has ended.
func (t *stream) over(err error) {
	if t.cause == nil && err != nil {
		if t.cause = err; !t.isGone() {
			t.x.failed(err)
		}
	}
	close(t.ended)
}
