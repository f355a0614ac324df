package jsonschema

import (
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

const (
	notAllowed      = "is not allowed"
	isRequired      = "is required"
	unknownProperty = "unknown property "
	noAlternative   = "matches none of the alternatives"
)

// Limits for showing what a schema lists; in bytes, except for the number of cases.
const (
	shownCases  = 20
	shownLength = 400
	longestCase = 64
)

// expects returns a text such as "expected integer or null".
func expects(names []string) string {
	last := len(names) - 1
	if last <= 0 {
		return "expected " + strings.Join(names, "")
	}
	return "expected " + strings.Join(names[:last], ", ") + " or " + names[last]
}

// mustBeOneOf returns `must be one of "a", "b"`, or `must be "a"` if there is only one case.
func mustBeOneOf(cases []string) string {
	switch len(cases) {
	case 0:
		return notAllowed
	case 1:
		return "must be " + fault.Shortened(cases[0], longestCase)
	}
	var b strings.Builder
	b.WriteString("must be one of ")
	for i, text := range cases {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == shownCases || b.Len() > shownLength {
			b.WriteString("…")
			break
		}
		b.WriteString(fault.Shortened(text, longestCase))
	}
	return b.String()
}
