package messages

import (
	"log/slog"

	"github.com/fwrun/fwrun/platform/trace"
)

// describeSpan sets what is known of messages before they are sent.
func describeSpan(span *trace.Span, system string, list []Outgoing) {
	if span == nil {
		return
	}
	span.Set(slog.String("messaging.system", system), slog.String("messaging.operation.name", "send"), slog.String("messaging.operation.type", "send"))
	if len(list) == 0 {
		return
	}
	span.Rename("send " + list[0].Queue)
	span.Set(slog.String("messaging.destination.name", list[0].Queue))
	if len(list) > 1 {
		span.Set(slog.Int("messaging.batch.message_count", len(list)))
	} else {
		span.Set(slog.Int("messaging.message.body.size", len(list[0].Body)))
	}
}

// endSpan ends the span of messages that were sent or could not be.
func endSpan(span *trace.Span, ids []string, err error) {
	if span == nil {
		return
	}
	if len(ids) == 1 {
		span.Set(slog.String("messaging.message.id", ids[0]))
	}
	span.Error(err)
	span.End()
}
