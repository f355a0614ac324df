package host

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

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
	json     []byte         // the JSON in body
	fields   *fasthttp.Args // of a form in body; nil until asked for
}

// emptied is what the next request can use again.
func (r *received) emptied() received {
	if cap(r.body) > keptRoom {
		return received{}
	}
	return received{body: r.body[:0]}
}

// discard removes what a body has left behind outside of memory.
func (r *received) discard() {}

// receive reads what the route needs of the body, before a VM is borrowed: a slow sender
// holds nothing but its connection.
func (x *exchange) receive() *problem {
	r := x.route
	switch {
	case r.body != nil || r.readsBody:
	case r.readsForm && x.contentType.isForm():
	default:
		return nil
	}
	if p := x.readBody(); p != nil {
		return p
	}
	if x.contentType.isForm() && bytes.Count(x.body, []byte("&")) >= maxFields {
		return &problem{status: fasthttp.StatusRequestEntityTooLarge, detail: "the form has too many fields"}
	}
	if r.body != nil {
		return x.checkBody(r.body)
	}
	return nil
}

// readBody reads the whole body, if it is no larger than it may be.
func (x *exchange) readBody() *problem {
	stream := x.ctx.Request.BodyStream()
	if stream == nil {
		x.body = append(x.body[:0], x.ctx.Request.Body()...)
		x.bodyRead = true
		return nil
	}
	limit := x.server.settings.MaxBodyBytes
	x.body = x.body[:0]
	if announced := x.ctx.Request.Header.ContentLength(); cap(x.body) < min(announced, firstRoom) {
		x.body = make([]byte, 0, min(announced, firstRoom))
	}
	for {
		if len(x.body) > limit {
			return tooLarge()
		}
		if len(x.body) == cap(x.body) {
			x.body = append(x.body, 0)[:len(x.body)]
		}
		n, err := stream.Read(x.body[len(x.body):cap(x.body)])
		x.body = x.body[:len(x.body)+n]
		switch {
		case err == io.EOF && len(x.body) <= limit:
			x.bodyRead = true
			return nil
		case err != nil && err != io.EOF:
			return x.brokenBody()
		}
	}
}

func tooLarge() *problem {
	return &problem{status: fasthttp.StatusRequestEntityTooLarge, detail: "the body is too large"}
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

// form is the fields of an urlencoded body; empty for any other body.
func (x *exchange) form() *fasthttp.Args {
	if x.fields == nil {
		x.fields = new(fasthttp.Args)
		if x.bodyRead && x.contentType.isForm() {
			x.fields.ParseBytes(x.body)
		}
	}
	return x.fields
}

// bodyForm is what checkBody found a body to be.
type bodyForm uint8

const (
	noBody bodyForm = iota
	jsonBody
	textBody
	bytesBody
	constructedBody // from its text
)

// checkBody decides how the body becomes a value, and refuses what never will. A body
// without Content-Type is taken for JSON where a parsed value is wanted.
func (x *exchange) checkBody(a *argument) *problem {
	if len(x.body) == 0 {
		x.bodyForm = noBody
		return nil
	}
	if a.target == takeBytes {
		x.bodyForm = bytesBody
		return nil
	}
	if !x.contentType.isUTF8() {
		return &problem{status: fasthttp.StatusUnsupportedMediaType, detail: "the body must be in UTF-8"}
	}
	parsed := x.contentType.kind == "" || x.contentType.isJSON()
	if a.target == bindJSON && !a.raw && parsed {
		return x.checkJSON()
	}
	if a.target == bindJSON && !a.raw && x.contentType.isStructured() {
		return x.unsupported()
	}
	return x.checkRaw(a)
}

// checkRaw handles bodies that reach the script as text.
func (x *exchange) checkRaw(a *argument) *problem {
	if !utf8.Valid(x.body) {
		return &problem{status: fasthttp.StatusBadRequest, detail: "the body is not text in UTF-8"}
	}
	switch {
	case a.target == takeText, a.typ.Kind == schema.Any, a.typ.Kind == schema.Untyped:
		x.bodyForm = textBody
	case a.typ.Kind == schema.Object && a.typ.Class.OneText:
		x.bodyForm = constructedBody
	case a.typ.Kind == schema.Object || a.raw:
		return &problem{
			status: fasthttp.StatusBadRequest,
			detail: "the body cannot become a " + a.typ.Name + ": its constructor does not take exactly one string",
		}
	default:
		return x.unsupported()
	}
	return nil
}

func (x *exchange) checkJSON() *problem {
	x.bodyForm = jsonBody
	x.json = bytes.TrimPrefix(x.body, []byte("\uFEFF")) // RFC 8259 lets a byte order mark be ignored
	if wrong := schema.CheckJSON(x.json, x.server.settings.MaxJSONDepth); wrong != nil {
		return &problem{status: fasthttp.StatusBadRequest, detail: "the body is not the JSON it should be: " + wrong.Error()}
	}
	return nil
}

func (x *exchange) unsupported() *problem {
	return &problem{
		status: fasthttp.StatusUnsupportedMediaType,
		detail: "a body of this Content-Type is not taken here; send application/json",
	}
}
