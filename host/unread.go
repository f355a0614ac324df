package host

import (
	"bytes"
	"errors"
	"log/slog"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/host/wire"
	"github.com/fwrun/fwrun/platform/view"
)

// headReceived corrects how fasthttp would handle a head.
func (s *Server) headReceived(head *fasthttp.RequestHeader) (unchanged fasthttp.RequestConfig) {
	if !s.takesLength(head) {
		head.Set(fasthttp.HeaderExpect, "100-continue") // otherwise it waits for 8 KiB of the body before it asks us
	} else if !head.IsHTTP11() {
		head.Del(fasthttp.HeaderExpect) // RFC 9110, section 10.1.1: HTTP/1.0 does not know the answer
	}
	return unchanged
}

// endConnection ends the connection after a request that asks for it. fasthttp does not recognize "Close" and "close,
// TE".
func endConnection(ctx *fasthttp.RequestCtx) {
	if c, ok := ctx.Conn().(*conn); !ok || !c.checker.HasOptions() {
		return
	}
	for _, header := range ctx.Request.Header.PeekAll(fasthttp.HeaderConnection) {
		for option := range bytes.SplitSeq(header, []byte(",")) {
			if bytes.EqualFold(bytes.TrimSpace(option), []byte("close")) {
				ctx.SetConnectionClose()
				return
			}
		}
	}
}

// takesLength reports whether a body of the announced length may be read by any route.
func (s *Server) takesLength(head *fasthttp.RequestHeader) bool {
	announced := head.ContentLength()
	if announced <= s.settings.MaxBodyBytes {
		return true
	}
	if s.current.Load().streams && int64(announced) <= s.settings.MaxStreamBytes {
		return true
	}
	return int64(announced) <= s.settings.Multipart.MaxBytes && parseMedia(view.Text(head.ContentType())).isMultipart()
}

// expected decides about a body whose head asks for 100 Continue, perhaps because headReceived has set that. A body that
// is too large gets its final answer at once, without being read.
func (s *Server) expected(ctx *fasthttp.RequestCtx) int {
	if s.takesLength(&ctx.Request.Header) {
		return fasthttp.StatusContinue
	}
	linger(ctx)
	s.serveSince(time.Now(), ctx)
	return ctx.Response.StatusCode()
}

// unreadable answers bytes that could not be read as a request. The connection ends with the answer.
func (s *Server) unreadable(ctx *fasthttp.RequestCtx, err error) {
	p := &problem{status: fasthttp.StatusBadRequest, detail: "the request is malformed"}
	if wrong, ok := errors.AsType[wire.Violation](violation(ctx)); ok {
		p.detail = wrong.Error()
		if wrong.TooLarge() {
			p.status = fasthttp.StatusRequestHeaderFieldsTooLarge
		}
	} else if _, tooSmall := errors.AsType[*fasthttp.ErrSmallBuffer](err); tooSmall {
		p = &problem{status: fasthttp.StatusRequestHeaderFieldsTooLarge, detail: "the request's headers are too large"}
	} else if isLate(ctx) {
		p = &problem{status: fasthttp.StatusRequestTimeout, detail: "the request did not arrive in time"}
	}
	linger(ctx)
	s.refuseUnread(ctx, p, err.Error())
}

// turnAway answers a surplus connection, whatever it would request.
func (s *Server) turnAway(c *conn, why *problem) {
	var ctx fasthttp.RequestCtx
	s.refuseUnread(&ctx, why, why.detail)
	ctx.Response.Header.SetServer(s.settings.Name)
	ctx.Response.SetConnectionClose()
	_, _ = ctx.Response.WriteTo(c) // the client may be gone
}

// refuseUnread answers a request that no handler sees.
func (s *Server) refuseUnread(ctx *fasthttp.RequestCtx, p *problem, reason string) {
	trace := traceOf(ctx).ID()
	s.log.LogAttrs(s.alive, slog.LevelDebug, "a request could not be read",
		slog.Int("status", p.status), slog.String(traceKey, trace), slog.String("error", reason))
	p.writeJSON(&request{ctx: ctx, server: s}, p.document("", trace))
	s.protectUnread(ctx)
	s.observeUnread(ctx, p.status)
}
