package host

import (
	"unicode/utf8"
	"unsafe"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/schema"
)

// The host types that a handler's parameters may have.
const (
	hostRequest  = "HttpRequest"
	hostResponse = "ResponseEntity"
	hostStatus   = "HttpStatus"

	hostToolContext = "McpToolContext"
	hostPrincipal   = "Principal"
	hostSession     = "Session"
)

// The parts of a request in which a refused value was looked for.
const (
	inPath   = "path"
	inQuery  = "query"
	inForm   = "form"
	inCookie = "cookie"
	inHeader = "header"
	inBody   = "body"
)

// Bind makes the arguments of the route's handler. It collects all values that do not fit and refuses them together,
// with a *[problemError].
func (x *exchange) Bind(s *engine.Scope) ([]engine.Value, error) {
	for i := range x.req.route.arguments {
		value, err := x.bind(s, &x.req.route.arguments[i])
		if err != nil {
			return nil, err
		}
		x.args = append(x.args, value)
	}
	if len(x.refused) > 0 {
		return nil, &problemError{badRequest(x.refused)}
	}
	return x.args, nil
}

func (x *exchange) bind(s *engine.Scope, a *argument) (engine.Value, error) {
	switch a.origin {
	case manifest.FromBody:
		return x.bindBody(s, a)
	case manifest.FromHost:
		return x.supply(s, a)
	}
	if a.isFile() {
		return x.bindFiles(s, a)
	}
	return x.bindTexts(s, a)
}

// bindTexts converts the texts of a path, query, form, cookie or header to the parameter's type.
func (x *exchange) bindTexts(s *engine.Scope, a *argument) (engine.Value, error) {
	in := x.collect(a)
	if x.nested != nil {
		return x.bindNested(s, a, in)
	}
	if len(x.texts) == 0 {
		return x.absent(s, a, in), nil
	}
	for _, text := range x.texts {
		if !utf8.ValidString(text) {
			x.refuse(a, in, notUTF8())
			return nil, nil
		}
	}
	value, found, err := schema.Texts(s, a.typ, x.texts)
	for _, mismatch := range found {
		x.refuse(a, in, mismatch)
	}
	return value, err
}

// bindNested makes the value of a parameter that was sent as fields within its name, by the rules of forms.
func (x *exchange) bindNested(s *engine.Scope, a *argument, in string) (engine.Value, error) {
	var fields []schema.FormField
	for key, value := range x.nested.All() {
		if string(key) != a.key && !a.contains(key) {
			continue
		}
		if !utf8.Valid(key) || !utf8.Valid(value) {
			x.refuse(a, in, notUTF8())
			return nil, nil
		}
		fields = append(fields, schema.FormField{Name: viewText(key), Text: viewText(value)})
	}
	limits := x.req.server.settings.JSON
	limits.RefuseUnknown = true // nobody sends other names within that of a parameter
	value, found, err := schema.Named(s, a.typ, a.key, fields, limits)
	for _, mismatch := range found {
		x.refuse(a, in, mismatch)
	}
	return value, err
}

// contains reports whether a field is within the argument: key[status], or key.status.
func (a *argument) contains(key []byte) bool {
	if len(key) <= len(a.key) {
		return false
	}
	last := key[len(a.key)]
	return (last == '[' || last == '.' && a.dotted) && string(key[:len(a.key)]) == a.key
}

// notUTF8 is the mismatch for bytes that are not UTF-8 text.
func notUTF8() schema.Mismatch {
	return schema.Mismatch{Code: schema.RefusedEncoding, Expected: "text in UTF-8"}
}

// absent returns the value for an argument that was not sent: its default, undefined or null. It refuses a required
// one.
func (x *exchange) absent(s *engine.Scope, a *argument, in string) engine.Value {
	switch a.absence {
	case refuse:
		x.refuse(a, in, schema.Mismatch{Code: schema.RefusedRequired, Missing: true, Message: a.required})
		return nil
	case useFallback:
		return s.Plain(a.fallback)
	case leaveUndefined:
		return s.Undefined()
	default:
		return s.Null()
	}
}

func (x *exchange) refuse(a *argument, in string, m schema.Mismatch) {
	x.refused = append(x.refused, newRefusal(a.key, in, m))
}

