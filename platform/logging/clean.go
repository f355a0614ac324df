package logging

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/config"
)

const (
	maxText    = 16 << 10  // bytes of a field
	maxMessage = 65 << 10  // bytes of a message
	maxLine    = 256 << 10 // bytes of all texts of a line
	maxValues  = 1000      // of all fields of a line
	maxDepth   = 8         // of fields in fields
)

// cleaner removes secrets from what is logged, and limits its size. It is for one line.
type cleaner struct{ bytes, values int }

func newCleaner() *cleaner { return &cleaner{maxLine, maxValues} }

func (c *cleaner) message(text string) string { return c.harmless(text, maxMessage) }

// attrs cleans fields at the given depth of nesting.
func (c *cleaner) attrs(attrs []slog.Attr, depth int) []slog.Attr {
	kept := make([]slog.Attr, 0, min(len(attrs), c.values)+3)
	for i, a := range attrs {
		if c.values--; c.values < 0 {
			return append(kept, slog.String("…", strconv.Itoa(len(attrs)-i)+" more"))
		}
		kept = append(kept, slog.Attr{Key: c.text(a.Key), Value: c.field(a.Key, a.Value, depth)})
	}
	return kept
}

// field cleans the value of a named field.
func (c *cleaner) field(name string, v slog.Value, depth int) slog.Value {
	if config.IsSecret(name) && !isNothing(v) {
		return slog.StringValue(config.Mask(name, ""))
	}
	return c.value(v.Resolve(), depth)
}

func isNothing(v slog.Value) bool { return v.Kind() == slog.KindAny && v.Any() == nil }

func (c *cleaner) value(v slog.Value, depth int) slog.Value {
	switch v.Kind() {
	case slog.KindString:
		return slog.StringValue(c.text(v.String()))
	case slog.KindFloat64:
		if f := v.Float64(); math.IsNaN(f) || math.IsInf(f, 0) {
			return slog.StringValue(strconv.FormatFloat(f, 'g', -1, 64))
		}
		return v
	case slog.KindGroup:
		if depth >= maxDepth {
			return slog.StringValue("{…}")
		}
		if len(v.Group()) == 0 {
			return slog.AnyValue(struct{}{}) // a group would not be written
		}
		return slog.GroupValue(c.attrs(v.Group(), depth+1)...)
	case slog.KindAny:
		return c.any(v.Any(), depth)
	default:
		return v
	}
}

// any cleans a Go value.
func (c *cleaner) any(value any, depth int) slog.Value {
	switch value := value.(type) {
	case nil:
		return slog.AnyValue(nil)
	case slog.Value:
		return c.value(value.Resolve(), depth)
	case error:
		return slog.StringValue(c.text(textBy(value, value.Error)))
	case []byte:
		return slog.StringValue(c.text(string(value)))
	case []any:
		return c.list(len(value), func(i int) any { return value[i] }, depth)
	case []string:
		return c.list(len(value), func(i int) any { return value[i] }, depth)
	case map[string]any:
		attrs := make([]slog.Attr, 0, len(value))
		for _, name := range slices.Sorted(maps.Keys(value)) {
			attrs = append(attrs, slog.Any(name, value[name]))
		}
		return c.value(slog.GroupValue(attrs...), depth)
	}
	if simple := slog.AnyValue(value); simple.Kind() != slog.KindAny {
		return c.value(simple.Resolve(), depth)
	}
	if value, ok := value.(fmt.Stringer); ok {
		return slog.StringValue(c.text(textBy(value, value.String)))
	}
	return c.data(value, depth)
}

// textBy returns the text that a method of value returns, or the type of value if the method panics, as
// it may for a nil pointer.
func textBy(value any, how func() string) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("%T", value)
		}
	}()
	return how()
}

// data cleans a value of any other type by way of its JSON.
func (c *cleaner) data(value any, depth int) slog.Value {
	text, err := json.Marshal(value)
	if err != nil {
		return slog.StringValue(fmt.Sprintf("%T", value))
	}
	var plain any
	if json.Unmarshal(text, &plain) != nil {
		return slog.StringValue(fmt.Sprintf("%T", value))
	}
	return c.any(plain, depth)
}

func (c *cleaner) list(length int, at func(int) any, depth int) slog.Value {
	if depth >= maxDepth {
		return slog.StringValue("[…]")
	}
	kept := make(list, 0, min(length, max(0, c.values)))
	for i := range length {
		if c.values--; c.values < 0 {
			kept = append(kept, slog.StringValue("… "+strconv.Itoa(length-i)+" more"))
			break
		}
		kept = append(kept, c.any(at(i), depth+1))
	}
	return slog.AnyValue(kept)
}

func (c *cleaner) text(text string) string { return c.harmless(text, maxText) }

// harmless cleans a text, cuts it to the limit, and counts it against the bytes that are left for the line.
func (c *cleaner) harmless(text string, limit int) string {
	text = inReadingOrder(withoutPasswords(text))
	limit = min(limit, max(0, c.bytes))
	c.bytes -= min(len(text), limit)
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "… (" + strconv.Itoa(len(text)-limit) + " bytes more)"
}

// withoutPasswords returns a text without the passwords in its URLs.
func withoutPasswords(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	return config.Mask("", text)
}

// turners are the characters that change the direction in which what follows is shown, so that a line seems to say something else.
const turners = "\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"

// inReadingOrder returns a text with escapes in place of such characters.
func inReadingOrder(text string) string {
	if strings.IndexByte(text, 0xD8) < 0 && strings.IndexByte(text, 0xE2) < 0 { // their first bytes; most texts have neither
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune(turners, r) {
			fmt.Fprintf(&b, `\u%04X`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
