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
func (w *watching) logAccess(r *request, t *stream) {
	if !r.logsAccess() {
		return
	}
	client := ""
	if addr := r.clientAddr().Addr(); addr.IsValid() {
		client = addr.String()
	}
	attrs := []slog.Attr{
		slog.String("method", string(r.ctx.Method())),
		slog.String("path", r.loggedPath()),
		slog.Int("status", r.ctx.Response.StatusCode()),
		slog.Duration("duration", w.took(r)),
		slog.Int("bytes", r.sent(t)),
		slog.String("client", client),
		slog.String(requestKey, r.ownTrace().Request()),
		slog.String(traceKey, r.traceID()),
		slog.String("handler", r.handlerName()),
	}
	r.server.log.LogAttrs(r.server.alive, r.accessLevel(), "request", r.withRoute(attrs)...)
}

// sent returns the length of the response's body: for a stream what was sent so far, for a file the announced length,
// since the file is sent later.
func (r *request) sent(t *stream) int {
	switch {
	case r.ctx.IsHead():
		return 0
	case t != nil:
		return t.sent
	case r.ctx.Response.IsBodyStream():
		return max(0, r.ctx.Response.Header.ContentLength())
	default:
		return len(r.ctx.Response.Body())
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
