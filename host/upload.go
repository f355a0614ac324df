package host

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/engine"
)

// uploadPiece is how much of a body is read at a time.
const uploadPiece = 64 << 10

// upload is the body of a request, which a handler reads while it arrives. It is an [engine.Stream]. The client may take as long as
// server.read-timeout from one piece to the next, and the handler goes on while the body arrives.
type upload struct {
	req       *request
	body      *received
	arrived   func(bytes int) // tells the call, which goes on meanwhile; nil before the handler is called
	conn      net.Conn
	announced int // the length of the body; -1 if the client has not sent it
	ended     atomic.Bool

	reading  sync.Mutex // held while something is read; guards what follows
	from     io.Reader  // nil if there is no body, or no more
	taken    int64
	complete bool   // it was read to its end
	room     []byte // of the last piece, if most of it was left
	failed   error  // what Next returns from now on
}

// openUpload prepares the body for a handler that reads it while it arrives.
func (b *received) openUpload(r *request) *problem {
	from, p := b.incoming(r, int(r.server.settings.MaxStreamBytes))
	if p != nil {
		return p
	}
	if from == nil { // the request was made inside of the process
		from = bytes.NewReader(bytes.Clone(r.ctx.Request.Body()))
	}
	b.upload = &upload{req: r, body: b, conn: r.ctx.Conn(), announced: b.announced(r), from: from}
	return nil
}

// bindUpload makes the stream of the body.
func (args *binder) bindUpload(s *engine.Scope, r *request, b *received, a *argument) (engine.Value, error) {
	if !hasBody(r.ctx) && a.absence != refuse {
		return args.absent(s, a, inBody), nil
	}
	b.upload.arrived = s.Arriving()
	return s.Supply(a.typ.Name, engine.Stream(b.upload))
}

// Next implements [engine.Stream].
func (u *upload) Next(ctx context.Context) ([]byte, error) {
	u.reading.Lock()
	defer u.reading.Unlock()
	defer context.AfterFunc(ctx, u.interrupt)()
	if u.failed != nil {
		return nil, u.failed
	}
	if u.room == nil {
		u.room = make([]byte, uploadPiece)
	}
	for {
		_ = u.conn.SetReadDeadline(time.Now().Add(u.req.server.settings.ReadTimeout)) // the read will report the error
		if u.ended.Load() || ctx.Err() != nil {
			return nil, context.Canceled
		}
		n, err := u.from.Read(u.room)
		u.taken += int64(n)
		if u.arrived != nil {
			u.arrived(n)
		}
		if u.failed = u.wrong(err); n > 0 && (u.failed == nil || errors.Is(u.failed, io.EOF)) {
			return u.piece(n), nil
		}
		if u.failed != nil {
			return nil, u.failed
		}
	}
}

// wrong returns what comes after the bytes that were read: nil if that is more bytes.
func (u *upload) wrong(err error) error {
	switch {
	case u.taken > u.req.server.settings.MaxStreamBytes:
		return &problemError{u.body.tooLarge(u.req)}
	case errors.Is(err, io.EOF) && u.taken >= int64(u.announced) && !unfinished(u.req.ctx):
		u.complete = true
		return io.EOF
	case err != nil && u.ended.Load():
		return context.Canceled
	case err != nil:
		return &problemError{u.body.broken(u.req, err)}
	}
	return nil
}

// piece returns the first n bytes of the room, which the caller keeps.
func (u *upload) piece(n int) []byte {
	if n <= len(u.room)/2 {
		return bytes.Clone(u.room[:n])
	}
	piece := u.room[:n]
	u.room = nil
	return piece
}

// interrupt lets a read return that is waiting for the client.
func (u *upload) interrupt() { _ = u.conn.SetReadDeadline(time.Unix(1, 0)) }

// Stop implements [engine.Stream].
func (u *upload) Stop() {
	u.ended.Store(true)
	if u.reading.TryLock() {
		u.reading.Unlock()
	} else {
		u.interrupt()
	}
}

// isComplete reports whether the body was read to its end. An upload may be nil.
func (u *upload) isComplete() bool {
	if u == nil || !u.reading.TryLock() {
		return false
	}
	defer u.reading.Unlock()
	return u.complete
}

// end waits until nobody reads any more, and tells the exchange whether the body was read to its end.
func (u *upload) end() {
	u.Stop()
	u.reading.Lock()
	defer u.reading.Unlock()
	u.failed, u.from, u.room = context.Canceled, nil, nil
	u.body.isRead = u.body.isRead || u.complete
}
