package otlp

import (
	"context"
	"log/slog"
	"math"
	"reflect"
	"slices"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/fwrun/fwrun/platform/trace"
)

// Log returns a handler that sends what is logged, besides giving it to another one. Without logs it returns the other one.
func (t *Telemetry) Log(besides slog.Handler) slog.Handler {
	if t == nil || t.logs == nil {
		return besides
	}
	return slog.NewMultiHandler(besides, logHandler{t.logs, []group{{}}})
}

// logHandler sends lines with the trace and the span in which they are logged.
type logHandler struct {
	queue *queue
	open  []group // of which the first one is the line itself
}

// group has what was given to WithAttrs since WithGroup.
type group struct {
	name  string
	attrs []slog.Attr
}

// Enabled implements [slog.Handler]: what is logged at all is sent.
func (logHandler) Enabled(context.Context, slog.Level) bool { return true }

// WithAttrs implements [slog.Handler].
func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	open := slices.Clone(h.open)
	inner := &open[len(open)-1]
	inner.attrs = appendPlain(slices.Clone(inner.attrs), attrs)
	return logHandler{h.queue, open}
}

// WithGroup implements [slog.Handler].
func (h logHandler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	return logHandler{h.queue, append(slices.Clone(h.open), group{name: name})}
}

// Handle implements [slog.Handler].
func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
	room := h.queue.open()
	if room == nil {
		return nil
	}
	found, traced := trace.From(ctx)
	attrs := make([]slog.Attr, 0, record.NumAttrs())
	record.Attrs(func(a slog.Attr) bool {
		if !traced || a.Key != "trace" && a.Key != "span" { // the line has them already
			attrs = appendPlain(attrs, []slog.Attr{a})
		}
		return true
	})
	for _, g := range slices.Backward(h.open) {
		attrs = slices.Concat(g.attrs, attrs)
		if g.name != "" && len(attrs) > 0 {
			attrs = []slog.Attr{{Key: g.name, Value: slog.GroupValue(attrs...)}}
		}
	}
	*room = appendRecord(*room, record, attrs)
	if traced {
		id, span, sampled := found.Place()
		*room = appendPlace(*room, id, span, sampled)
	}
	h.queue.put(room)
	return nil
}

// The numbers of levels begin at 1, and INFO is 9.
const (
	infoNumber = 9
	mostNumber = 24
)

// appendRecord appends a line as OTLP has it: an opentelemetry.proto.logs.v1.LogRecord, whose fields are numbered here.
func appendRecord(b []byte, r slog.Record, attrs []slog.Attr) []byte {
	b = appendTime(b, 1, r.Time)
	b = appendNumber(b, 2, uint64(min(max(int(r.Level)+infoNumber, 1), mostNumber)))
	b = appendText(b, 3, r.Level.String())
	b, from := openMessage(b, 5)
	b = closeMessage(appendTextValue(b, r.Message, longestLine), from)
	b = appendAttrs(b, 6, attrs, longestLine)
	return appendTime(b, 11, time.Now())
}

func appendPlace(b []byte, id [16]byte, span [8]byte, sampled bool) []byte {
	if sampled {
		b = protowire.AppendFixed32(protowire.AppendTag(b, 8, protowire.Fixed32Type), flagSampled)
	}
	return appendBytes(appendBytes(b, 9, id[:]), 10, span[:])
}

// appendPlain appends attributes as OTLP has them: without empty ones, and with those of a group without a name in its place.
func appendPlain(list, attrs []slog.Attr) []slog.Attr {
	for _, a := range attrs {
		switch {
		case a.Equal(slog.Attr{}):
		case a.Key == "" && a.Value.Kind() == slog.KindGroup:
			list = appendPlain(list, a.Value.Group())
		default:
			list = append(list, slog.Attr{Key: a.Key, Value: plain(a.Value)})
		}
	}
	return list
}

// plain returns a value of a line as OTLP has it. Times and durations are nanoseconds.
func plain(v slog.Value) slog.Value {
	switch v = v.Resolve(); v.Kind() {
	case slog.KindDuration:
		return slog.Int64Value(int64(v.Duration()))
	case slog.KindTime:
		return slog.Int64Value(v.Time().UnixNano())
	case slog.KindUint64:
		if v.Uint64() > math.MaxInt64 {
			return slog.Float64Value(float64(v.Uint64()))
		}
	case slog.KindGroup:
		return slog.GroupValue(appendPlain(nil, v.Group())...)
	case slog.KindAny:
		list := reflect.ValueOf(v.Any())
		if list.Kind() != reflect.Slice {
			return v
		}
		values := make([]slog.Value, list.Len())
		for i := range values {
			values[i] = plain(slog.AnyValue(list.Index(i).Interface()))
		}
		return slog.AnyValue(values)
	}
	return v
}
