package fault

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// Spot is what a problem points at: a place, and how much of its line is underlined.
type Spot struct {
	Place
	Length int // in UTF-16 code units
}

// SpotOf returns the spot of a text that is written at a place.
func SpotOf(place Place, text string) Spot { return Spot{place, Width(text)} }

// Width counts UTF-16 code units, as columns do.
func Width(text string) int { return len(utf16.Encode([]rune(text))) }

// Problem returns a diagnostic at the spot.
func (s Spot) Problem(code, format string, args ...any) Diagnostic {
	return Diagnostic{Code: code, Place: s.Place, Length: s.Length, Message: fmt.Sprintf(format, args...)}
}

// Explain adds why something is a mistake, and how to correct it.
func Explain(d Diagnostic, why, hint string) Diagnostic {
	d.Why, d.Hint = why, hint
	return d
}

// DidYouMean returns the best hint for a name that is not known: the nearest one of those that are,
// in the format, or else another hint.
func DidYouMean(format, name string, names []string, otherwise string) string {
	if near := Nearest(name, names); near != "" {
		return "did you mean " + fmt.Sprintf(format, near) + "?"
	}
	return otherwise
}

// Article puts a or an before a name, going by its first letter.
func Article(name string) string {
	if name != "" && strings.ContainsRune("aeioAEIO", rune(name[0])) || strings.HasPrefix(name, "Http") {
		return "an " + name
	}
	return "a " + name
}
