package guard

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/dop251/goja"
)

// escapePattern is RegExp.escape: a text as an expression that matches it, also as a part of a larger one.
func (g *guard) escapePattern(call goja.FunctionCall) goja.Value {
	s, ok := call.Argument(0).(goja.String)
	if !ok {
		g.fail(g.typeError, "RegExp.escape: the argument is not a string")
	}
	if s.Length() > g.limits.StringLength/6 {
		g.checkText(int64(s.Length()) * 6)
	}
	g.spend(s.Length() / 8)
	var b goja.StringBuilder
	for at := 0; at < s.Length(); {
		c, size := unitAt(s, at, true)
		if at == 0 && (c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z') {
			b.WriteUTF8String(fmt.Sprintf(`\x%02x`, c))
		} else {
			b.WriteUTF8String(escapedInPattern(c))
		}
		at += size
	}
	return b.String()
}

func escapedInPattern(c rune) string {
	const controls = "\t\n\v\f\r"
	switch {
	case c < 0x80 && strings.ContainsRune(`^$\.*+?()[]{}|/`, c):
		return `\` + string(c)
	case c < 0x80 && strings.ContainsRune(controls, c):
		return `\` + string("tnvfr"[strings.IndexRune(controls, c)])
	case strings.ContainsRune(",-=<>#&!%:;@~'`\" \u00a0", c):
		return fmt.Sprintf(`\x%02x`, c)
	case utf16.IsSurrogate(c) || isOtherSpace(c):
		return escapedUnit(uint16(c))
	}
	return string(c)
}

// isOtherSpace reports whether a character is white space, or ends a line, beyond Latin-1.
func isOtherSpace(c rune) bool {
	switch c {
	case 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return c >= 0x2000 && c <= 0x200A
}
