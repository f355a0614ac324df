// Package trace carries the trace of a request, as defined by W3C Trace Context, to everything
// that is done and sent on its behalf.
//
//	ctx = trace.With(ctx, trace.Read(traceparent, tracestate))
//	if t, ok := trace.From(ctx); ok {
//		header.Set("Traceparent", t.Child())
//	}
//
// A [Tracer] chooses the traces that are recorded. Their work is measured in spans, which belong to
// the span of the context they are started with:
//
//	ctx, span := trace.Start(ctx, trace.Client, "SELECT users")
//	defer span.End()
//
// Where nothing is recorded a span is nil. All methods of a nil span do nothing, so that most code
// need not ask; code that would compute attributes or names first asks whether the span is nil.
package trace
