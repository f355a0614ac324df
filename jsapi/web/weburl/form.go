package weburl

import (
	"strings"

	"github.com/fwrun/fwrun/jsapi/web/encodings"
)

// Pair is a name and a value.
type Pair [2]string

// ParseForm reads application/x-www-form-urlencoded text.
func ParseForm(text string) []Pair {
	var pairs []Pair
	for piece := range strings.SplitSeq(text, "&") {
		if piece == "" {
			continue
		}
		name, value, _ := strings.Cut(piece, "=")
		pairs = append(pairs, Pair{formDecode(name), formDecode(value)})
	}
	return pairs
}

func formDecode(text string) string {
	decoded, _ := encodings.UTF8([]byte(decode(strings.ReplaceAll(text, "+", " "))))
	return decoded
}

// SerializeForm writes application/x-www-form-urlencoded text.
func SerializeForm(pairs []Pair) string {
	var out strings.Builder
	for i, pair := range pairs {
		if i > 0 {
			out.WriteByte('&')
		}
		formEncode(&out, pair[0])
		out.WriteByte('=')
		formEncode(&out, pair[1])
	}
	return out.String()
}

func formEncode(out *strings.Builder, text string) {
	for _, c := range text {
		if c == ' ' {
			out.WriteByte('+')
		} else {
			encodeRune(out, c, formSet)
		}
	}
}
