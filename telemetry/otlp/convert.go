package otlp

import (
	"fmt"
	"log/slog"
	"strings"
	"time"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/fwrun/fwrun/trace"
)

// scope is the name of what has recorded the spans.
const scope = "github.com/fwrun/fwrun"

// longestText is the length to which the text of an attribute is cut.
const longestText = 8 << 10

// The flags of a span: whether its parent is in another process, and that this is known.
const (
	flagSampled     = 0x001
	flagKnowsRemote = 0x100
	flagRemote      = 0x200
)

// spanOf returns a span as OTLP has it.
func spanOf(d *trace.Data) *traces.Span {
	s := &traces.Span{
		TraceId: d.Trace[:], SpanId: d.ID[:], TraceState: d.State, Flags: flagSampled | flagKnowsRemote,
		Name: text(d.Name), Kind: traces.Span_SpanKind(d.Kind) + traces.Span_SPAN_KIND_INTERNAL,
		StartTimeUnixNano: nano(d.Begin), EndTimeUnixNano: nano(d.End),
		Attributes: attributesOf(d.Attrs), DroppedAttributesCount: uint32(d.Dropped), DroppedEventsCount: uint32(d.Lost),
	}
	if d.Parent != [8]byte{} {
		s.ParentSpanId = d.Parent[:]
	}
	if d.Remote {
		s.Flags |= flagRemote
	}
	switch {
	case d.Failed:
		s.Status = &traces.Status{Code: traces.Status_STATUS_CODE_ERROR, Message: text(d.Message)}
	case d.OK:
		s.Status = &traces.Status{Code: traces.Status_STATUS_CODE_OK}
	}
	for _, e := range d.Events {
		s.Events = append(s.Events, &traces.Span_Event{Name: text(e.Name), TimeUnixNano: nano(e.At), Attributes: attributesOf(e.Attrs)})
	}
	for i := range d.Links {
		l := &d.Links[i]
		s.Links = append(s.Links, &traces.Span_Link{TraceId: l.Trace[:], SpanId: l.ID[:], TraceState: l.State, Attributes: attributesOf(l.Attrs)})
	}
	return s
}

func nano(t time.Time) uint64 {
	if t.IsZero() {
		return 0
	}
	return uint64(max(0, t.UnixNano()))
}

// text returns valid UTF-8 of a limited length, which is all that OTLP can carry.
func text(s string) string {
	if len(s) > longestText {
		s = s[:longestText]
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

func attributesOf(attrs []slog.Attr) []*common.KeyValue {
	if len(attrs) == 0 {
		return nil
	}
	list := make([]*common.KeyValue, len(attrs))
	// Most values are texts. Their memory is taken at once: there are many of them.
	pairs, values, texts := make([]common.KeyValue, len(attrs)), make([]common.AnyValue, len(attrs)), make([]common.AnyValue_StringValue, len(attrs))
	for i, a := range attrs {
		list[i] = &pairs[i]
		pairs[i].Key = text(a.Key)
		if a.Value.Kind() != slog.KindString {
			pairs[i].Value = valueOf(a.Value)
			continue
		}
		texts[i].StringValue = text(a.Value.String())
		values[i].Value = &texts[i]
		pairs[i].Value = &values[i]
	}
	return list
}

func valueOf(v slog.Value) *common.AnyValue {
	switch v.Kind() {
	case slog.KindString:
		return textValue(v.String())
	case slog.KindInt64:
		return &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: v.Int64()}}
	case slog.KindUint64:
		return &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: int64(v.Uint64())}}
	case slog.KindFloat64:
		return &common.AnyValue{Value: &common.AnyValue_DoubleValue{DoubleValue: v.Float64()}}
	case slog.KindBool:
		return &common.AnyValue{Value: &common.AnyValue_BoolValue{BoolValue: v.Bool()}}
	case slog.KindAny:
		if list, ok := v.Any().([]slog.Value); ok {
			array := &common.ArrayValue{}
			for _, one := range list {
				array.Values = append(array.Values, valueOf(one))
			}
			return &common.AnyValue{Value: &common.AnyValue_ArrayValue{ArrayValue: array}}
		}
		return textValue(fmt.Sprint(v.Any()))
	default:
		return textValue(v.String())
	}
}

func textValue(s string) *common.AnyValue {
	return &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: text(s)}}
}
