package config

// telemetryKeys are the keys of what is sent to a collector.
var telemetryKeys = []Key{
	{
		Name: "telemetry.otlp.endpoint", Type: TypeText, Effect: OnRestart,
		Doc: "URL of an OpenTelemetry collector such as http://localhost:4318, which gets traces, metrics and the log; nothing is sent " +
			"when neither it nor OTEL_EXPORTER_OTLP_ENDPOINT is set",
	},
	{
		Name: "telemetry.otlp.protocol", Type: TypeText, Default: "http/protobuf", Choices: []string{"http/protobuf", "grpc"},
		Effect: OnRestart,
		Doc:    "protocol of the collector: http/protobuf or grpc",
	},
	{
		Name: "telemetry.otlp.headers", Type: TypeMap, Effect: OnRestart,
		Doc:  "headers of each request to the collector, such as a token",
		Each: []Key{{Type: TypeText}},
	},
	{Name: "telemetry.otlp.timeout", Type: TypeDuration, Default: "10s", Effect: OnRestart, Doc: "time limit of a request to the collector"},
	{
		Name: "telemetry.otlp.attributes", Type: TypeMap, Effect: OnRestart,
		Doc:  "further attributes of the application for the collector, such as deployment.environment.name",
		Each: []Key{{Type: TypeText}},
	},
	{Name: "telemetry.otlp.traces", Type: TypeBool, Default: "true", Effect: OnRestart, Doc: "send traces to the collector"},
	{Name: "telemetry.otlp.metrics", Type: TypeBool, Default: "true", Effect: OnRestart, Doc: "send metrics to the collector"},
	{
		Name: "telemetry.otlp.metrics-interval", Type: TypeDuration, Default: "1m", Effect: OnRestart,
		Doc: "time between metrics that are sent",
	},
	{Name: "telemetry.otlp.logs", Type: TypeBool, Default: "true", Effect: OnRestart, Doc: "send the log to the collector"},
	{
		Name: "telemetry.traces.sampling", Type: TypeNumber, Min: "0", Max: "1", Effect: OnRestart,
		Otherwise: "0.1 when not set, and 1 in development",
		Doc:       "share of the traces that are recorded, from 0 (none) to 1 (all)",
	},
}
