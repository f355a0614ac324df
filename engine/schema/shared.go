package schema

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Package jsonschema uses these functions so that both packages format paths, resolve escapes and read
// patterns in the same way.

// longestKey limits how much of a sender's key is repeated in a message to the sender.
const longestKey = 64

// WriteName appends a property's name to a path: after a dot, or in brackets if it could be misread after a
// dot.
func WriteName(b *strings.Builder, name string) {
	if !isIdentifier(name) {
		b.WriteString("[" + QuoteKey(name) + "]")
		return
	}
	if b.Len() > 0 {
		b.WriteByte('.')
	}
	b.WriteString(name)
}

// QuoteKey formats a sender's key for a message: no more than its beginning, without characters that have an
// effect in a terminal or a log.
func QuoteKey(name string) string {
	if len(name) > longestKey {
		name = name[:longestKey]
	}
	return strconv.QuoteToASCII(name)
}

// AppendUnescaped appends the text between the quotes of a JSON string that [CheckJSON] has accepted, with
// its escapes resolved.
func AppendUnescaped(dst []byte, raw string) []byte {
	for {
		plain := strings.IndexByte(raw, '\\')
		if plain < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:plain]...)
		r, rest := unescapeOne(raw[plain+1:])
		dst = utf8.AppendRune(dst, r)
		raw = rest
	}
}

// CompilePattern compiles a regular expression of a JSON Schema: the part of ECMAScript that can be matched
// in time linear to the text.
func CompilePattern(source string) (match func(text string) bool, err error) {
	p, err := compilePattern(Regexp{Source: source})
	return p.match, err
}
