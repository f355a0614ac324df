package host

import (
	"bytes"
	"log/slog"
	"strings"
)

// accessLevel returns the level of the access log's line for the request.
func (r *request) accessLevel() slog.Level {
	if r.server.settings.AccessLog && (r.mount == nil || !r.mount.Quiet) {
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

// logsAccess reports whether the access log has a line for the request.
func (r *request) logsAccess() bool { return r.server.log.Enabled(r.server.alive, r.accessLevel()) }

// logAccess writes the access log's line for the request.
func (x *exchange) logAccess() {
	if !x.req.logsAccess() {
		return
	}
	client := ""
	if addr := x.req.clientAddr().Addr(); addr.IsValid() {
		client = addr.String()
	}
	attrs := []slog.Attr{
		slog.String("method", string(x.req.ctx.Method())),
		slog.String("path", x.req.loggedPath()),
		slog.Int("status", x.req.ctx.Response.StatusCode()),
		slog.Duration("duration", x.took()),
		slog.Int("bytes", x.sent()),
		slog.String("client", client),
		slog.String(requestKey, x.req.ownTrace().Request()),
		slog.String(traceKey, x.req.traceID()),
		slog.String("handler", x.req.handlerName()),
	}
	x.req.server.log.LogAttrs(x.req.server.alive, x.req.accessLevel(), "request", x.req.withRoute(attrs)...)
}

// sent returns the length of the response's body: for a stream what was sent so far, for a file the announced length,
// since the file is sent later.
func (x *exchange) sent() int {
	switch {
	case x.req.ctx.IsHead():
		return 0
	case x.stream != nil:
		return x.stream.sent
	case x.req.ctx.Response.IsBodyStream():
		return max(0, x.req.ctx.Response.Header.ContentLength())
	default:
		return len(x.req.ctx.Response.Body())
	}
}

// loggedPath returns a copy of the canonical path, or of the raw path if that was refused. For a request made by a tool
// it is the route's path. A query is never logged: it may hold secrets.
func (r *request) loggedPath() string {
	if r.inner != nil { // the path contains the arguments of a tool
		if r.route == nil {
			return ""
		}
		return r.route.path
	}
	if r.fullPath != "" {
		return strings.Clone(r.fullPath)
	}
	sent, _, _ := bytes.Cut(r.ctx.Request.Header.RequestURI(), []byte("?"))
	return string(sent)
}
