package manifest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// placeholders lists the names in a path. Reason says what is wrong with the path, hint
// how to mend it; both are empty when nothing is.
func placeholders(path string) (names []string, reason, hint string) {
	if path == "/" {
		return nil, "", ""
	}
	segments := strings.Split(path[1:], "/")
	for i, text := range segments {
		segment, reason, hint := parseSegment(text)
		switch {
		case reason != "":
		case segment.IsLiteral() || strings.ContainsAny(text, "?#"):
			reason, hint = badLiteral(text)
		case segment.Rest && i < len(segments)-1:
			reason, hint = fmt.Sprintf("has %q before its end", text), "a placeholder that takes the rest of the path comes last"
		}
		if reason != "" {
			return nil, reason, hint
		}
		for _, name := range segment.Names {
			if slices.Contains(names, name) {
				return nil, fmt.Sprintf("names {%s} twice", name), "give each placeholder a name of its own"
			}
			names = append(names, name)
		}
	}
	return names, "", ""
}

// badLiteral says what is wrong with a segment without a placeholder.
func badLiteral(segment string) (reason, hint string) {
	switch {
	case segment == "":
		return "has an empty segment", "write one slash between segments"
	case segment == "." || segment == "..":
		return "has a dotted segment", "write the path as it is sent"
	case strings.HasPrefix(segment, ":") && isName(segment[1:]):
		return fmt.Sprintf("writes a placeholder as %q", segment), fmt.Sprintf("write {%s}", segment[1:])
	case segment == "*" || segment == "**":
		return fmt.Sprintf("has the wildcard %q", segment), "a placeholder takes the rest of a path: {rest:*}"
	case strings.ContainsAny(segment, "?#"):
		return "contains ? or #", "bind query parameters with @RequestParam"
	}
	return "", ""
}

// isName reports whether a text can be the name of a placeholder.
func isName(s string) bool {
	for i, r := range s {
		letter := r == '_' || r == '$' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
		if !letter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}

// shape is a path with its placeholders' names left out.
func shape(path string) string {
	var b strings.Builder
	for _, s := range Segments(path) {
		b.WriteByte('/')
		b.WriteString(s.shape())
	}
	return cmp.Or(b.String(), "/")
}
