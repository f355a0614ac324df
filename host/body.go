package host

import (
	"errors"
	"io"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host/compress"
	"github.com/fwrun/fwrun/host/multipart"
)

const (
	// firstRoom limits the memory that is reserved for a body because of its announced length.
	firstRoom = 64 << 10
	// firstUnannounced is the memory that is reserved for a body whose length is not announced.
	firstUnannounced = 4 << 10
	// maxIdleBuffer limits the buffer that is kept for the next request.
	maxIdleBuffer = 256 << 10
	// alreadyRead is how much of a body fasthttp has read when the handler is called.
	alreadyRead = 8 << 10
	// maxFields limits a form: a field costs far more than the two bytes it can be sent in.
	maxFields = 10_000
)

// received is the body of a request, as far as it was read. Of the rest it needs the request, which says how long the body may be, and
// what it is to become.
type received struct {
	raw     []byte
	upload  *upload           // the body, for a handler that takes it while it arrives
	codings []compress.Coding // of the body as it is sent, if it is encoded
	decoded bool              // it is read without them
	decodes bool              // it has a place among those that are being decoded
	isRead  bool
	kind    bodyForm
	hasTurn bool             // the body is large, and may be parsed
	json    string           // the JSON in raw, once it is checked
	text    string           // the body in UTF-8, for the forms that are text
	xml     *schema.Document // the XML in raw, once it is parsed
	parts   *multipart.Form  // the parts of a multipart body, which is not in raw
	fields  *fasthttp.Args   // the fields of a form, in UTF-8; nil until they are needed
}

// emptied returns the buffer, emptied for the next request.
func (b *received) emptied() []byte {
	if cap(b.raw) > maxIdleBuffer {
		return nil
	}
	return b.raw[:0]
}

// discard removes the files that the body has left on disk.
func (b *received) discard() {
	if b.parts != nil {
		b.parts.Remove()
	}
}

// receive reads what the route needs of the body, before a VM is borrowed: a slow sender occupies nothing but its
// connection.
func (b *received) receive(r *request) *problem {
	route := r.route
	switch {
	case route.streams:
		return b.openUpload(r)
	case route.body != nil || route.readsBody:
	case route.readsForm && r.hasForm():
	default:
		return nil
	}
	if p := b.take(r); p != nil {
		return p
	}
	if route.body == nil {
		return nil
	}
	if p := b.takeTurn(r, route.body); p != nil {
		return p
	}
	p := b.check(r, route.body)
	if p != nil {
		b.leaveTurn(r)
	}
	return p
}

// take reads the body, and splits it into parts if it is multipart.
func (b *received) take(r *request) *problem {
	defer b.leaveDecoder(r)
	if r.takesApart() {
		return b.readMultipart(r)
	}
	if p := b.readWhole(r); p != nil {
		return p
	}
	if r.contentType.isForm() {
		return b.checkForm(r)
	}
	return nil
}

// bodyLimit returns the largest length that the body may have.
func (r *request) bodyLimit() int {
	switch {
	case r.route != nil && r.route.streams:
		return int(r.server.settings.MaxStreamBytes)
	case r.takesApart():
		return int(r.server.settings.Multipart.MaxBytes)
	}
	return r.server.settings.MaxBodyBytes
}

// readWhole reads the whole body, unless it is too large.
func (b *received) readWhole(r *request) *problem { return b.readUpTo(r, r.bodyLimit()) }

func (b *received) readUpTo(r *request, limit int) *problem {
	stream, p := b.incoming(r, limit)
	if p != nil {
		return p
	}
	if stream == nil {
		b.raw = append(b.raw[:0], r.ctx.Request.Body()...)
		b.isRead = true
		return nil
	}
	b.raw = b.raw[:0]
	if announced := b.announced(r); cap(b.raw) < min(announced, firstRoom) {
		b.raw = make([]byte, 0, min(announced, firstRoom))
	}
	for {
		if len(b.raw) > limit {
			return b.tooLarge(r)
		}
		if len(b.raw) == cap(b.raw) {
			b.raw = append(make([]byte, 0, len(b.raw)+b.furtherRoom(r, limit)), b.raw...)
		}
		n, err := stream.Read(b.raw[len(b.raw):cap(b.raw)])
		b.raw = b.raw[:len(b.raw)+n]
		switch {
		case err == io.EOF && (len(b.raw) < b.announced(r) || unfinished(r.ctx)):
			return b.broken(r, io.ErrUnexpectedEOF)
		case err == io.EOF && len(b.raw) <= limit:
			b.isRead = true
			return nil
		case err != nil && err != io.EOF:
			return b.broken(r, err)
		}
	}
}

// furtherRoom returns for how much more of a body room is made when what was made is full: for the rest of what was announced, but no
// more than twice what has arrived, or as much as has arrived, where nothing was announced. The room has to grow with what it holds:
// each time, all of that is copied.
func (b *received) furtherRoom(r *request, limit int) int {
	end, further := b.announced(r), 2*len(b.raw)
	if end < 0 {
		end, further = limit, max(len(b.raw), firstUnannounced)
	}
	return max(min(further, end-len(b.raw)+1), 1) // the end, and that there is too much, are only seen where there is room
}

// unfinished reports whether the client has ended before the request has: within the trailers, which fasthttp takes for
// their end.
func unfinished(ctx *fasthttp.RequestCtx) bool {
	c, ok := ctx.Conn().(*conn)
	return ok && c.checker.Arrived() < c.served
}

func (b *received) tooLarge(r *request) *problem {
	p := &problem{status: fasthttp.StatusRequestEntityTooLarge, detail: "the body is too large"}
	switch {
	case b.upload != nil:
		p.detail += "; server.max-stream-bytes is the limit"
	case r.takesApart():
		p.detail += "; server.multipart.max-bytes is the limit"
	}
	return p
}

// broken returns the problem that says why a body could not be read to its end.
func (b *received) broken(r *request, err error) *problem {
	switch {
	case errors.Is(err, compress.ErrTooLarge):
		return b.tooLarge(r)
	case isLate(r.ctx):
		return &problem{status: fasthttp.StatusRequestTimeout, detail: "the body did not arrive in time"}
	case b.decoded:
		return &problem{
			status: fasthttp.StatusBadRequest, detail: "the body is incomplete, badly framed, or not encoded as its Content-Encoding says",
		}
	}
	return &problem{status: fasthttp.StatusBadRequest, detail: "the body is incomplete or badly framed"}
}

// closeUnlessRead ends the connection after a response that begins before the body was read, because what is left of the body will
// be known too late.
func (b *received) closeUnlessRead(r *request) {
	if r.ctx.Request.BodyStream() != nil && !b.isRead && !b.upload.isComplete() {
		r.ctx.SetConnectionClose()
		linger(r.ctx)
	}
}

// settle makes sure that the unread rest of a body is not taken for the next request: fasthttp leaves it on the
// connection, which therefore must end.
func (b *received) settle(r *request) {
	if b.upload != nil {
		b.upload.end()
	}
	stream := r.ctx.Request.BodyStream()
	if b.isRead || stream == nil {
		return
	}
	if n := r.ctx.Request.Header.ContentLength(); n >= 0 && n <= alreadyRead {
		if rest, err := io.Copy(io.Discard, stream); err == nil && rest <= alreadyRead {
			return
		}
	}
	r.ctx.SetConnectionClose()
	linger(r.ctx)
}
