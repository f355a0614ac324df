package schema

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// What is here is for package jsonschema, so that both show paths, resolve escapes and read
// patterns in the same way.

// longestKey bounds how much of a sender's key is repeated to it.
const longestKey = 64

// WriteName adds a property's name to a path: behind a dot, or in brackets when it could be
// misread there.
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

// QuoteKey repeats a sender's key to it: no more than its beginning, and nothing that a
// terminal or a log could take for something else.
func QuoteKey(name string) string {
	if len(name) > longestKey {
		name = name[:longestKey]
	}
	return strconv.QuoteToASCII(name)
}

// AppendUnescaped appends what is between the quotes of a JSON string that [CheckJSON] has
// accepted, its escapes resolved.
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

// CompilePattern reads a regular expression of a JSON Schema: ECMAScript, as far as it can be
// matched in time linear to the text.
func CompilePattern(source string) (match func(text string) bool, err error) {
	p, err := compilePattern(Regexp{Source: source})
	return p.match, err
}
