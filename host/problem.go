package host

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host/report"
)

// problem is the answer to a request that failed or was refused.
type problem struct {
	status     int
	detail     string           // public, but shown only with 4xx and with Dev
	refused    []report.Refusal // the values that did not bind
	constraint string           // the database constraint that a change has violated
	allow      string           // the Allow header
	headers    []engine.Header
	cookies    []engine.Cookie
	cause      error   // the error that ended the invocation; shown with Dev
	untold     *untold // a failure of the server's own that is still to be logged; nil mostly
}

func newRefusal(name, in string, m schema.Mismatch) report.Refusal {
	if in == inBody && m.Path != "" {
		name = m.Path
	} else if m.Path != "" {
		name = m.Under(name).Path
	}
	m.Path = ""
	return report.Refusal{Name: name, In: in, Code: m.Code, Params: m.Params, Message: m.String()}
}

// badRequest returns the answer to values that did not bind. Its detail is about the first of them.
func badRequest(refused []report.Refusal) *problem {
	first := refused[0]
	detail := first.In + " " + first.Name + ": " + first.Message
	if more := len(refused) - 1; more > 0 {
		detail += " (and " + strconv.Itoa(more) + " more)"
	}
	return &problem{status: fasthttp.StatusBadRequest, detail: detail, refused: refused}
}

// plainErrors returns the values that did not bind in the form that scripts see.
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

// plainParam converts a list of strings to a list of any, as scripts have it.
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

// unreadable returns the answer to a malformed body; the mismatch is attributed to the parameter that takes the body.
func (r *route) unreadable(detail string, m schema.Mismatch) *problem {
	name := inBody
	if body := r.body; body != nil {
		name = body.key
	}
	if m.Message == "" {
		m.Message = detail
	}
	return &problem{status: fasthttp.StatusBadRequest, detail: detail, refused: []report.Refusal{newRefusal(name, inBody, m)}}
}

// thrown returns the script's error that caused the problem, or nil.
func (p *problem) thrown() *engine.ScriptError {
	thrown, _ := errors.AsType[*engine.ScriptError](p.cause)
	return thrown
}

// problemBody is the document of RFC 9457. The members after errors are for Dev only.
type problemBody struct {
	Type       string           `json:"type"`
	Title      string           `json:"title"`
	Status     int              `json:"status"`
	Detail     string           `json:"detail,omitempty"`
	Instance   string           `json:"instance,omitempty"`
	TraceID    string           `json:"traceId"`
	Errors     []report.Refusal `json:"errors,omitempty"`
	Constraint string           `json:"constraint,omitempty"`
	Hint       string           `json:"hint,omitempty"`
	Source     string           `json:"source,omitempty"`
	Stack      string           `json:"stack,omitempty"`
	Causes     []string         `json:"causes,omitempty"`
}

// document returns the document that anyone may see.
func (p *problem) document(path, trace string) problemBody {
	document := problemBody{
		Type: "about:blank", Title: titleOf(p.status), Status: p.status,
		TraceID: trace, Errors: p.refused,
	}
	if path != "" {
		document.Instance = (&url.URL{Path: path}).EscapedPath()
	}
	if p.status < 500 || errors.Is(p.cause, errLoop) {
		document.Detail, document.Constraint = p.detail, p.constraint
	}
	return document
}

// titleOf returns the name of a status.
func titleOf(status int) string {
	if status == statusLeft {
		return "Client Closed Request"
	}
	return fasthttp.StatusMessage(status)
}

// writeJSON answers with a document.
func (p *problem) writeJSON(r *request, document problemBody) {
	p.write(r, "application/problem+json", func(body *bytes.Buffer) {
		encoder := json.NewEncoder(body)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(document)        // a buffer takes everything, and the document has only texts and a number
		body.Truncate(max(0, body.Len()-1)) // the encoder appends a line end
	})
}

// write answers with the problem, and discards any body that the response had before.
func (p *problem) write(r *request, contentType string, render func(body *bytes.Buffer)) {
	ctx := r.ctx
	if ctx.Response.IsBodyStream() {
		ctx.Response.ResetBody() // otherwise the old body would be read
	}
	body := bytes.NewBuffer(ctx.Response.SwapBody(nil)[:0])
	render(body)
	ctx.Response.SwapBody(body.Bytes())
	ctx.SetStatusCode(p.status)
	ctx.SetContentType(contentType)
	p.writeHeaders(r)
}

// writeHeaders adds the headers that belong to the status, and those that a script has set.
func (p *problem) writeHeaders(r *request) {
	header := &r.ctx.Response.Header
	for _, h := range p.headers {
		if checkHeader(h) == nil && !isOurs(h.Name, false) {
			header.Add(h.Name, sentValue(h))
		}
	}
	for _, c := range p.cookies {
		if checkCookie(c) == nil {
			header.Add(fasthttp.HeaderSetCookie, cookieLine(c, r.server.now()))
		}
	}
	switch p.status {
	case fasthttp.StatusMethodNotAllowed:
		if p.allow != "" { // a script may answer 405, too
			header.Set(fasthttp.HeaderAllow, p.allow)
		}
	case fasthttp.StatusServiceUnavailable:
		if len(header.Peek(fasthttp.HeaderRetryAfter)) == 0 {
			header.Set(fasthttp.HeaderRetryAfter, "1")
		}
	}
}
