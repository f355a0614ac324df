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

func (s Signal) timeout() time.Duration { return cmp.Or(s.Timeout, defaultTimeout) }

// traceClient returns what sends spans.
func traceClient(s Signal) otlptrace.Client {
	if s.Protocol == GRPC {
		return otlptracegrpc.NewClient(options(s, choices[otlptracegrpc.Option]{
			otlptracegrpc.WithEndpointURL, otlptracegrpc.WithHeaders, otlptracegrpc.WithTimeout,
			func(r retries) otlptracegrpc.Option { return otlptracegrpc.WithRetry(otlptracegrpc.RetryConfig(r)) },
		})...)
	}
	set := options(s, choices[otlptracehttp.Option]{
		otlptracehttp.WithEndpointURL, otlptracehttp.WithHeaders, otlptracehttp.WithTimeout,
		func(r retries) otlptracehttp.Option { return otlptracehttp.WithRetry(otlptracehttp.RetryConfig(r)) },
	})
	return otlptracehttp.NewClient(append(set, otlptracehttp.WithEncoding(otlptracehttp.EncodingProtobuf))...) // whatever the environment says: see spans.send
}

func metricExporter(ctx context.Context, s Signal) (sdkmetric.Exporter, error) {
	if s.Protocol == GRPC {
		return otlpmetricgrpc.New(ctx, options(s, choices[otlpmetricgrpc.Option]{
			otlpmetricgrpc.WithEndpointURL, otlpmetricgrpc.WithHeaders, otlpmetricgrpc.WithTimeout,
			func(r retries) otlpmetricgrpc.Option { return otlpmetricgrpc.WithRetry(otlpmetricgrpc.RetryConfig(r)) },
		})...)
	}
	return otlpmetrichttp.New(ctx, options(s, choices[otlpmetrichttp.Option]{
		otlpmetrichttp.WithEndpointURL, otlpmetrichttp.WithHeaders, otlpmetrichttp.WithTimeout,
		func(r retries) otlpmetrichttp.Option { return otlpmetrichttp.WithRetry(otlpmetrichttp.RetryConfig(r)) },
	})...)
}

func logExporter(ctx context.Context, s Signal) (sdklog.Exporter, error) {
	if s.Protocol == GRPC {
		return otlploggrpc.New(ctx, options(s, choices[otlploggrpc.Option]{
			otlploggrpc.WithEndpointURL, otlploggrpc.WithHeaders, otlploggrpc.WithTimeout,
			func(r retries) otlploggrpc.Option { return otlploggrpc.WithRetry(otlploggrpc.RetryConfig(r)) },
		})...)
	}
	return otlploghttp.New(ctx, options(s, choices[otlploghttp.Option]{
		otlploghttp.WithEndpointURL, otlploghttp.WithHeaders, otlploghttp.WithTimeout,
		func(r retries) otlploghttp.Option { return otlploghttp.WithRetry(otlploghttp.RetryConfig(r)) },
	})...)
}

// choices make the options of an exporter. Each exporter has types of its own for the same.
type choices[T any] struct {
	endpoint func(string) T
	headers  func(map[string]string) T
	timeout  func(time.Duration) T
	retry    func(retries) T
}

// retries say how often it is tried again to send what a collector does not take now.
type retries struct {
	Enabled                                      bool
	InitialInterval, MaxInterval, MaxElapsedTime time.Duration
}

// often makes several attempts within the timeout. The exporters themselves wait for 5 seconds before the second.
var often = retries{Enabled: true, InitialInterval: time.Second, MaxInterval: 5 * time.Second, MaxElapsedTime: time.Minute}

// options returns the options of an exporter: those that are set. The exporter reads the others from the environment.
func options[T any](s Signal, of choices[T]) []T {
	list := []T{of.retry(often), of.timeout(s.timeout())}
	if s.Endpoint != "" {
		list = append(list, of.endpoint(s.Endpoint))
	}
	if len(s.Headers) > 0 {
		list = append(list, of.headers(s.Headers))
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
		value := &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: text(a.Value.String())}}
		if a.Value.Type() == attribute.INT64 {
			value = &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: a.Value.AsInt64()}}
		}
		out.Attributes = append(out.Attributes, &common.KeyValue{Key: string(a.Key), Value: value})
	}
	return out
}
