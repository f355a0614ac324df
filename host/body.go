package host

import (
	"errors"
	"io"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/compress"
	"github.com/fwrun/fwrun/host/multipart"
	"github.com/fwrun/fwrun/schema"
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

// received holds the body of a request, as far as it was read.
type received struct {
	body     []byte
	upload   *upload           // the body, for a handler that takes it while it arrives
	codings  []compress.Coding // of the body as it is sent, if it is encoded
	decoded  bool              // it is read without them
	decodes  bool              // it has a place among those that are being decoded
	bodyRead bool
	bodyForm bodyForm
	hasTurn  bool             // the body is large, and may be parsed
	json     string           // the JSON in body, once it is checked
	text     string           // the body in UTF-8, for the forms that are text
	xml      *schema.Document // the XML in body, once it is parsed
	parts    *multipart.Form  // the parts of a multipart body, which is not in body
	fields   *fasthttp.Args   // the fields of a form, in UTF-8; nil until they are needed
}

// emptied returns the buffer, emptied for the next request.
func (r *received) emptied() []byte {
	if cap(r.body) > maxIdleBuffer {
		return nil
	}
	return r.body[:0]
}

// discard removes the files that the body has left on disk.
func (r *received) discard() {
	if r.parts != nil {
		r.parts.Remove()
	}
}

// receive reads what the route needs of the body, before a VM is borrowed: a slow sender occupies nothing but its
// connection.
func (x *exchange) receive() *problem {
	r := x.req.route
	switch {
	case r.streams:
		return x.openUpload()
	case r.body != nil || r.readsBody:
	case r.readsForm && x.req.hasForm():
	default:
		return nil
	}
	if p := x.takeBody(); p != nil {
		return p
	}
	if r.body == nil {
		return nil
	}
	if p := x.takeTurn(r.body); p != nil {
		return p
	}
	p := x.checkBody(r.body)
	if p != nil {
		x.leaveTurn()
	}
	return p
}

// takeBody reads the body, and splits it into parts if it is multipart.
func (x *exchange) takeBody() *problem {
	defer x.leaveDecoder()
	if x.req.takesApart() {
		return x.readMultipart()
	}
	if p := x.readBody(); p != nil {
		return p
	}
	if x.req.contentType.isForm() {
		return x.checkForm()
	}
	return nil
}

// bodyLimit returns the largest length that the body may have.
func (x *exchange) bodyLimit() int {
	switch {
	case x.req.route != nil && x.req.route.streams:
		return int(x.req.server.settings.MaxStreamBytes)
	case x.req.takesApart():
		return int(x.req.server.settings.Multipart.MaxBytes)
	}
	return x.req.server.settings.MaxBodyBytes
}

// readBody reads the whole body, unless it is too large.
func (x *exchange) readBody() *problem { return x.readBodyUpTo(x.bodyLimit()) }

func (x *exchange) readBodyUpTo(limit int) *problem {
	stream, p := x.incoming(limit)
	if p != nil {
		return p
	}
	if stream == nil {
		x.body = append(x.body[:0], x.req.ctx.Request.Body()...)
		x.bodyRead = true
		return nil
	}
	x.body = x.body[:0]
	if announced := x.announced(); cap(x.body) < min(announced, firstRoom) {
		x.body = make([]byte, 0, min(announced, firstRoom))
	}
	for {
		if len(x.body) > limit {
			return x.tooLarge()
		}
		if len(x.body) == cap(x.body) {
			x.body = append(make([]byte, 0, len(x.body)+x.furtherRoom(limit)), x.body...)
		}
		n, err := stream.Read(x.body[len(x.body):cap(x.body)])
		x.body = x.body[:len(x.body)+n]
		switch {
		case err == io.EOF && (len(x.body) < x.announced() || unfinished(x.req.ctx)):
			return x.brokenBody(io.ErrUnexpectedEOF)
		case err == io.EOF && len(x.body) <= limit:
			x.bodyRead = true
			return nil
		case err != nil && err != io.EOF:
			return x.brokenBody(err)
		}
	}
}

// furtherRoom returns for how much more of a body room is made when what was made is full: for the rest of what was announced, but no
// more than twice what has arrived, or as much as has arrived, where nothing was announced. The room has to grow with what it holds:
// each time, all of that is copied.
func (x *exchange) furtherRoom(limit int) int {
	end, further := x.announced(), 2*len(x.body)
	if end < 0 {
		end, further = limit, max(len(x.body), firstUnannounced)
	}
	return max(min(further, end-len(x.body)+1), 1) // the end, and that there is too much, are only seen where there is room
}

// unfinished reports whether the client has ended before the request has: within the trailers, which fasthttp takes for
// their end.
func unfinished(ctx *fasthttp.RequestCtx) bool {
	c, ok := ctx.Conn().(*conn)
	return ok && c.checker.Arrived() < c.served
}

func (x *exchange) tooLarge() *problem {
	p := &problem{status: fasthttp.StatusRequestEntityTooLarge, detail: "the body is too large"}
	switch {
	case x.upload != nil:
		p.detail += "; server.max-stream-bytes is the limit"
	case x.req.takesApart():
		p.detail += "; server.multipart.max-bytes is the limit"
	}
	return p
}

// brokenBody returns the problem that says why a body could not be read to its end.
func (x *exchange) brokenBody(err error) *problem {
	switch {
	case errors.Is(err, compress.ErrTooLarge):
		return x.tooLarge()
	case isLate(x.req.ctx):
		return &problem{status: fasthttp.StatusRequestTimeout, detail: "the body did not arrive in time"}
	case x.decoded:
		return &problem{status: fasthttp.StatusBadRequest, detail: "the body is incomplete, badly framed, or not encoded as its Content-Encoding says"}
	}
	return &problem{status: fasthttp.StatusBadRequest, detail: "the body is incomplete or badly framed"}
}

// closeUnlessRead ends the connection after a response that begins before the body was read, because what is left of the body will
// be known too late.
func (x *exchange) closeUnlessRead() {
	if x.req.ctx.Request.BodyStream() != nil && !x.bodyRead && !x.upload.isComplete() {
		x.req.ctx.SetConnectionClose()
		linger(x.req.ctx)
	}
}

// settleBody makes sure that the unread rest of a body is not taken for the next request: fasthttp leaves it on the
// connection, which therefore must end.
func (x *exchange) settleBody() {
	if x.upload != nil {
		x.upload.end()
	}
	stream := x.req.ctx.Request.BodyStream()
	if x.bodyRead || stream == nil {
		return
	}
	if n := x.req.ctx.Request.Header.ContentLength(); n >= 0 && n <= alreadyRead {
		if rest, err := io.Copy(io.Discard, stream); err == nil && rest <= alreadyRead {
			return
		}
	}
	x.req.ctx.SetConnectionClose()
	linger(x.req.ctx)
}
