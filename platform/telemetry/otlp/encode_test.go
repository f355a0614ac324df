package otlp

import (
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/fwrun/fwrun/platform/trace"
)

// TestAppendSpan holds the bytes of spans against those that the messages of OTLP become.
func TestAppendSpan(t *testing.T) {
	begin := time.Unix(1000, 0)
	for _, d := range []*trace.Data{
		{Trace: [16]byte{1}, ID: [8]byte{2}, Name: "a", Begin: begin, End: begin},
		{
			Trace: [16]byte{1}, ID: [8]byte{2}, Parent: [8]byte{3}, Remote: true, State: "a=b", Name: "a\xff",
			Kind: trace.Client, Begin: begin, End: begin.Add(time.Second),
			Attrs: []slog.Attr{
				slog.String("text", strings.Repeat("a", longestText+1)), slog.String("longer than a byte says", strings.Repeat("é", 100)),
				slog.Int("number", -7), slog.Uint64("large", math.MaxUint64), slog.Bool("flag", true), slog.Bool("off", false),
				slog.Float64("share", 0.5),
				slog.Any("list", []slog.Value{
					slog.StringValue("x"), slog.Int64Value(1),
					slog.AnyValue([]slog.Value{slog.StringValue(strings.Repeat("b", 200))}),
				}),
				slog.Any("none", []slog.Value{}), slog.Any("else", struct{ A int }{1}),
				slog.Duration("took", time.Second), slog.String("empty", ""), slog.Int("", 0),
			},
			Events: []trace.Event{{Name: "e", At: begin}, {Attrs: []slog.Attr{slog.String("k", strings.Repeat("v", 300))}}},
			Links:  []trace.Link{{Trace: [16]byte{4}, ID: [8]byte{5}}, {State: "c=d", Attrs: []slog.Attr{slog.Int("n", 1)}}},
			Failed: true, Message: "no", Dropped: 2, Lost: 300,
		},
		{Kind: trace.Consumer, Begin: time.Unix(-5, 0), OK: true, Attrs: []slog.Attr{slog.String("long", strings.Repeat("c", 20_000))}},
		{Failed: true},
	} {
		want, err := proto.MarshalOptions{Deterministic: true}.Marshal(messageOf(d))
		if err != nil {
			t.Fatal(err)
		}
		if got := appendSpan([]byte("before"), d); string(got) != "before"+string(want) {
			t.Errorf("%v: got\n%q, want\n%q", d, got, want)
		}
	}
}

// messageOf returns a span as a message of OTLP.
func messageOf(d *trace.Data) *traces.Span {
	s := &traces.Span{
		TraceId: d.Trace[:], SpanId: d.ID[:], TraceState: d.State, Flags: 0x101, Name: text(d.Name, longestText), Kind: traces.Span_SpanKind(d.Kind + 1),
		StartTimeUnixNano: nano(d.Begin), EndTimeUnixNano: nano(d.End), Attributes: pairsOf(d.Attrs),
		DroppedAttributesCount: uint32(d.Dropped), DroppedEventsCount: uint32(d.Lost),
	}
	if d.Parent != [8]byte{} {
		s.ParentSpanId = d.Parent[:]
	}
	if d.Remote {
		s.Flags = 0x301
	}
	switch {
	case d.Failed:
		s.Status = &traces.Status{Code: traces.Status_STATUS_CODE_ERROR, Message: d.Message}
	case d.OK:
		s.Status = &traces.Status{Code: traces.Status_STATUS_CODE_OK}
	}
	for _, e := range d.Events {
		s.Events = append(s.Events, &traces.Span_Event{Name: e.Name, TimeUnixNano: nano(e.At), Attributes: pairsOf(e.Attrs)})
	}
	for i := range d.Links {
		l := &d.Links[i]
		s.Links = append(s.Links, &traces.Span_Link{TraceId: l.Trace[:], SpanId: l.ID[:], TraceState: l.State, Attributes: pairsOf(l.Attrs)})
	}
	return s
}

func nano(t time.Time) uint64 {
	if t.IsZero() {
		return 0
	}
	return uint64(max(0, t.UnixNano()))
}

func pairsOf(attrs []slog.Attr) (list []*common.KeyValue) {
	for _, a := range attrs {
		list = append(list, &common.KeyValue{Key: a.Key, Value: valueOf(a.Value)})
	}
	return list
}

func valueOf(v slog.Value) *common.AnyValue {
	switch v.Kind() {
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
	}
	return &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: text(v.String(), longestText)}}
}

func TestComplaints(t *testing.T) {
	var c complaints
	now := time.Unix(1000, 0)
	for i, want := range []bool{true, false, false, true} {
		again, more := c.next(now.Add(time.Duration(i) * 25 * time.Second))
		if again != want || again && i == 3 && more != 2 {
			t.Errorf("%d: got %t, %d", i, again, more)
		}
	}
}
