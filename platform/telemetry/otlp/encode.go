package otlp

import (
	"encoding/binary"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/fwrun/fwrun/platform/trace"
)

// The lengths to which the text of an attribute is cut.
const (
	longestText = 8 << 10   // of a span
	longestLine = 256 << 10 // of a line of the log, whose texts are limited where it is written
)

// The flags of a span: whether its parent is in another process, and that this is known.
const (
	flagSampled     = 0x001
	flagKnowsRemote = 0x100
	flagRemote      = 0x200
)

// appendSpan appends a span as OTLP has it: an opentelemetry.proto.trace.v1.Span, whose fields are numbered here.
func appendSpan(b []byte, d *trace.Data) []byte {
	b = appendBytes(b, 1, d.Trace[:])
	b = appendBytes(b, 2, d.ID[:])
	b = appendText(b, 3, d.State)
	if d.Parent != [8]byte{} {
		b = appendBytes(b, 4, d.Parent[:])
	}
	b = appendText(b, 5, d.Name)
	b = appendNumber(b, 6, uint64(d.Kind)+1) // OTLP counts from 1
	b = appendTime(b, 7, d.Begin)
	b = appendTime(b, 8, d.End)
	b = appendAttrs(b, 9, d.Attrs, longestText)
	b = appendNumber(b, 10, uint64(uint32(d.Dropped)))
	for i := range d.Events {
		e, from := &d.Events[i], 0
		b, from = openMessage(b, 11)
		b = appendTime(b, 1, e.At)
		b = appendText(b, 2, e.Name)
		b = appendAttrs(b, 3, e.Attrs, longestText)
		b = closeMessage(b, from)
	}
	b = appendNumber(b, 12, uint64(uint32(d.Lost)))
	for i := range d.Links {
		l, from := &d.Links[i], 0
		b, from = openMessage(b, 13)
		b = appendBytes(b, 1, l.Trace[:])
		b = appendBytes(b, 2, l.ID[:])
		b = appendText(b, 3, l.State)
		b = appendAttrs(b, 4, l.Attrs, longestText)
		b = closeMessage(b, from)
	}
	b = appendStatus(b, d)
	flags := uint32(flagSampled | flagKnowsRemote)
	if d.Remote {
		flags |= flagRemote
	}
	return protowire.AppendFixed32(protowire.AppendTag(b, 16, protowire.Fixed32Type), flags)
}

// The codes of a status.
const (
	statusOK    = 1
	statusError = 2
)

func appendStatus(b []byte, d *trace.Data) []byte {
	if !d.Failed && !d.OK {
		return b
	}
	b, from := openMessage(b, 15)
	if d.Failed {
		b = appendNumber(appendText(b, 2, d.Message), 3, statusError)
	} else {
		b = appendNumber(b, 3, statusOK)
	}
	return closeMessage(b, from)
}

func appendAttrs(b []byte, field protowire.Number, attrs []slog.Attr, longest int) []byte {
	for i := range attrs {
		a, from, value := &attrs[i], 0, 0
		b, from = openMessage(b, field)
		b = appendText(b, 1, a.Key)
		b, value = openMessage(b, 2)
		b = appendValue(b, a.Value, longest)
		b = closeMessage(closeMessage(b, value), from)
	}
	return b
}

// appendValue appends the field of an AnyValue, which is there even if it is empty or zero, but not for nothing.
func appendValue(b []byte, v slog.Value, longest int) []byte {
	switch v.Kind() {
	case slog.KindBool:
		return protowire.AppendVarint(protowire.AppendTag(b, 2, protowire.VarintType), protowire.EncodeBool(v.Bool()))
	case slog.KindInt64:
		return protowire.AppendVarint(protowire.AppendTag(b, 3, protowire.VarintType), uint64(v.Int64()))
	case slog.KindUint64:
		return protowire.AppendVarint(protowire.AppendTag(b, 3, protowire.VarintType), v.Uint64())
	case slog.KindFloat64:
		return protowire.AppendFixed64(protowire.AppendTag(b, 4, protowire.Fixed64Type), math.Float64bits(v.Float64()))
	case slog.KindGroup:
		b, from := openMessage(b, 6)
		return closeMessage(appendAttrs(b, 1, v.Group(), longest), from)
	case slog.KindAny:
		if list, ok := v.Any().([]slog.Value); ok {
			return appendList(b, list, longest)
		}
		if v.Any() == nil {
			return b
		}
		return appendTextValue(b, fmt.Sprint(v.Any()), longest)
	default:
		return appendTextValue(b, v.String(), longest)
	}
}

func appendTextValue(b []byte, s string, longest int) []byte {
	return protowire.AppendString(protowire.AppendTag(b, 1, protowire.BytesType), text(s, longest))
}

func appendList(b []byte, list []slog.Value, longest int) []byte {
	b, from := openMessage(b, 5)
	for _, one := range list {
		element := 0
		b, element = openMessage(b, 1)
		b = closeMessage(appendValue(b, one, longest), element)
	}
	return closeMessage(b, from)
}

// openMessage begins a message within another one. What is appended until closeMessage is in it.
func openMessage(b []byte, field protowire.Number) (_ []byte, from int) {
	b = append(protowire.AppendTag(b, field, protowire.BytesType), 0) // most are shorter than 128 bytes: so is the length one byte
	return b, len(b)
}

func closeMessage(b []byte, from int) []byte {
	size := len(b) - from
	if size < 0x80 {
		b[from-1] = byte(size)
		return b
	}
	var room [binary.MaxVarintLen64]byte
	length := protowire.AppendVarint(room[:0], uint64(size))
	b = append(b, length[1:]...) // as many bytes as it has to move
	copy(b[from-1+len(length):], b[from:from+size])
	copy(b[from-1:], length)
	return b
}

func appendBytes(b []byte, field protowire.Number, of []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), of)
}

// appendText appends a field of text, unless that is empty.
func appendText(b []byte, field protowire.Number, s string) []byte {
	if s == "" {
		return b
	}
	return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), text(s, longestText))
}

// appendNumber appends a number, unless that is zero.
func appendNumber(b []byte, field protowire.Number, n uint64) []byte {
	if n == 0 {
		return b
	}
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), n)
}

// appendTime appends a time in nanoseconds since 1970, unless that is zero.
func appendTime(b []byte, field protowire.Number, t time.Time) []byte {
	if t.IsZero() || t.UnixNano() <= 0 {
		return b
	}
	return protowire.AppendFixed64(protowire.AppendTag(b, field, protowire.Fixed64Type), uint64(t.UnixNano()))
}

// text returns valid UTF-8 of a limited length, which is all that OTLP can carry.
func text(s string, longest int) string {
	if len(s) > longest {
		s = s[:longest]
	}
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
