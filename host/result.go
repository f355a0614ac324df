package host

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

// The Content-Types of results that do not set one.
const (
	typeJSON  = "application/json"
	typeXML   = "application/xml"
	typeText  = "text/plain; charset=utf-8"
	typeBytes = "application/octet-stream"
)

// render writes the handler's result. For a stream it returns a value that must be settled first.
func (x *exchange) render(s *engine.Scope, result engine.Value) (engine.Value, error) {
	answer := x.given.read(s, &x.req, result)
	answer.form = x.req.route.form
	answer.body = s.Declared(answer.body, answer.form)
	if source, ok := s.Stream(answer.body); ok {
		return x.openSource(s, answer, source)
	}
	it, streams, err := s.Iterator(answer.body)
	if streams {
		return x.openStream(s, answer, it)
	}
	if err != nil {
		return nil, err
	}
	return nil, x.send(s, &answer)
}

// send writes an answer. It does not touch the response's header until the answer is known to be valid, so that an
// error can still be answered.
func (x *exchange) send(s *engine.Scope, answer *answer) error {
	if err := answer.check(); err != nil {
		return err
	}
	unchanged := false
	if hasNoBody(answer.status) {
		answer.contentType = answer.statedType
	} else {
		err := x.req.writeBody(s, answer)
		if err == nil {
			unchanged, err = isUnchanged(x.req.ctx, x.req.method, answer)
		}
		if err != nil {
			return err
		}
	}
	answer.writeHeader(&x.req)
	x.bare = !answer.isFile && len(answer.headers[0]) == 0 && len(answer.headers[1]) == 0
	if unchanged {
		leaveUnsent(x.req.ctx, x.req.table.compressor, len(x.req.ctx.Response.Body()))
	}
	return nil
}

// answer is a response that is being put together.
type answer struct {
	status      int // 0, which means 200, if none was set
	contentType string
	isFile      bool               // which has headers of its own
	statedType  string             // that an entity has stated; it stays where there is no body
	headers     [2][]engine.Header // of the injected entity, then of the returned one
	cookies     [2][]engine.Cookie
	body        engine.Value
	form        *manifest.Form // the declared form of the body; nil if it is written as it is
	format      engine.Format
	root        string // the name of XML's root element
	err         error  // why it cannot be sent
	bytes       bool   // see engine.Response
	isEntity    bool   // the body was set on an entity, where null means no body
}

func (a *answer) add(place int, entity engine.Response) {
	a.err = entity.Err
	if entity.Status != 0 {
		a.status = entity.Status
	}
	a.statedType = cmp.Or(entity.ContentType, a.statedType)
	a.headers[place], a.cookies[place] = entity.Headers, entity.Cookies
	a.body, a.format, a.root, a.isEntity, a.bytes = entity.Body, entity.Format, entity.Root, true, entity.Bytes
	for _, h := range entity.Headers {
		if strings.EqualFold(h.Name, fasthttp.HeaderContentType) {
			a.statedType = h.Value
		}
	}
	a.contentType = cmp.Or(a.statedType, a.contentType)
}

// hasNoBody reports whether a response with this status ends with the header.
func hasNoBody(status int) bool {
	return status == fasthttp.StatusNoContent || status == fasthttp.StatusResetContent ||
		status == fasthttp.StatusNotModified
}

// writeBody writes the body straight into the response's buffer.
func (r *request) writeBody(s *engine.Scope, a *answer) error {
	if a.format == engine.Plain {
		if file, ok := s.File(a.body); ok {
			a.isFile = true
			return r.writeFile(a, file)
		}
	}
	buffer := r.ctx.Response.SwapBody(nil)[:0]
	contentType := ""
	content, isContent, err := s.Content(a.body)
	switch {
	case err != nil:
	case isContent:
		buffer, err = s.AppendContent(buffer, content)
		a.contentType = r.inner.typeOfContent()
	default:
		buffer, contentType, err = a.append(s, buffer)
	}
	r.ctx.Response.SwapBody(buffer)
	if err != nil {
		r.ctx.Response.ResetBody()
		return err
	}
	if a.contentType == "" {
		a.contentType = contentType
	}
	return nil
}

// typeOfContent returns the media type of content for agents if an agent calls, otherwise that of JSON.
func (c *innerCall) typeOfContent() string {
	if c != nil {
		return engine.TypeContent
	}
	return typeJSON
}

// append writes the body and returns its Content-Type if none was set:
//
//	nothing, undefined            no body
//	null                          JSON's null; on an entity without a format, no body
//	string                        itself, as text or as XML if it was declared so
//	other scalars                 their text
//	ArrayBuffer, typed array      their bytes
//	anything else                 JSON
//
// An entity's withJson writes any value as JSON.
func (a *answer) append(s *engine.Scope, dst []byte) (out []byte, contentType string, err error) {
	switch {
	case s.IsUndefined(a.body), a.isEntity && a.format == engine.Plain && s.IsNull(a.body):
		return dst, "", nil
	case a.format == engine.JSON:
		dst, err = s.AppendDeclared(dst, a.body, a.form)
		return dst, typeJSON, err
	}
	if text, ok := s.TextOf(a.body); ok {
		if err := s.CheckResult(len(text)); err != nil {
			return dst, "", err
		}
		if a.format == engine.XML {
			return append(dst, text...), typeXML, nil
		}
		return append(dst, text...), typeText, nil
	}
	if a.format == engine.XML {
		dst, err = appendXML(dst, s, a)
		return dst, typeXML, err
	}
	if s.IsScalar(a.body) {
		return append(dst, s.ScalarText(a.body)...), typeText, nil
	}
	if bytes, ok := s.BytesOf(a.body); ok {
		return append(dst, bytes...), typeBytes, s.CheckResult(len(bytes))
	}
	if parseMedia(a.contentType).isXML() {
		dst, err = appendXML(dst, s, a)
		return dst, typeXML, err
	}
	dst, err = s.AppendDeclared(dst, a.body, a.form)
	return dst, typeJSON, err
}

// check refuses an answer that would break the response or say something that the script did not.
func (a *answer) check() error {
	if a.err != nil {
		return a.err
	}
	if a.status == 0 {
		a.status = fasthttp.StatusOK
	}
	if a.status < 200 || a.status > 599 {
		return fmt.Errorf("the status %d cannot be sent; it must be between 200 and 599", a.status)
	}
	if !isHeaderValue(a.contentType) {
		return fmt.Errorf("the Content-Type %q has a line break or another control character", a.contentType)
	}
	for place := range a.headers {
		for _, h := range a.headers[place] {
			if err := checkHeader(h); err != nil {
				return err
			}
		}
		for _, c := range a.cookies[place] {
			if err := checkCookie(c); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *answer) writeHeader(r *request) {
	ctx := r.ctx
	ctx.SetStatusCode(a.status)
	if a.contentType != "" {
		ctx.SetContentType(a.contentType)
	}
	for place := range a.headers {
		for _, h := range a.headers[place] {
			if !isOurs(h.Name, ctx.IsHead()) {
				ctx.Response.Header.Add(h.Name, sentValue(h))
			}
		}
		for _, c := range a.cookies[place] {
			ctx.Response.Header.Add(fasthttp.HeaderSetCookie, cookieLine(c, r.server.now()))
		}
	}
}
