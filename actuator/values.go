package actuator

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// ShowValues says who sees the values of properties.
type ShowValues string

// The choices, with the words of the configuration.
const (
	ShowNever      ShowValues = "never"
	ShowAuthorized ShowValues = "when-authorized"
	ShowAlways     ShowValues = "always"
)

// to reports whether the client that sent the request sees values.
func (s ShowValues) to(r *Request) bool { return s == ShowAlways || s == ShowAuthorized && r.Known }

// Masked replaces a value that is not shown.
const Masked = "******"

// hidden replaces the values of a tree of maps and lists, and keeps its shape. Null stays null.
func hidden(value any) any {
	switch value := value.(type) {
	case nil:
		return nil
	case map[string]any:
		out := make(map[string]any, len(value))
		for name, one := range value {
			out[name] = hidden(one)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, one := range value {
			out[i] = hidden(one)
		}
		return out
	default:
		return Masked
	}
}

// Period writes a duration as Java and ISO 8601 do: PT5S, PT1H30M, PT0.25S.
func Period(d time.Duration) string {
	if d == 0 {
		return "PT0S"
	}
	sign := ""
	if d < 0 {
		sign = "-"
	}
	size := uint64(d.Abs())
	var text strings.Builder
	text.WriteString("PT")
	for _, part := range []struct {
		unit uint64
		name string
	}{{uint64(time.Hour), "H"}, {uint64(time.Minute), "M"}} {
		if n := size / part.unit; n > 0 {
			text.WriteString(sign + strconv.FormatUint(n, 10) + part.name)
			size %= part.unit
		}
	}
	if size > 0 {
		text.WriteString(sign + strconv.FormatFloat(math.Round(float64(size))/1e9, 'f', -1, 64) + "S")
	}
	return text.String()
}
