package guard

import (
	"strings"

	"github.com/dlclark/regexp2/v2"

	"github.com/fwrun/fwrun/engine/inside"
)

type expression = inside.Expression

// optionsOf returns those with which goja makes the matcher that goes back.
func optionsOf(e *expression) regexp2.RegexOptions {
	options := regexp2.RegexOptions(regexp2.ECMAScript)
	if e.IgnoreCase {
		options |= regexp2.IgnoreCase
	}
	if e.Multiline {
		options |= regexp2.Multiline
	}
	if e.DotAll {
		options |= regexp2.Singleline
	}
	if e.Unicode {
		options |= regexp2.Unicode
	}
	return options
}

// asciiBoundaries writes out the boundaries of words in a source, since with the option for Unicode regexp2 takes all letters
// for those of words; in JavaScript these are the ASCII ones.
func asciiBoundaries(source string) string {
	if !strings.Contains(source, `\b`) && !strings.Contains(source, `\B`) {
		return source
	}
	var b strings.Builder
	for i := 0; i < len(source); i++ {
		from := i
		switch source[i] {
		case '[':
			i = min(endOfClass(source, i), len(source)-1)
		case '\\':
			i = min(i+1, len(source)-1)
		}
		switch part := source[from : i+1]; part {
		case `\b`:
			b.WriteString(`(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))`)
		case `\B`:
			b.WriteString(`(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))`)
		default:
			b.WriteString(part)
		}
	}
	return b.String()
}
