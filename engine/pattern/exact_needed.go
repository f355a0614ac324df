package pattern

import (
	"strings"
	"unicode/utf8"
)

// needsExact reports whether the script engine is wrong for an expression without the flag v that [Exactly] reads.
func needsExact(source, flags string) bool {
	if !MayNeedExact(source) && !(strings.Contains(flags, "i") && hasForeign(source)) {
		return false
	}
	read, err := Exactly(source, flags)
	return err == nil && read.Needed
}

// hasForeign reports whether an expression may have characters beyond ASCII.
func hasForeign(source string) bool {
	for i := range len(source) {
		if source[i] >= utf8.RuneSelf || source[i] == '\\' && i+1 < len(source) && source[i+1] == 'u' {
			return true
		}
	}
	return false
}

// MayNeedExact reports whether a text, an expression or a program with some, may have groups that are repeated, or within a look around,
// and what they capture. In a program that the bundler has written, little but expressions has what is looked for.
func MayNeedExact(text string) bool {
	for _, end := range []string{")*", ")+", "){", ")?"} {
		for at, from := strings.Index(text, end), 0; at >= 0; at = strings.Index(text[from:], end) {
			from += at + len(end)
			if mayReset(text[max(0, from-len(end)-mostLookedAt):from-len(end)], end == ")?") {
				return true
			}
		}
	}
	if hasForeignName(text) {
		return true
	}
	for _, begin := range []string{"(?=", "(?<=", "(?!"} {
		for at, from := strings.Index(text, begin), 0; at >= 0; at = strings.Index(text[from:], begin) {
			from += at + len(begin)
			if captures(ofLine(text[from:min(len(text), from+mostLookedAt)])) {
				return true
			}
		}
	}
	return false
}

// hasForeignName reports whether a group may have a name that the script engine's matchers do not take.
func hasForeignName(text string) bool {
	for _, rest, more := strings.Cut(text, "(?<"); more; _, rest, more = strings.Cut(rest, "(?<") {
		name, _, _ := strings.Cut(rest[:min(len(rest), mostLookedAt)], ">")
		for i := range len(name) {
			if c := rune(name[i]); i == 0 && (c == '=' || c == '!') {
				break
			} else if !isWord(c) && c != '_' {
				return true
			}
		}
	}
	return false
}

// mostLookedAt is how much of an expression is looked at, before a group's end or behind its begin. One with longer groups is not exact.
const mostLookedAt = 2000

func ofLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// captures reports whether a text has a parenthesis that captures.
func captures(text string) bool {
	for i := range len(text) {
		if text[i] == '(' && (i == 0 || text[i-1] != '\\') && (i+1 == len(text) || text[i+1] != '?' || isNamed(text[i+2:])) {
			return true
		}
	}
	return false
}

// mayBeEmpty reports whether all of a text may be what need not match.
func mayBeEmpty(body string) bool {
	return strings.ContainsAny(body, "*?") && strings.IndexByte("*?)}", body[len(body)-1]) >= 0 || strings.Contains(body, "*|") ||
		strings.HasPrefix(body, "|") || strings.HasSuffix(body, "|")
}

// mayReset reports whether the group that a text is the begin of, up to its closing parenthesis, has another one that captures and something
// that need not match, or may match no text. One that is not repeated, but optional, is only the latter.
func mayReset(before string, optional bool) bool {
	depth := 0
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case '\n':
			return false
		case ')':
			if i == 0 || before[i-1] != '\\' {
				depth++
			}
		case '(':
			if i > 0 && before[i-1] == '\\' {
				continue
			}
			if depth == 0 {
				body := before[i+1:]
				return captures(body) && strings.ContainsAny(body, "|?*{") && !optional || body != "" && captures(before[i:]) && mayBeEmpty(body)
			}
			depth--
		}
	}
	return len(before) == mostLookedAt
}
