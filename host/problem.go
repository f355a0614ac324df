package host

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/schema"
)

// problem is an answer that says why there is no other: the default error body.
type problem struct {
	status  int
	detail  string    // for anyone; only 4xx show it, and Dev
	refused []refusal // values that did not bind
	allow   string    // the Allow header
	stack   string    // Dev
	headers []engine.Header
}

// refusal is one value of a request that was not taken.
type refusal struct {
	Name    string `json:"name"`
	In      string `json:"in"` // path, query, form, cookie, header, body
	Message string `json:"message"`
}

func newRefusal(name, in string, m schema.Mismatch) refusal {
	if in == inBody && m.Path != "" {
		name = m.Path
	} else if m.Path != "" {
		name = m.Under(name).Path
	}
	m.Path = ""
	return refusal{Name: name, In: in, Message: m.String()}
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

// problemBody is RFC 9457's document.
type problemBody struct {
	Type     string    `json:"type"`
	Title    string    `json:"title"`
	Status   int       `json:"status"`
	Detail   string    `json:"detail,omitempty"`
	Instance string    `json:"instance,omitempty"`
	TraceID  string    `json:"traceId"`
	Errors   []refusal `json:"errors,omitempty"`
	Stack    string    `json:"stack,omitempty"`
}

// write answers with the problem, whatever the response held before.
func (p *problem) write(ctx *fasthttp.RequestCtx, path, trace string, dev bool) {
	document := problemBody{
		Type: "about:blank", Title: fasthttp.StatusMessage(p.status), Status: p.status,
		TraceID: trace, Errors: p.refused,
	}
	if path != "" {
		document.Instance = (&url.URL{Path: path}).EscapedPath()
	}
	if p.status < 500 || dev {
		document.Detail = p.detail
	}
	if dev {
		document.Stack = p.stack
	}
	body := bytes.NewBuffer(ctx.Response.SwapBody(nil)[:0])
	encoder := json.NewEncoder(body)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(document) // a buffer takes everything, and the document has only texts and a number
	ctx.Response.SwapBody(bytes.TrimSuffix(body.Bytes(), []byte("\n")))
	ctx.SetStatusCode(p.status)
	ctx.SetContentType("application/problem+json")
	for _, h := range p.headers {
		if checkHeader(h) == nil && !isOurs(h.Name, false) {
			ctx.Response.Header.Add(h.Name, h.Value)
		}
	}
	switch p.status {
	case fasthttp.StatusMethodNotAllowed:
		if p.allow != "" { // a script may answer 405 too
			ctx.Response.Header.Set(fasthttp.HeaderAllow, p.allow)
		}
	case fasthttp.StatusServiceUnavailable:
		if len(ctx.Response.Header.Peek(fasthttp.HeaderRetryAfter)) == 0 {
			ctx.Response.Header.Set(fasthttp.HeaderRetryAfter, "1")
		}
	}
}
