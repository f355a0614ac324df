// Package otlp sends the traces, the metrics and the log of an application to a collector, in OpenTelemetry's protocol.
//
//	t, err := otlp.New(settings)
//	tracer := t.Tracer() // nil where traces are not sent
//	defer t.Close(ctx)
//
// Nothing waits for the collector: what cannot be sent in time is dropped and counted. Requests are written here, field by field,
// and sent by package net/http, those of gRPC as well: OpenTelemetry's exporters and SDK would be 5 MB of the binary, with gRPC among them whatever
// the protocol.
package otlp
