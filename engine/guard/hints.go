package guard

import (
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja/ast"

	"github.com/fwrun/fwrun/engine/pattern"
)

// hinted reports whether the program's text suggests that a walk may find something; true if the text is not
// known. It takes a fiftieth of a walk's time.
func hinted(program *ast.Program, hint func(source string) bool) bool {
	return program.File == nil || hint(program.File.Source())
}

// mayHaveBigInt reports whether a text has the name BigInt or literals such as 1n and 0xFn.
func mayHaveBigInt(source string) bool {
	if strings.Contains(source, "BigInt") {
		return true
	}
	for i := 1; i < len(source); i++ {
		next := strings.IndexByte(source[i:], 'n')
		if next < 0 {
			return false
		}
		i += next
		if hexDigit(source[i-1]) && (i+1 == len(source) || !wordChar(source[i+1])) && beginsWithDigit(source[:i]) {
			return true
		}
	}
	return false
}

// beginsWithDigit reports whether the word at the end of a text does: that of 0xFn does, that of then and of token1n does not.
func beginsWithDigit(text string) bool {
	at := len(text)
	for at > 0 && wordChar(text[at-1]) {
		at--
	}
	return at < len(text) && text[at] >= '0' && text[at] <= '9'
}

// mayHaveForeignRegexp reports whether a text may have a regular expression that goja would misunderstand:
// property escapes, modifiers, surrogates, groups with names, or slashes followed by the flags d or v.
func mayHaveForeignRegexp(source string) bool {
	for _, text := range []string{`\p{`, `\P{`, "(?i", "(?m", "(?s", "(?-", `\ud`, `\uD`} {
		if strings.Contains(source, text) {
			return true
		}
	}
	if strings.Count(source, "(?<") > 1 || pattern.MayNeedExact(source) || mayHaveRareCase(source) { // two groups may have the same name
		return true
	}
	for i := 0; i < len(source); i++ {
		next := strings.IndexByte(source[i:], '/')
		if next < 0 {
			return false
		}
		i += next
		if endsInForeignFlags(source[i+1 : min(len(source), i+10)]) {
			return true
		}
	}
	return false
}

func mayHaveEval(source string) bool { return strings.Contains(source, "eval(") }

// mayHaveRareCase reports whether a text may have an expression with characters whose case goja ignores where the language does not, or with
// ranges of them.
func mayHaveRareCase(source string) bool {
	for _, text := range []string{
		`-\u`, `\u212`, `\u017`, `\u1e9`, `\u1E9`, `\u03f`, `\u03F`, "\u212a", "\u212b", "\u2126", "\u017f", "\u1e9e", "\u03f4",
	} {
		if strings.Contains(source, text) {
			return true
		}
	}
	return false
}

// mayHavePrivateIn reports whether a text may ask for a private member, as in #name in object.
func mayHavePrivateIn(source string) bool {
	for {
		_, rest, found := strings.Cut(source, "#")
		if !found {
			return false
		}
		end := 0
		for end < len(rest) && (wordChar(rest[end]) || rest[end] >= utf8.RuneSelf || rest[end] == '\\') {
			end++
		}
		if end > 0 && strings.HasPrefix(strings.TrimLeft(rest[end:], " \t\r\n"), "in") {
			return true
		}
		source = rest
	}
}

func endsInForeignFlags(rest string) bool {
	flags := rest[:len(rest)-len(strings.TrimLeft(rest, "dgimsuvy"))]
	return strings.ContainsAny(flags, "dv") && (len(flags) == len(rest) || !wordChar(rest[len(flags)]))
}

func hexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func wordChar(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
}
