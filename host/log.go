package host

import (
	"context"
	"log/slog"

	"github.com/fwrun/fwrun/trace"
)

// The attributes that identify the request of a log line.
const (
	requestKey = "request"
	traceKey   = "trace"
)

// LogAttributes returns the attributes of a line that is logged while a request is served: the id of the request and
// the id of its trace. There are none if ctx does not belong to a request.
func LogAttributes(ctx context.Context) []slog.Attr {
	t, ok := trace.From(ctx)
	if !ok {
		return nil
	}
	return []slog.Attr{slog.String(requestKey, t.Request()), slog.String(traceKey, t.ID())}
}