// collect puts the texts sent for an argument into x.texts: all of them for a list, otherwise the first. They lie in
// the request's memory. If there are fields within the argument, x.nested has them. It returns the part of the request in which
// the texts were found, or where they are missing.
func (x *exchange) collect(a *argument) (in string) {
	x.texts, x.nested = x.texts[:0], nil
	switch a.origin {
	case manifest.FromPath:
		x.collectPath(a)
		return inPath
	case manifest.FromCookie:
		x.collectCookies(a)
		return inCookie
	case manifest.FromHeader:
		x.collectHeaders(a)
		return inHeader
	case manifest.FromForm:
		x.collectFields(a, x.body.form(&x.req))
		return inForm
	}
	x.collectFields(a, x.req.ctx.QueryArgs())
	if len(x.texts) == 0 && x.nested == nil && a.origin == manifest.FromRequest && x.req.hasForm() {
		if x.collectFields(a, x.body.form(&x.req)); len(x.texts) > 0 || x.nested != nil {
			return inForm
		}
	}
	return inQuery
}

func (x *exchange) collectPath(a *argument) {
	switch {
	case a.segment < 0:
	case a.rest:
		x.texts = append(x.texts, restFrom(x.req.path, a.segment))
	case a.mixed != nil:
		x.texts = append(x.texts, a.mixed.Value(segmentAt(x.req.path, a.segment), a.part))
	default:
		x.texts = append(x.texts, segmentAt(x.req.path, a.segment))
	}
}

func (x *exchange) collectFields(a *argument, fields *fasthttp.Args) {
	for key, value := range fields.All() {
		if string(key) == a.key || a.keys != "" && string(key) == a.keys {
			if x.texts = append(x.texts, viewText(value)); a.keys == "" {
				return
			}
		} else if a.nests && a.contains(key) {
			x.nested = fields
		}
	}
}

func (x *exchange) collectCookies(a *argument) {
	for name, value := range cookiesOf(&x.req.ctx.Request.Header) {
		if name == a.key || a.keys != "" && name == a.keys {
			if x.texts = append(x.texts, value); a.keys == "" {
				return
			}
		}
	}
}

// collectHeaders collects the headers that are not empty: an empty header counts as absent.
func (x *exchange) collectHeaders(a *argument) {
	for _, value := range x.req.ctx.Request.Header.PeekAll(a.key) {
		if len(value) > 0 {
			if x.texts = append(x.texts, viewText(value)); a.keys == "" {
				return
			}
		}
	}
}

// supply makes the script's view of the request or of the response. A host type that belongs to another edge is null
// here, and so is McpToolContext unless a tool calls.
func (x *exchange) supply(s *engine.Scope, a *argument) (engine.Value, error) {
	switch a.host {
	case hostRequest:
		return x.request(s)
	case hostResponse:
		return x.response(s)
	case hostToolContext:
		if x.req.inner != nil && x.req.inner.Tool != nil {
			return s.Supply(hostToolContext, x.req.inner.Tool(func() (any, error) { return x.request(s) }))
		}
		return s.Null(), nil
	case hostSession:
		if session := x.who.askSession(&x.req, &x.watch); session != nil {
			return s.Supply(hostSession, session)
		}
		return s.Null(), nil
	case hostPrincipal:
		if x.who.principal != nil {
			return s.Supply(hostPrincipal, x.who.principal)
		}
		return s.Null(), nil
	default:
		return s.Null(), nil
	}
}

// request returns the HttpRequest. All scripts of the request get the same object, so the handler finds what an
// interceptor puts on it.
func (x *exchange) request(s *engine.Scope) (engine.Value, error) {
	if x.asked != nil {
		return x.asked, nil
	}
	if x.view == nil {
		x.view = &requestView{exchange: x}
	}
	var err error
	x.asked, err = s.Supply(hostRequest, x.view)
	return x.asked, err
}

// Request implements [engine.Requester].
func (x *exchange) Request(s *engine.Scope) (engine.Value, error) { return x.request(s) }

// response returns the ResponseEntity that scripts are given.
func (x *exchange) response(s *engine.Scope) (engine.Value, error) {
	if x.injected != nil {
		return x.injected, nil
	}
	var err error
	x.injected, err = s.Supply(hostResponse, 0)
	return x.injected, err
}

// viewText views bytes as text without copying. A caller that keeps the text copies it, as the engine's Maker does.
func viewText(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// viewBytes views text as bytes, which must not be changed.
func viewBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
