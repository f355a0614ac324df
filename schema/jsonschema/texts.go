package jsonschema

import "strings"

const (
	notAllowed      = "is not allowed"
	isRequired      = "is required"
	unknownProperty = "unknown property "
	noAlternative   = "fits none of the alternatives"
)

// What a schema lists is shown up to these bounds, in bytes where it is not cases.
const (
	shownCases  = 20
	shownLength = 400
	longestCase = 64
)

// expects reads "expected integer or null".
func expects(names []string) string {
	last := len(names) - 1
	if last <= 0 {
		return "expected " + strings.Join(names, "")
	}
	return "expected " + strings.Join(names[:last], ", ") + " or " + names[last]
}

// mustBeOneOf reads `must be one of "a", "b"`, or `must be "a"` where there is one.
func mustBeOneOf(cases []string) string {
	switch len(cases) {
	case 0:
		return notAllowed
	case 1:
		return "must be " + clip(cases[0])
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
		b.WriteString(clip(text))
	}
	return b.String()
}

// clip shows the beginning of a text that is long.
func clip(text string) string {
	if len(text) <= longestCase {
		return text
	}
	return strings.ToValidUTF8(text[:longestCase], "") + "…"
}
