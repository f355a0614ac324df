package bundle

import (
	"bytes"
	"strings"
)

// accessorWords begin other members than fields. The script engine's parser takes a field of this name for the begin of one, if it has an
// initializer: get = 1, #set = 2, static async = 3. Written with an escape, which means the same, it does not.
var accessorWords = []struct{ word, escaped string }{{"get", `g\u0065t`}, {"set", `s\u0065t`}, {"async", `as\u0079nc`}}

// mendFields escapes the names of such fields. What else has the form of one at the begin of a line, which is all that is looked at, is an
// assignment to a variable or a line of a template; these remain what they are. Places in the initializer are behind by the escape's length.
func mendFields(code []byte) []byte {
	for _, w := range accessorWords {
		code = mendField(code, w.word, w.escaped)
	}
	return code
}

func mendField(code []byte, word, escaped string) []byte {
	field := []byte(word + " = ")
	at := bytes.Index(code, field)
	if at < 0 {
		return code
	}
	var out []byte
	for ; at >= 0; at = bytes.Index(code, field) {
		begin := code[bytes.LastIndexByte(code[:at], '\n')+1 : at]
		out = append(out, code[:at]...)
		if isFieldBegin(string(begin)) {
			out = append(out, escaped...)
		} else {
			out = append(out, word...)
		}
		code = code[at+len(word):]
	}
	return append(out, code...)
}

// isFieldBegin reports whether a text is what the bundler writes before the name of a field.
func isFieldBegin(text string) bool {
	words := strings.TrimLeft(text, " ")
	return len(words) < len(text) && strings.TrimSuffix(strings.TrimPrefix(words, "static "), "#") == ""
}
