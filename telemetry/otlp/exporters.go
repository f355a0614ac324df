package otlp

import (
	"cmp"
	"context"
	"crypto/rand"
	"os"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploggrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	resources "go.opentelemetry.io/proto/otlp/resource/v1"
)

const defaultTimeout = 10 * time.Second

func (s Settings) timeout() time.Duration { return cmp.Or(s.Timeout, defaultTimeout) }

// traceClient returns what sends spans.
func traceClient(s Settings) otlptrace.Client {
	if s.Traces.Protocol == GRPC {
		return otlptracegrpc.NewClient(options(s, s.Traces, otlptracegrpc.WithEndpointURL, otlptracegrpc.WithHeaders, otlptracegrpc.WithTimeout)...)
	}
	return otlptracehttp.NewClient(options(s, s.Traces, otlptracehttp.WithEndpointURL, otlptracehttp.WithHeaders, otlptracehttp.WithTimeout)...)
}

func metricExporter(ctx context.Context, s Settings) (sdkmetric.Exporter, error) {
	if s.Metrics.Protocol == GRPC {
		return otlpmetricgrpc.New(ctx, options(s, s.Metrics, otlpmetricgrpc.WithEndpointURL, otlpmetricgrpc.WithHeaders, otlpmetricgrpc.WithTimeout)...)
	}
	return otlpmetrichttp.New(ctx, options(s, s.Metrics, otlpmetrichttp.WithEndpointURL, otlpmetrichttp.WithHeaders, otlpmetrichttp.WithTimeout)...)
}

func logExporter(ctx context.Context, s Settings) (sdklog.Exporter, error) {
	if s.Logs.Protocol == GRPC {
		return otlploggrpc.New(ctx, options(s, s.Logs, otlploggrpc.WithEndpointURL, otlploggrpc.WithHeaders, otlploggrpc.WithTimeout)...)
	}
	return otlploghttp.New(ctx, options(s, s.Logs, otlploghttp.WithEndpointURL, otlploghttp.WithHeaders, otlploghttp.WithTimeout)...)
}

// options returns the options of an exporter: those that are set. The exporter reads the others from the environment.
func options[T any](
	s Settings, of Signal, endpoint func(string) T, headers func(map[string]string) T, timeout func(time.Duration) T,
) (list []T) {
	if of.Endpoint != "" {
		list = append(list, endpoint(of.Endpoint))
	}
	if len(s.Headers) > 0 {
		list = append(list, headers(s.Headers))
	}
	if s.Timeout > 0 {
		list = append(list, timeout(s.Timeout))
	}
	return list
}

// resourceOf describes the application and its process.
func resourceOf(ctx context.Context, s Settings) *resource.Resource {
	host, _ := os.Hostname()
	attrs := []attribute.KeyValue{
		attribute.String("service.instance.id", rand.Text()), attribute.String("host.name", host), attribute.Int("process.pid", os.Getpid()),
	}
	if s.Version != "" {
		attrs = append(attrs, attribute.String("service.version", s.Version))
	}
	named := s.Service
	for name, value := range s.Attributes {
		if name == "service.name" {
			named = cmp.Or(named, value)
			continue
		}
		attrs = append(attrs, attribute.String(name, text(value)))
	}
	attrs = append(attrs, attribute.String("service.name", cmp.Or(named, "fwrun")))
	made, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithAttributes(attrs...))
	if err != nil || made == nil {
		return resource.NewSchemaless(attrs...)
	}
	return made
}

// protoResource returns a resource as OTLP has it. All its attributes are texts or integers.
func protoResource(r *resource.Resource) *resources.Resource {
	out := &resources.Resource{}
	for _, a := range r.Attributes() {
		value := textValue(a.Value.String())
		if a.Value.Type() == attribute.INT64 {
			value = &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: a.Value.AsInt64()}}
		}
		out.Attributes = append(out.Attributes, &common.KeyValue{Key: string(a.Key), Value: value})
	}
	return out
}
