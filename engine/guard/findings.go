package guard

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// Finding is a regular expression that goja cannot do, or does wrong without a word.
type Finding struct {
	Idx    file.Idx // of the literal, as in the program's file set
	Reason string
}

// CheckRegexps looks at the regular expression literals of a program, in the order of
// their positions.
func CheckRegexps(program *ast.Program) []Finding {
	if !hinted(program, mayHaveBadRegexp) {
		return nil
	}
	var found []Finding
	walk(program, func(slot *ast.Expression) {
		literal, ok := (*slot).(*ast.RegExpLiteral)
		if !ok {
			return
		}
		if reason := unsupported(literal.Pattern, literal.Flags); reason != "" {
			found = append(found, Finding{literal.Idx, reason})
		}
	})
	return found
}

// unsupported returns what is wrong with a regular expression here; empty for nothing.
func unsupported(pattern, flags string) string {
	switch {
	case strings.Contains(flags, "v"):
		return "the flag v is not supported: write the character class without set operations"
	case strings.Contains(flags, "d"):
		return "the flag d is not supported: match.indices is not available"
	}
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			if strings.Contains(flags, "u") && isPropertyEscape(pattern[i:]) {
				return `\p{…} is not supported and would match the letters themselves: list the characters as a class`
			}
			i++
		case '(':
			if isInlineFlags(pattern[i:]) {
				return "inline flags such as (?i:…) are not supported: set the flag for the whole expression"
			}
		}
	}
	return ""
}

func isPropertyEscape(s string) bool {
	return strings.HasPrefix(s, `\p{`) || strings.HasPrefix(s, `\P{`)
}

// isInlineFlags recognises (?i:, (?-i: and (?s-m:.
func isInlineFlags(s string) bool {
	rest, ok := strings.CutPrefix(s, "(?")
	if !ok {
		return false
	}
	letters := strings.TrimLeft(rest, "ims-")
	return len(letters) < len(rest) && strings.HasPrefix(letters, ":")
}
