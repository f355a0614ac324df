// Package trace carries the trace of a request, as defined by W3C Trace Context, to everything
// that is done and sent on its behalf.
//
//	ctx = trace.With(ctx, trace.Read(traceparent, tracestate))
//	if t, ok := trace.From(ctx); ok {
//		header.Set("Traceparent", t.Child())
//	}
package trace
