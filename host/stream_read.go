package host

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/fwrun/fwrun/engine"
)

// errLeft ends a stream whose client has left.
var errLeft = errors.New("the client has left")

// errStopping breaks off a stream that does not end by itself when the server stops.
var errStopping = errors.New("the server is stopping")

// Read returns what the script has made. Each call returns what can be sent at once, and fasthttp sends it at once.
func (t *stream) Read(p []byte) (int, error) {
	if one, ok := t.x.req.ctx.Conn().(*conn); ok && t.unsee == nil {
		t.left, t.unsee = one.all.presence.watch(one)
	}
	for len(t.rest) == 0 && t.final == nil {
		t.receive()
	}
	if len(t.rest) == 0 {
		return 0, t.final
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	t.sent += n
	t.x.req.server.pace(t.x.req.ctx).step()
	return n, nil
}

// receive waits for an item, the end, or the next heartbeat.
func (t *stream) receive() {
	if t.source != nil {
		t.demand()
	}
	var pulse <-chan time.Time
	var leave, replaced, stopping <-chan struct{}
	if t.form == eventForm { // clients reconnect by themselves
		t.pulse.Reset(heartbeat)
		pulse, leave, replaced = t.pulse.C, t.x.req.server.yielding.Done(), t.x.req.table.replaced
	} else if t.limit == nil {
		stopping = t.x.req.server.stopping.Done()
	}
	select {
	case item := <-t.items:
		t.read(item)
		t.demand()
	case <-t.ended:
		t.drain()
	case <-pulse:
		t.rest = []byte(": still here\n\n")
	case <-t.left:
		t.final = errLeft
	case <-t.x.req.cutOff():
		t.final = context.DeadlineExceeded
	case <-t.x.req.alive().Done():
		t.final = t.x.req.alive().Err()
	case <-stopping:
		t.limit = time.After(t.x.req.server.settings.StreamGrace)
	case <-t.limit:
		t.final = errStopping
	case <-leave:
		t.final = io.EOF
	case <-replaced:
		t.final = io.EOF
	}
}

// read begins to read an item, and releases the memory of the last one.
func (t *stream) read(item []byte) {
	select {
	case t.spare <- t.item[:0]:
	default:
	}
	t.item, t.rest = item, item
}

// room returns memory for the next item: that of an item that was sent, or nil.
func (t *stream) room() []byte {
	select {
	case room := <-t.spare:
		return room
	default:
		return nil
	}
}

func (t *stream) demand() {
	select {
	case t.asked <- struct{}{}:
	default:
	}
}

// drain takes the item that was made before the end, if there is one; otherwise it sets the end.
func (t *stream) drain() {
	select {
	case item := <-t.items:
		t.read(item)
	default:
		if t.final = t.cause; t.cause == nil {
			t.final = io.EOF
		}
	}
}

// cleanUpTime returns how long the script may take to clean up. The end of a response is sent after that; when the
// server stops, half of the grace is left for it, since a connection that still sends after the grace is cut.
func (t *stream) cleanUpTime() time.Duration {
	switch {
	case t.x.req.server.stopping.Err() == nil:
		return closeGrace
	case errors.Is(t.final, errStopping):
		return min(closeGrace, brokenOffGrace)
	}
	return min(closeGrace, t.x.req.server.settings.StreamGrace/2)
}

// Close ends the request. A script that is not done yet learns that its client has gone.
func (t *stream) Close() error {
	t.closed.Do(func() {
		close(t.gone)
		if t.unsee != nil {
			t.unsee()
		}
		if t.source != nil {
			t.source.Stop()
		}
		if t.task == (engine.Detached{}) { // there is no script that would clean up
			t.cancel()
		}
		grace := time.NewTimer(t.cleanUpTime())
		defer grace.Stop()
		select {
		case <-t.ended:
		case <-grace.C:
			t.task.Abandon()
			<-t.ended
		}
		t.cancel()
		t.x.finish(true)
	})
	return nil
}
