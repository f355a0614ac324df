package numbers

import "strings"

// marks are the characters that set the direction of a text and are not seen.
const marks = "\u200e\u200f\u061c"

// Separate makes literals of the marks at the ends of parts, and one literal of those beside each other.
func Separate(parts []RangePart) []RangePart {
	result := make([]RangePart, 0, len(parts))
	add := func(p RangePart) {
		last := len(result) - 1
		switch {
		case p.Value == "":
		case p.Type != "literal" || last < 0 || result[last].Type != "literal":
			result = append(result, p)
		case result[last].Source == p.Source:
			result[last].Value += p.Value
		default:
			result[last] = RangePart{Part{"literal", result[last].Value + p.Value}, "shared"}
		}
	}
	for _, p := range parts {
		trimmed := strings.Trim(p.Value, marks)
		if p.Type == "literal" || trimmed == p.Value || trimmed == "" {
			add(p)
			continue
		}
		at := strings.Index(p.Value, trimmed)
		add(RangePart{Part{"literal", p.Value[:at]}, p.Source})
		add(RangePart{Part{p.Type, trimmed}, p.Source})
		add(RangePart{Part{"literal", p.Value[at+len(trimmed):]}, p.Source})
	}
	return result
}
