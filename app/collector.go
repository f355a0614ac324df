package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/telemetry/otlp"
	"github.com/fwrun/fwrun/trace"
)

// readTelemetry reads what is sent to a collector.
func readTelemetry(r *config.Reader, options Options) otlp.Settings {
	own := r.Under("telemetry")
	standard := 0.1
	if options.Dev {
		standard = 1
	}
	s := otlp.Settings{
		Endpoint:   own.String("otlp.endpoint"),
		Protocol:   own.String("otlp.protocol"),
		Headers:    readTexts(own, "otlp.headers"),
		Timeout:    own.Duration("otlp.timeout"),
		Traces:     otlp.Signal{On: own.Bool("otlp.traces")},
		Metrics:    otlp.Signal{On: own.Bool("otlp.metrics")},
		Logs:       otlp.Signal{On: own.Bool("otlp.logs")},
		Interval:   own.Duration("otlp.metrics-interval"),
		Sampling:   trace.Sampling{Ratio: own.Float("traces.sampling", standard), Parent: true},
		Attributes: readTexts(own, "otlp.attributes"),
	}
	if s.Endpoint != "" && !strings.HasPrefix(s.Endpoint, "http://") && !strings.HasPrefix(s.Endpoint, "https://") {
		own.Reject("otlp.endpoint", "is not the URL of a collector", "for example http://localhost:4318")
	}
	return s
}

// readTexts reads a section of texts; nil if it is empty.
func readTexts(r *config.Reader, key string) map[string]string {
	var texts map[string]string
	for _, name := range r.Names(key) {
		if texts == nil {
			texts = map[string]string{}
		}
		texts[name] = r.Named(key, name).String("")
	}
	return texts
}

// prepareTelemetry continues what is sent to a collector, or begins it, for an application that serves.
func (g *generation) prepareTelemetry(options Options, before *generation) fault.List {
	if before != nil {
		g.telemetry = before.telemetry
		return nil
	}
	if !options.serves {
		return nil
	}
	settings, r := g.settings.telemetry, g.props.Reader()
	settings.Service = cmp.Or(r.String("framework.application.name"), options.name())
	settings.Version = r.String("framework.application.version")
	settings, problems := settings.FromEnvironment(lookup(options.Env))
	var list fault.List
	for _, text := range problems {
		list = append(list, fault.Diagnostic{Severity: fault.Warning, Code: "config-environment", Message: text})
	}
	made, err := otlp.New(context.Background(), settings)
	if err != nil {
		return append(list, fault.Diagnostic{Severity: fault.Err, Code: "config-value", Message: "telemetry cannot be sent: " + err.Error(), Place: g.props.Place("telemetry.otlp.endpoint")})
	}
	g.telemetry = made
	return list
}

// lookup returns a function that finds the value of a variable.
func lookup(environ []string) func(string) string {
	return func(name string) string {
		for _, entry := range environ {
			if key, value, _ := strings.Cut(entry, "="); key == name {
				return value
			}
		}
		return ""
	}
}

// tracer returns what chooses the traces that are recorded; nil if none are.
func (g *generation) tracer() *trace.Tracer { return g.telemetry.Tracer() }

// recordJob begins the trace of a job.
func (g *generation) recordJob(ctx context.Context, name string) (context.Context, *trace.Span) {
	ctx, span := g.tracer().Start(ctx, trace.Internal, name)
	span.Set(slog.String("fwrun.job", name))
	return ctx, span
}

// recordListener begins the span of a listener that handles messages. It belongs to the trace of the first message, and is linked to
// those of the others.
func (g *generation) recordListener(ctx context.Context, l *manifest.Listener, batch []*queue.Message) (context.Context, *trace.Span) {
	ctx, span := g.tracer().Start(ctx, trace.Consumer, "process "+l.Queue)
	if span == nil {
		return ctx, nil
	}
	span.Set(
		slog.String("messaging.system", g.systemOf(l.Connection)), slog.String("messaging.operation.name", "process"), slog.String("messaging.operation.type", "process"),
		slog.String("messaging.destination.name", l.Queue), slog.String("fwrun.listener", l.Name),
	)
	if len(batch) == 1 {
		span.Set(slog.String("messaging.message.id", batch[0].ID), slog.Int("messaging.message.body.size", len(batch[0].Body)), slog.Int("fwrun.attempt", batch[0].Attempt))
		return ctx, span
	}
	span.Set(slog.Int("messaging.batch.message_count", len(batch)))
	for _, m := range batch {
		if parent := m.Headers["traceparent"]; parent != "" {
			span.Link(trace.Read([]byte(parent), []byte(m.Headers["tracestate"])))
		}
	}
	return ctx, span
}

// endSpan ends the span of script work.
func endSpan(span *trace.Span, err error) {
	if span == nil {
		return
	}
	if err != nil {
		kind := ""
		if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
			kind = thrown.Name
			span.Exception(thrown.Name, thrown.Message, thrown.Stack())
		}
		if kind != "" {
			span.Fail(kind, "")
		} else {
			span.Error(err)
		}
	}
	span.End()
}
