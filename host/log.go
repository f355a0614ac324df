package host

import (
	"context"
	"log/slog"

	"github.com/fwrun/fwrun/trace"
)

// The attributes that tell whose request a line of the log is about.
const (
	requestKey = "request"
	traceKey   = "trace"
)

// LogAttributes are what a line carries that is logged while a request is served: the id of the request, and that of the
// trace that it is part of. There are none for a context of something else.
func LogAttributes(ctx context.Context) []slog.Attr {
	t, ok := trace.From(ctx)
	if !ok {
		return nil
	}
	return []slog.Attr{slog.String(requestKey, t.Request()), slog.String(traceKey, t.ID())}
}
