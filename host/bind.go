package host

import (
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host/report"
	"github.com/fwrun/fwrun/platform/view"
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

// binder makes the arguments of a handler of what the client has sent. Of the rest it needs the request and its body.
type binder struct {
	values  []engine.Value
	texts   []string
	nested  *fasthttp.Args // in which there are fields within the argument that is bound
	refused []report.Refusal

	schemas *engine.Validation // of libraries that take arguments; nil before they are bound, and mostly
}

// enterBinding makes the arguments of the handler. All values that do not fit are refused together, with a *[problemError].
func (x *exchange) enterBinding(s *engine.Scope) (engine.Value, error) {
	if x.args.schemas == nil {
		err := x.Bind(s)
		x.body.leaveTurn(&x.req)
		if err != nil {
			return nil, err
		}
	}
	if x.args.schemas != nil {
		if result, err := x.args.schemas.Step(s); result != nil || err != nil {
			return result, err
		}
	}
	if len(x.args.refused) > 0 {
		return nil, &problemError{badRequest(x.args.refused)}
	}
	x.stage = calling
	if x.req.route.guarded {
		x.stage = guarding
	}
	return nil, nil
}

// Bind makes the arguments of the route's handler, and collects the values that do not fit.
func (x *exchange) Bind(s *engine.Scope) error {
	arguments := x.req.route.arguments
	for i := range arguments {
		value, err := x.bind(s, &arguments[i])
		if err != nil {
			return err
		}
		x.args.values = append(x.args.values, value)
	}
	if x.req.route.asksSchemas {
		x.askSchemas(s, arguments)
	}
	return nil
}

// askSchemas notes the arguments that a schema takes. One that was not sent is its own default, unless that is up to the schema.
func (x *exchange) askSchemas(s *engine.Scope, arguments []argument) {
	x.args.schemas = &engine.Validation{}
	for i := range arguments {
		a, value := &arguments[i], &x.args.values[i]
		switch {
		case a.standard == nil, *value == nil:
		case s.IsUndefined(*value) && a.absence != askSchema, s.IsNull(*value) && a.absence == useNull:
		default:
			x.args.schemas.Add(a.standard, value, func(m schema.Mismatch) {
				in := inBody
				if a.origin != manifest.FromBody {
					in = x.args.collect(&x.req, &x.body, a)
				}
				x.args.refuse(a, in, m)
			})
		}
	}
}

func (x *exchange) bind(s *engine.Scope, a *argument) (engine.Value, error) {
	switch a.origin {
	case manifest.FromBody:
		return x.args.bindBody(s, &x.req, &x.body, a)
	case manifest.FromHost:
		return x.supply(s, a)
	}
	if a.isFile() {
		return x.args.bindFiles(s, &x.body, a)
	}
	return x.args.bindTexts(s, &x.req, &x.body, a)
}

// bindTexts converts the texts of a path, query, form, cookie or header to the parameter's type.
func (args *binder) bindTexts(s *engine.Scope, r *request, b *received, a *argument) (engine.Value, error) {
	in := args.collect(r, b, a)
	if args.nested != nil {
		return args.bindNested(s, r, a, in)
	}
	if len(args.texts) == 0 {
		return args.absent(s, a, in), nil
	}
	for _, text := range args.texts {
		if !utf8.ValidString(text) {
			args.refuse(a, in, notUTF8())
			return nil, nil
		}
	}
	value, found, err := schema.Texts(s, a.typ, args.texts)
	for _, mismatch := range found {
		args.refuse(a, in, mismatch)
	}
	return value, err
}

// bindNested makes the value of a parameter that was sent as fields within its name, by the rules of forms.
func (args *binder) bindNested(s *engine.Scope, r *request, a *argument, in string) (engine.Value, error) {
	var fields []schema.FormField
	for key, value := range args.nested.All() {
		if string(key) != a.key && !a.contains(key) {
			continue
		}
		if !utf8.Valid(key) || !utf8.Valid(value) {
			args.refuse(a, in, notUTF8())
			return nil, nil
		}
		fields = append(fields, schema.FormField{Name: view.Text(key), Text: view.Text(value)})
	}
	limits := r.server.settings.JSON
	limits.RefuseUnknown = true // nobody sends other names within that of a parameter
	value, found, err := schema.Named(s, a.typ, a.key, fields, limits)
	for _, mismatch := range found {
		args.refuse(a, in, mismatch)
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
func (args *binder) absent(s *engine.Scope, a *argument, in string) engine.Value {
	switch a.absence {
	case refuse:
		args.refuse(a, in, schema.Mismatch{Code: schema.RefusedRequired, Missing: true, Message: a.required})
		return nil
	case useFallback:
		return s.Plain(a.fallback)
	case leaveUndefined, askSchema:
		return s.Undefined()
	default:
		return s.Null()
	}
}

func (args *binder) refuse(a *argument, in string, m schema.Mismatch) {
	args.refused = append(args.refused, newRefusal(a.key, in, m))
}

// collect puts the texts sent for an argument into texts: all of them for a list, otherwise the first. They lie in
// the request's memory. If there are fields within the argument, nested has them. It returns the part of the request
// in which the texts were found, or where they are missing.
func (args *binder) collect(r *request, b *received, a *argument) (in string) {
	args.texts, args.nested = args.texts[:0], nil
	switch a.origin {
	case manifest.FromPath:
		args.collectPath(r, a)
		return inPath
	case manifest.FromCookie:
		args.collectCookies(r, a)
		return inCookie
	case manifest.FromHeader:
		args.collectHeaders(r, a)
		return inHeader
	case manifest.FromForm:
		args.collectFields(a, b.form(r))
		return inForm
	}
	args.collectFields(a, r.ctx.QueryArgs())
	if len(args.texts) == 0 && args.nested == nil && a.origin == manifest.FromRequest && r.hasForm() {
		if args.collectFields(a, b.form(r)); len(args.texts) > 0 || args.nested != nil {
			return inForm
		}
	}
	return inQuery
}

func (args *binder) collectPath(r *request, a *argument) {
	switch {
	case a.segment < 0:
	case a.rest:
		args.texts = append(args.texts, restFrom(r.path, a.segment))
	case a.mixed != nil:
		args.texts = append(args.texts, a.mixed.Value(segmentAt(r.path, a.segment), a.part))
	default:
		args.texts = append(args.texts, segmentAt(r.path, a.segment))
	}
}

func (args *binder) collectFields(a *argument, fields *fasthttp.Args) {
	for key, value := range fields.All() {
		if string(key) == a.key || a.keys != "" && string(key) == a.keys {
			if args.texts = append(args.texts, view.Text(value)); a.keys == "" {
				return
			}
		} else if a.nests && a.contains(key) {
			args.nested = fields
		}
	}
}

func (args *binder) collectCookies(r *request, a *argument) {
	for name, value := range cookiesOf(&r.ctx.Request.Header) {
		if name == a.key || a.keys != "" && name == a.keys {
			if args.texts = append(args.texts, value); a.keys == "" {
				return
			}
		}
	}
}

// collectHeaders collects the headers that are not empty: an empty header counts as absent.
func (args *binder) collectHeaders(r *request, a *argument) {
	for _, value := range r.ctx.Request.Header.PeekAll(a.key) {
		if len(value) > 0 {
			if args.texts = append(args.texts, view.Text(value)); a.keys == "" {
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
		return x.given.requestFor(s, &x.req, &x.body)
	case hostResponse:
		return x.given.responseFor(s)
	case hostToolContext:
		if x.req.inner != nil && x.req.inner.Tool != nil {
			return s.Supply(hostToolContext, x.req.inner.Tool(func() (any, error) { return x.given.requestFor(s, &x.req, &x.body) }))
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

// Request implements [engine.Requester].
func (x *exchange) Request(s *engine.Scope) (engine.Value, error) {
	return x.given.requestFor(s, &x.req, &x.body)
}
