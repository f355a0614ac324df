package telemetry

import (
	"strings"
	"unicode/utf8"
)

// longestValue is the longest value of a label, in bytes. What is longer is cut.
const longestValue = 200

// cleaned makes values that every reader takes: UTF-8, without control characters, of a limited length.
func cleaned(values []string) []string {
	for i, v := range values {
		if len(v) > longestValue {
			cut := longestValue
			for cut > 0 && !utf8.RuneStart(v[cut]) {
				cut--
			}
			v = v[:cut] + "…"
		}
		if !utf8.ValidString(v) {
			v = strings.ToValidUTF8(v, "\uFFFD")
		}
		values[i] = strings.Clone(strings.Map(visible, v))
	}
	return values
}

func visible(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}
