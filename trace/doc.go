// Package trace carries the trace of a request, as W3C Trace Context has it, to what is
// done and sent on its behalf.
//
//	ctx = trace.With(ctx, trace.Read(traceparent, tracestate))
//	if t, ok := trace.From(ctx); ok {
//		header.Set("Traceparent", t.Child())
//	}
package trace
