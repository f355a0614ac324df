package host

import (
	"context"
	"log/slog"

	"github.com/fwrun/fwrun/platform/trace"
)

// The attributes that identify the request of a log line.
const (
	requestKey = "request"
	traceKey   = "trace"
	spanKey    = "span"
)

// LogAttributes returns the attributes of a line that is logged while a request is served: the id of the request, the
// id of its trace and, if that is recorded, the id of the span. There are none if ctx does not belong to a request.
func LogAttributes(ctx context.Context) []slog.Attr {
	t, ok := trace.From(ctx)
	if !ok {
		return nil
	}
	attrs := []slog.Attr{slog.String(requestKey, t.Request()), slog.String(traceKey, t.ID())}
	if t.Recorded() {
		attrs = append(attrs, slog.String(spanKey, t.Span().ID()))
	}
	return attrs
}
