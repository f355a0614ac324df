package host

import (
	"bytes"
	"log/slog"
	"strings"
)

// accessLevel returns the level of the access log's line for the request.
func (x *exchange) accessLevel() slog.Level {
	if x.server.settings.AccessLog && (x.mount == nil || !x.mount.Quiet) {
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

// logsAccess reports whether the access log has a line for the request.
func (x *exchange) logsAccess() bool { return x.server.log.Enabled(x.server.alive, x.accessLevel()) }

// logAccess writes the access log's line for the request.
func (x *exchange) logAccess() {
	if !x.logsAccess() {
		return
	}
	client := ""
	if addr := x.clientAddr().Addr(); addr.IsValid() {
		client = addr.String()
	}
	attrs := []slog.Attr{
		slog.String("method", string(x.ctx.Method())),
		slog.String("path", x.loggedPath()),
		slog.Int("status", x.ctx.Response.StatusCode()),
		slog.Duration("duration", x.took()),
		slog.Int("bytes", x.sent()),
		slog.String("client", client),
		slog.String(requestKey, x.ownTrace().Request()),
		slog.String(traceKey, x.traceID()),
		slog.String("handler", x.handlerName()),
	}
	x.server.log.LogAttrs(x.server.alive, x.accessLevel(), "request", x.withRoute(attrs)...)
}

// sent returns the length of the response's body: for a stream what was sent so far, for a file the announced length,
// since the file is sent later.
func (x *exchange) sent() int {
	switch {
	case x.ctx.IsHead():
		return 0
	case x.stream != nil:
		return x.stream.sent
	case x.ctx.Response.IsBodyStream():
		return max(0, x.ctx.Response.Header.ContentLength())
	default:
		return len(x.ctx.Response.Body())
	}
}

// loggedPath returns a copy of the canonical path, or of the raw path if that was refused. For a request made by a tool
// it is the route's path. A query is never logged: it may hold secrets.
func (x *exchange) loggedPath() string {
	if x.inner != nil { // the path contains the arguments of a tool
		if x.route == nil {
			return ""
		}
		return x.route.path
	}
	if x.fullPath != "" {
		return strings.Clone(x.fullPath)
	}
	sent, _, _ := bytes.Cut(x.ctx.Request.Header.RequestURI(), []byte("?"))
	return string(sent)
}
