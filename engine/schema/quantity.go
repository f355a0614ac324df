package schema

import (
	"time"

	"github.com/fwrun/fwrun/platform/units"
)

const (
	expectedDuration = "a duration such as 5s, 250ms or 2h"
	expectedSize     = "a size such as 10MiB, 500kB or 4096"
)

// Quantity parses a Duration in milliseconds, or a Size in bytes, with package units. ok is false for any
// other kind.
func Quantity(k Kind, text string) (value any, ok bool) {
	f, ok := parseQuantity(k, text)
	if n := int64(f); float64(n) == f {
		return n, ok
	}
	return f, ok
}

func parseQuantity(k Kind, text string) (float64, bool) {
	switch k {
	case Duration:
		d, ok := units.Duration(text)
		return float64(d) / float64(time.Millisecond), ok
	case Size:
		n, ok := units.Size(text)
		return float64(n), ok && n <= maxSafe
	default:
		return 0, false
	}
}

func makeQuantity[V any](m Maker[V], f float64) V {
	if n := int64(f); float64(n) == f {
		return m.Int(n)
	}
	return m.Float(f)
}

// unit returns the unit of the bounds of a quantity.
func (t *Type) unit() string {
	switch t.Kind {
	case Duration:
		return " ms"
	case Size:
		return " bytes"
	default:
		return ""
	}
}
