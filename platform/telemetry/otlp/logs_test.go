package otlp

import (
	"context"
	"log/slog"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	"google.golang.org/protobuf/proto"

	"github.com/fwrun/fwrun/platform/trace"
)

type named []slog.Value // as package logging has lists

// TestLines: a line has its level, its fields with those of its groups, and the place in the trace.
func TestLines(t *testing.T) {
	var got logs.ScopeLogs
	send := func(_ context.Context, items []byte) error { return proto.Unmarshal(items, &got) }
	q := newQueue(send, mostRecords, time.Hour, new(loss), func(err error) { t.Error(err) })
	telemetry := &Telemetry{logs: q}
	log := slog.New(telemetry.Log(slog.DiscardHandler))
	long := strings.Repeat("x", 60<<10)
	at := time.Unix(5, 7)
	log.With("a", 1).WithGroup("g").With("b", true).WithGroup("h").Warn(long, "took", time.Second, slog.Group("", "in", "place"), slog.Attr{})
	log.WithGroup("empty").Log(t.Context(), slog.LevelDebug-100, "low", "trace", "own")
	log.Error("values", "at", at, "none", nil, "large", uint64(math.MaxUint64), "list",
		named{slog.StringValue("x"), slog.GroupValue(slog.Int("n", 1))}, "data", []byte("no"))
	tracer := trace.NewTracer(spans{newQueue(nil, 0, time.Hour, new(loss), nil)}, trace.Sampling{Ratio: 1})
	ctx, span := tracer.Start(t.Context(), trace.Server, "GET /")
	log.InfoContext(ctx, "traced", "trace", "again", "span", "again", "kept", 1)
	found, _ := trace.From(ctx)
	id, own, _ := found.Place()
	span.End()
	q.close(t.Context())
	if len(got.LogRecords) != 4 {
		t.Fatalf("%d lines", len(got.LogRecords))
	}
	for i, want := range []struct {
		level int32
		text  string
		body  string
		attrs string
	}{
		{13, "WARN", long, "a=1 g={b=true h={took=1000000000 in=place}}"},
		{1, "DEBUG-100", "low", "empty={trace=own}"},
		{17, "ERROR", "values", "at=5000000007 none= large=18446744073709552000 list=[x {n=1}] data=[110 111]"},
		{9, "INFO", "traced", "kept=1"},
	} {
		r := got.LogRecords[i]
		if attrs := shown(r.Attributes); int32(r.SeverityNumber) != want.level || r.SeverityText != want.text ||
			r.Body.GetStringValue() != want.body || attrs != want.attrs {
			t.Errorf("got %d %s %.20s %s, want %v", r.SeverityNumber, r.SeverityText, r.Body.GetStringValue(), attrs, want)
		}
		if r.TimeUnixNano == 0 || r.ObservedTimeUnixNano < r.TimeUnixNano {
			t.Errorf("logged at %d, seen at %d", r.TimeUnixNano, r.ObservedTimeUnixNano)
		}
		if traced := i == 3; traced != (string(r.TraceId) == string(id[:]) && string(r.SpanId) == string(own[:]) && r.Flags == 1) {
			t.Errorf("%d: the place is %x %x %d", i, r.TraceId, r.SpanId, r.Flags)
		}
	}
}

func shown(list []*common.KeyValue) string {
	var texts []string
	for _, one := range list {
		texts = append(texts, one.Key+"="+shownValue(one.Value))
	}
	return strings.Join(texts, " ")
}

func shownValue(v *common.AnyValue) string {
	switch v := v.GetValue().(type) {
	case *common.AnyValue_KvlistValue:
		return "{" + shown(v.KvlistValue.Values) + "}"
	case *common.AnyValue_ArrayValue:
		var texts []string
		for _, one := range v.ArrayValue.Values {
			texts = append(texts, shownValue(one))
		}
		return "[" + strings.Join(texts, " ") + "]"
	case *common.AnyValue_StringValue:
		return v.StringValue
	case *common.AnyValue_IntValue:
		return slog.Int64Value(v.IntValue).String()
	case *common.AnyValue_BoolValue:
		return slog.BoolValue(v.BoolValue).String()
	case *common.AnyValue_DoubleValue:
		return strconv.FormatFloat(v.DoubleValue, 'f', -1, 64)
	}
	return ""
}
