package host

import (
	"net/http"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/compress"
	"github.com/fwrun/fwrun/host/files"
)

// unknownSize is the size of a body that is sent while it is made.
const unknownSize = -1

// isUnchanged reports whether the client has what a handler answers with, by the ETag or Last-Modified that the handler states. The error
// is a problem if the client wants the answer of another version only (RFC 9110, section 13.2). Only answers to safe methods are judged: any
// other handler has already done what it does. Those of files are judged when the file is opened.
func isUnchanged(ctx *fasthttp.RequestCtx, method string, a *answer) (bool, error) {
	if a.status != fasthttp.StatusOK || method != fasthttp.MethodGet && method != fasthttp.MethodHead || ctx.Response.IsBodyStream() {
		return false, nil
	}
	version, stated := a.version()
	if !stated {
		return false, nil
	}
	asked := askedOfFile(ctx)
	asked.Range = ""
	switch asked.Answer(version, 0).Status {
	case fasthttp.StatusNotModified:
		return true, nil
	case fasthttp.StatusPreconditionFailed:
		ctx.Response.ResetBody()
		return false, &problemError{&problem{status: fasthttp.StatusPreconditionFailed, detail: "the resource at this path has changed"}}
	}
	return false, nil
}

// version returns the version that a script states for its answer.
func (a *answer) version() (v files.Version, stated bool) {
	for place := range a.headers {
		for _, h := range a.headers[place] {
			switch {
			case strings.EqualFold(h.Name, fasthttp.HeaderETag) && files.IsTag(h.Value):
				v.ETag = h.Value
			case strings.EqualFold(h.Name, fasthttp.HeaderLastModified):
				v.Modified, _ = http.ParseTime(h.Value)
			}
		}
	}
	return v, v.ETag != "" || !v.Modified.IsZero()
}

// leaveUnsent makes a 304 of an answer whose header is written. A cache finds the answer that it has by the ETag, which would be a weak one
// if the body were sent compressed.
func leaveUnsent(ctx *fasthttp.RequestCtx, c *compress.Compressor, size int) {
	response := &ctx.Response
	if c != nil && (size == unknownSize || size >= c.MinBytes()) && isEncodable(ctx, c) && c.Choose(acceptEncoding(ctx)) != compress.None {
		if tag := response.Header.Peek(fasthttp.HeaderETag); len(tag) > 0 {
			response.Header.Set(fasthttp.HeaderETag, weakTag(string(tag)))
		}
	}
	response.ResetBody()
	response.Header.SetContentType("")
	response.Header.Del(fasthttp.HeaderContentEncoding)
	response.SetStatusCode(fasthttp.StatusNotModified)
}
