package logging

import (
	"encoding/json"
	"log/slog"
	"time"
)

// list holds several values that have been cleaned.
type list []slog.Value

// MarshalJSON writes the values, with the fields of groups in their order.
func (l list) MarshalJSON() ([]byte, error) { return appendList(nil, l), nil }

// String returns the list as JSON.
func (l list) String() string { return string(appendList(nil, l)) }

func appendList(b []byte, values list) []byte {
	b = append(b, '[')
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, v)
	}
	return append(b, ']')
}

func appendValue(b []byte, v slog.Value) []byte {
	switch v.Kind() {
	case slog.KindGroup:
		b = append(b, '{')
		for i, a := range v.Group() {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendPlain(b, a.Key), ':')
			b = appendValue(b, a.Value)
		}
		return append(b, '}')
	case slog.KindTime:
		return appendPlain(b, v.Time().Format(time.RFC3339Nano))
	default:
		if inner, ok := v.Any().(list); ok {
			return appendList(b, inner)
		}
		return appendPlain(b, v.Any())
	}
}

// appendPlain appends a value for which JSON has a form.
func appendPlain(b []byte, value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, text...)
}
