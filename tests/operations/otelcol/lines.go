package main

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"sync"
	"time"

	"go.opentelemetry.io/collector/client"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

// config is the configuration of the exporter.
type config struct {
	File   string   `mapstructure:"file"`   // to which lines are added
	Refuse []string `mapstructure:"refuse"` // the codes with which the first requests of each signal are refused
}

// line is what is written of a request.
type line struct {
	Signal  string              `json:"signal"`
	Headers map[string][]string `json:"headers"`
	Refused string              `json:"refused,omitempty"` // the code with which it was refused
	Data    json.RawMessage     `json:"data"`              // in OTLP's form of JSON
}

// lines writes what arrives. There is one for each signal.
type lines struct {
	signal string
	config *config

	mu      sync.Mutex
	refused int
	file    *os.File
}

func newLines() exporter.Factory {
	return exporter.NewFactory(component.MustNewType("lines"), func() component.Config { return &config{} },
		exporter.WithTraces(func(_ context.Context, _ exporter.Settings, c component.Config) (exporter.Traces, error) {
			return &traceLines{lines{signal: "traces", config: c.(*config)}}, nil
		}, component.StabilityLevelStable),
		exporter.WithMetrics(func(_ context.Context, _ exporter.Settings, c component.Config) (exporter.Metrics, error) {
			return &metricLines{lines{signal: "metrics", config: c.(*config)}}, nil
		}, component.StabilityLevelStable),
		exporter.WithLogs(func(_ context.Context, _ exporter.Settings, c component.Config) (exporter.Logs, error) {
			return &logLines{lines{signal: "logs", config: c.(*config)}}, nil
		}, component.StabilityLevelStable),
	)
}

// Start implements component.Component.
func (l *lines) Start(context.Context, component.Host) (err error) {
	l.file, err = os.OpenFile(l.config.File, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	return err
}

// Shutdown implements component.Component.
func (l *lines) Shutdown(context.Context) error { return l.file.Close() }

// Capabilities implements the consumers.
func (*lines) Capabilities() consumer.Capabilities { return consumer.Capabilities{} }

// write adds a line, and returns the error with which the sender is answered.
func (l *lines) write(ctx context.Context, data []byte, err error) error {
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	one := line{Signal: l.signal, Headers: map[string][]string{}, Data: data}
	from := client.FromContext(ctx).Metadata
	for name := range from.Keys() {
		one.Headers[name] = slices.Clone(from.Get(name))
	}
	if l.refused < len(l.config.Refuse) {
		one.Refused = l.config.Refuse[l.refused]
		l.refused++
	}
	text, err := json.Marshal(one)
	if err != nil {
		return err
	}
	if _, err := l.file.Write(append(text, '\n')); err != nil {
		return err
	}
	return refusal(one.Refused)
}

// refusal returns the error with a code of gRPC, such as UNAVAILABLE, which senders may retry at once; nil for "".
func refusal(code string) error {
	if code == "" {
		return nil
	}
	var of codes.Code
	if err := of.UnmarshalJSON([]byte(`"` + code + `"`)); err != nil {
		return err
	}
	answer, err := status.New(of, "refused on purpose").WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Millisecond)})
	if err != nil {
		return err
	}
	return answer.Err()
}

type traceLines struct{ lines }

// ConsumeTraces implements consumer.Traces.
func (l *traceLines) ConsumeTraces(ctx context.Context, data ptrace.Traces) error {
	text, err := (&ptrace.JSONMarshaler{}).MarshalTraces(data)
	return l.write(ctx, text, err)
}

type metricLines struct{ lines }

// ConsumeMetrics implements consumer.Metrics.
func (l *metricLines) ConsumeMetrics(ctx context.Context, data pmetric.Metrics) error {
	text, err := (&pmetric.JSONMarshaler{}).MarshalMetrics(data)
	return l.write(ctx, text, err)
}

type logLines struct{ lines }

// ConsumeLogs implements consumer.Logs.
func (l *logLines) ConsumeLogs(ctx context.Context, data plog.Logs) error {
	text, err := (&plog.JSONMarshaler{}).MarshalLogs(data)
	return l.write(ctx, text, err)
}
