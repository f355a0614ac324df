package otlp

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/trace"
)

func TestSpanOf(t *testing.T) {
	begin := time.Unix(1000, 0)
	s := spanOf(&trace.Data{
		Trace: [16]byte{1}, ID: [8]byte{2}, Parent: [8]byte{3}, Remote: true, Name: "a\xff", Kind: trace.Client, Begin: begin, End: begin.Add(time.Second),
		Attrs: []slog.Attr{
			slog.String("text", strings.Repeat("a", longestText+1)), slog.Int("number", 7), slog.Bool("flag", true), slog.Float64("share", 0.5),
			slog.Any("list", []slog.Value{slog.StringValue("x"), slog.Int64Value(1)}), slog.Duration("took", time.Second),
		},
		Events: []trace.Event{{Name: "e", At: begin}}, Links: []trace.Link{{Trace: [16]byte{4}, ID: [8]byte{5}}}, Failed: true, Message: "no", Dropped: 2,
	})
	if s.Name != "a\uFFFD" || s.Kind.String() != "SPAN_KIND_CLIENT" || s.EndTimeUnixNano-s.StartTimeUnixNano != 1e9 || s.Flags != 0x301 || s.DroppedAttributesCount != 2 {
		t.Errorf("got %v", s)
	}
	if len(s.ParentSpanId) != 8 || len(s.Events) != 1 || len(s.Links) != 1 || s.Status.Message != "no" || s.Status.Code.String() != "STATUS_CODE_ERROR" {
		t.Errorf("got %v", s)
	}
	for i, want := range []string{"", "int_value:7", "bool_value:true", "double_value:0.5", "x", `string_value:"1s"`} {
		if got := s.Attributes[i].Value.String(); i > 0 && !strings.Contains(got, want) {
			t.Errorf("the attribute %s is %s", s.Attributes[i].Key, got)
		}
	}
	if n := len(s.Attributes[0].Value.GetStringValue()); n != longestText {
		t.Errorf("a text has %d bytes", n)
	}
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
