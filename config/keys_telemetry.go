package config

// telemetryKeys returns the keys of what is sent to a collector.
func telemetryKeys() []keyEntry {
	return []keyEntry{
		{"telemetry.otlp.endpoint", TypeText, "", "", "URL of an OpenTelemetry collector such as http://localhost:4318, which gets traces, metrics and the log; nothing is sent when neither it nor OTEL_EXPORTER_OTLP_ENDPOINT is set"},
		{"telemetry.otlp.protocol", TypeText, "http/protobuf", "", "protocol of the collector: http/protobuf or grpc"},
		{"telemetry.otlp.headers", TypeMap, "", "", "headers of each request to the collector, such as a token"},
		{"telemetry.otlp.timeout", TypeDuration, "10s", "", "time limit of a request to the collector"},
		{"telemetry.otlp.attributes", TypeMap, "", "", "further attributes of the application for the collector, such as deployment.environment.name"},
		{"telemetry.otlp.traces", TypeBool, "true", "", "send traces to the collector"},
		{"telemetry.otlp.metrics", TypeBool, "true", "", "send metrics to the collector"},
		{"telemetry.otlp.metrics-interval", TypeDuration, "1m", "", "time between metrics that are sent"},
		{"telemetry.otlp.logs", TypeBool, "true", "", "send the log to the collector"},
		{"telemetry.traces.sampling", TypeNumber, "", "", "share of the traces that are recorded, from 0 (none) to 1 (all); 0.1 when not set, and 1 in development"},
	}
}
