package otlp

import (
	"context"
	"log/slog"
	"sync/atomic"

	"go.opentelemetry.io/contrib/bridges/otelslog"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/fwrun/fwrun/trace"
)

// openLogs prepares the handler that sends lines of the log.
func (t *Telemetry) openLogs(ctx context.Context) error {
	exporter, err := logExporter(ctx, t.settings.Logs)
	if err != nil {
		return err
	}
	waiting := new(atomic.Int64)
	batches := sdklog.NewBatchProcessor(countedLogs{exporter, waiting, &t.lost.logs}, sdklog.WithMaxQueueSize(mostRecords))
	t.logs = sdklog.NewLoggerProvider(sdklog.WithResource(t.resource), sdklog.WithProcessor(boundedLogs{batches, waiting, &t.lost.logs}))
	t.handler = logHandler{otelslog.NewHandler(scope, otelslog.WithLoggerProvider(t.logs))}
	return nil
}

// Log returns a handler that sends what is logged, besides giving it to another one. Without logs it returns the other one.
func (t *Telemetry) Log(besides slog.Handler) slog.Handler {
	if t == nil || t.handler == nil {
		return besides
	}
	return slog.NewMultiHandler(besides, t.handler)
}

// logHandler sends lines with the trace and the span in which they are logged.
type logHandler struct{ slog.Handler }

// Handle implements [slog.Handler].
func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
	found, ok := trace.From(ctx)
	if !ok {
		return h.Handler.Handle(ctx, record)
	}
	id, span, sampled := found.Place()
	config := oteltrace.SpanContextConfig{TraceID: id, SpanID: span}
	if sampled {
		config.TraceFlags = oteltrace.FlagsSampled
	}
	line := slog.NewRecord(record.Time, record.Level, record.Message, record.PC)
	record.Attrs(func(a slog.Attr) bool {
		if a.Key != "trace" && a.Key != "span" { // it has them already
			line.AddAttrs(a)
		}
		return true
	})
	return h.Handler.Handle(oteltrace.ContextWithSpanContext(ctx, oteltrace.NewSpanContext(config)), line)
}

// WithAttrs implements [slog.Handler].
func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return logHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements [slog.Handler].
func (h logHandler) WithGroup(name string) slog.Handler { return logHandler{h.Handler.WithGroup(name)} }
