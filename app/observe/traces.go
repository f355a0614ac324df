package observe

import (
	"context"
	"errors"
	"log/slog"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/trace"
	"github.com/fwrun/fwrun/queue"
)

// Tracer returns what chooses the traces that are recorded; nil if none are.
func (p *Part) Tracer() *trace.Tracer { return p.Sends.Tracer() }

// BeginJob begins the trace of a job.
func (p *Part) BeginJob(ctx context.Context, name string) (context.Context, *trace.Span) {
	ctx, span := p.Tracer().Start(ctx, trace.Internal, name)
	span.Set(slog.String("fwrun.job", name))
	return ctx, span
}

// BeginListener begins the span of a listener that handles messages of a broker. It belongs to the trace of the first message, and is linked to
// those of the others.
func (p *Part) BeginListener(ctx context.Context, l *manifest.Listener, system string, batch []*queue.Message) (context.Context, *trace.Span) {
	ctx, span := p.Tracer().Start(ctx, trace.Consumer, "process "+l.Queue)
	if span == nil {
		return ctx, nil
	}
	span.Set(
		slog.String("messaging.system", system), slog.String("messaging.operation.name", "process"),
		slog.String("messaging.operation.type", "process"),
		slog.String("messaging.destination.name", l.Queue), slog.String("fwrun.listener", l.Name),
	)
	if len(batch) == 1 {
		span.Set(slog.String("messaging.message.id", batch[0].ID),
			slog.Int("messaging.message.body.size", len(batch[0].Body)), slog.Int("fwrun.attempt", batch[0].Attempt))
		return ctx, span
	}
	span.Set(slog.Int("messaging.batch.message_count", len(batch)))
	for _, m := range batch {
		if parent := m.Headers["traceparent"]; parent != "" {
			span.Link(trace.Read([]byte(parent), []byte(m.Headers["tracestate"])))
		}
	}
	return ctx, span
}

// EndSpan ends the span of script work.
func EndSpan(span *trace.Span, err error) {
	if span == nil {
		return
	}
	if err != nil {
		kind := ""
		if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
			kind = thrown.Name
			span.Exception(thrown.Name, thrown.Message, thrown.Stack())
		}
		if kind != "" {
			span.Fail(kind, "")
		} else {
			span.Error(err)
		}
	}
	span.End()
}
