package host

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/schema"
)

// problem is an answer that says why there is no other.
type problem struct {
	status     int
	detail     string    // for anyone; only 4xx show it, and Dev
	refused    []refusal // values that did not bind
	constraint string    // of the database, which a change has broken
	allow      string    // the Allow header
	headers    []engine.Header
	cookies    []engine.Cookie
	cause      error // what ended the invocation; Dev shows it
}

// refusal is one value of a request that was not taken.
type refusal struct {
	Name    string      `json:"name"`
	In      string      `json:"in"` // path, query, form, cookie, header, body
	Code    string      `json:"code"`
	Message string      `json:"message"`
	Params  schema.Node `json:"params,omitempty"`
}

func newRefusal(name, in string, m schema.Mismatch) refusal {
	if in == inBody && m.Path != "" {
		name = m.Path
	} else if m.Path != "" {
		name = m.Under(name).Path
	}
	m.Path = ""
	return refusal{Name: name, In: in, Code: m.Code, Params: m.Params, Message: m.String()}
}

// badRequest is the answer to values that did not bind. Its detail is the first of them.
func badRequest(refused []refusal) *problem {
	first := refused[0]
	detail := first.In + " " + first.Name + ": " + first.Message
	if more := len(refused) - 1; more > 0 {
		detail += " (and " + strconv.Itoa(more) + " more)"
	}
	return &problem{status: fasthttp.StatusBadRequest, detail: detail, refused: refused}
}

// plainErrors are the values that did not bind, as scripts see them.
func (p *problem) plainErrors() []any {
	list := make([]any, len(p.refused))
	for i, r := range p.refused {
		params := make([][2]any, len(r.Params))
		for i, p := range r.Params {
			params[i] = [2]any{p.Key, plainParam(p.Value)}
		}
		list[i] = [][2]any{{"name", r.Name}, {"in", r.In}, {"code", r.Code}, {"message", r.Message}, {"params", params}}
	}
	return list
}

// plainParam makes a list one of anything, as a script's is.
func plainParam(value any) any {
	texts, ok := value.([]string)
	if !ok {
		return value
	}
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}

// unreadable is the answer to a body that is not what it should be; what is wrong is told of the
// parameter that takes it.
func (x *exchange) unreadable(detail string, m schema.Mismatch) *problem {
	name := inBody
	if body := x.route.body; body != nil {
		name = body.key
	}
	if m.Message == "" {
		m.Message = detail
	}
	return &problem{status: fasthttp.StatusBadRequest, detail: detail, refused: []refusal{newRefusal(name, inBody, m)}}
}

// thrown is the error of a script behind the problem, or nil.
func (p *problem) thrown() *engine.ScriptError {
	thrown, _ := errors.AsType[*engine.ScriptError](p.cause)
	return thrown
}

// problemBody is RFC 9457's document. The members behind errors are for Dev only.
type problemBody struct {
	Type       string    `json:"type"`
	Title      string    `json:"title"`
	Status     int       `json:"status"`
	Detail     string    `json:"detail,omitempty"`
	Instance   string    `json:"instance,omitempty"`
	TraceID    string    `json:"traceId"`
	Errors     []refusal `json:"errors,omitempty"`
	Constraint string    `json:"constraint,omitempty"`
	Hint       string    `json:"hint,omitempty"`
	Source     string    `json:"source,omitempty"`
	Stack      string    `json:"stack,omitempty"`
	Causes     []string  `json:"causes,omitempty"`
}

// document is what anyone may know.
func (p *problem) document(path, trace string) problemBody {
	document := problemBody{
		Type: "about:blank", Title: fasthttp.StatusMessage(p.status), Status: p.status,
		TraceID: trace, Errors: p.refused,
	}
	if path != "" {
		document.Instance = (&url.URL{Path: path}).EscapedPath()
	}
	if p.status < 500 {
		document.Detail, document.Constraint = p.detail, p.constraint
	}
	return document
}

// writeJSON answers with a document.
func (p *problem) writeJSON(ctx *fasthttp.RequestCtx, document problemBody) {
	p.write(ctx, "application/problem+json", func(body *bytes.Buffer) {
		encoder := json.NewEncoder(body)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(document)        // a buffer takes everything, and the document has only texts and a number
		body.Truncate(max(0, body.Len()-1)) // the encoder ends a line
	})
}

// write answers with the problem, whatever body the response held before.
func (p *problem) write(ctx *fasthttp.RequestCtx, contentType string, render func(body *bytes.Buffer)) {
	if ctx.Response.IsBodyStream() {
		ctx.Response.ResetBody() // or it would be read
	}
	body := bytes.NewBuffer(ctx.Response.SwapBody(nil)[:0])
	render(body)
	ctx.Response.SwapBody(body.Bytes())
	ctx.SetStatusCode(p.status)
	ctx.SetContentType(contentType)
	p.writeHeaders(ctx)
}

// writeHeaders adds what goes with the status, and what a script wants sent.
func (p *problem) writeHeaders(ctx *fasthttp.RequestCtx) {
	header := &ctx.Response.Header
	for _, h := range p.headers {
		if checkHeader(h) == nil && !isOurs(h.Name, false) {
			header.Add(h.Name, sentValue(h))
		}
	}
	for _, c := range p.cookies {
		if checkCookie(c) == nil {
			header.Add(fasthttp.HeaderSetCookie, cookieLine(c))
		}
	}
	switch p.status {
	case fasthttp.StatusMethodNotAllowed:
		if p.allow != "" { // a script may answer 405 too
			header.Set(fasthttp.HeaderAllow, p.allow)
		}
	case fasthttp.StatusServiceUnavailable:
		if len(header.Peek(fasthttp.HeaderRetryAfter)) == 0 {
			header.Set(fasthttp.HeaderRetryAfter, "1")
		}
	}
}
