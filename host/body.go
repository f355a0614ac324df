package host

import (
	"io"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/multipart"
	"github.com/fwrun/fwrun/schema"
)

const (
	// firstRoom bounds what is set aside for a body because its sender says so.
	firstRoom = 64 << 10
	// keptRoom bounds the buffer that is kept for the next request.
	keptRoom = 256 << 10
	// alreadyRead is what fasthttp has read of a body when the handler is called.
	alreadyRead = 8 << 10
	// maxFields bounds a form: a field costs far more than the two bytes it can be sent in.
	maxFields = 10_000
)

// received is the body of a request, as far as it was asked for.
type received struct {
	body     []byte
	bodyRead bool
	bodyForm bodyForm
	json     string           // the JSON in body, when it is checked
	text     string           // the body in UTF-8, for those forms that are text
	xml      *schema.Document // the XML in body, when it is read
	parts    *multipart.Form  // of a multipart body, which is not in body
	fields   *fasthttp.Args   // of a form, in UTF-8; nil until asked for
}

// emptied is the buffer that the next request can use again.
func (r *received) emptied() []byte {
	if cap(r.body) > keptRoom {
		return nil
	}
	return r.body[:0]
}

// discard removes what a body has left behind outside of memory.
func (r *received) discard() {
	if r.parts != nil {
		r.parts.Remove()
	}
}

// receive reads what the route needs of the body, before a VM is borrowed: a slow sender
// holds nothing but its connection.
func (x *exchange) receive() *problem {
	r := x.route
	switch {
	case r.body != nil || r.readsBody:
	case r.readsForm && x.hasForm():
	default:
		return nil
	}
	if p := x.takeBody(); p != nil {
		return p
	}
	if r.body != nil {
		return x.checkBody(r.body)
	}
	return nil
}

// takeBody reads the body, and takes it apart if it is multipart.
func (x *exchange) takeBody() *problem {
	if x.takesApart() {
		return x.readMultipart()
	}
	if p := x.readBody(); p != nil {
		return p
	}
	if x.contentType.isForm() {
		return x.checkForm()
	}
	return nil
}

// bodyLimit is how large the body may be.
func (x *exchange) bodyLimit() int {
	if x.takesApart() {
		return int(x.server.settings.Multipart.MaxBytes)
	}
	return x.server.settings.MaxBodyBytes
}

// readBody reads the whole body, if it is no larger than it may be.
func (x *exchange) readBody() *problem { return x.readBodyUpTo(x.bodyLimit()) }

func (x *exchange) readBodyUpTo(limit int) *problem {
	stream := x.ctx.Request.BodyStream()
	if stream == nil {
		x.body = append(x.body[:0], x.ctx.Request.Body()...)
		x.bodyRead = true
		return nil
	}
	x.body = x.body[:0]
	if announced := x.ctx.Request.Header.ContentLength(); cap(x.body) < min(announced, firstRoom) {
		x.body = make([]byte, 0, min(announced, firstRoom))
	}
	for {
		if len(x.body) > limit {
			return x.tooLarge()
		}
		if len(x.body) == cap(x.body) {
			x.body = append(x.body, 0)[:len(x.body)]
		}
		n, err := stream.Read(x.body[len(x.body):cap(x.body)])
		x.body = x.body[:len(x.body)+n]
		switch {
		case err == io.EOF && len(x.body) < x.ctx.Request.Header.ContentLength():
			return x.brokenBody()
		case err == io.EOF && len(x.body) <= limit:
			x.bodyRead = true
			return nil
		case err != nil && err != io.EOF:
			return x.brokenBody()
		}
	}
}

func (x *exchange) tooLarge() *problem {
	p := &problem{status: fasthttp.StatusRequestEntityTooLarge, detail: "the body is too large"}
	if x.takesApart() {
		p.detail += "; server.multipart.max-bytes is the limit"
	}
	return p
}

func (x *exchange) brokenBody() *problem {
	if isLate(x.ctx) {
		return &problem{status: fasthttp.StatusRequestTimeout, detail: "the body did not arrive in time"}
	}
	return &problem{status: fasthttp.StatusBadRequest, detail: "the body is incomplete or badly framed"}
}

// settleBody makes sure that what is left of a body is not taken for the next request:
// fasthttp leaves it on the connection, which therefore must end.
func (x *exchange) settleBody() {
	stream := x.ctx.Request.BodyStream()
	if x.bodyRead || stream == nil {
		return
	}
	if n := x.ctx.Request.Header.ContentLength(); n >= 0 && n <= alreadyRead {
		if rest, err := io.Copy(io.Discard, stream); err == nil && rest <= alreadyRead {
			return
		}
	}
	x.ctx.SetConnectionClose()
	linger(x.ctx)
}
