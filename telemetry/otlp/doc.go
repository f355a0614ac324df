// Package otlp sends the traces, the metrics and the log of an application to a collector, in OpenTelemetry's protocol.
//
//	t, err := otlp.New(ctx, settings)
//	tracer := t.Tracer() // nil where traces are not sent
//	defer t.Close(ctx)
//
// Nothing waits for the collector: what cannot be sent in time is dropped and counted.
package otlp
