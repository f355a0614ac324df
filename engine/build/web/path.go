package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
)

// placeholders lists the names in a path. If the path is malformed, reason says why, and hint says how to fix it;
// otherwise both are empty.
func placeholders(path string) (names []string, reason, hint string) {
	if path == "/" {
		return nil, "", ""
	}
	segments := strings.Split(path[1:], "/")
	for i, text := range segments {
		segment, reason, hint := manifest.ParseSegment(text)
		switch {
		case reason != "":
		case segment.IsLiteral() || strings.ContainsAny(text, "?#"):
			reason, hint = badLiteral(text)
		case segment.Rest && i < len(segments)-1:
			reason, hint = fmt.Sprintf("has %q before its end", text), "a placeholder for the rest of the path must be last"
		}
		if reason != "" {
			return nil, reason, hint
		}
		for _, name := range segment.Names {
			if slices.Contains(names, name) {
				return nil, fmt.Sprintf("contains {%s} twice", name), "give each placeholder a different name"
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
		return "has a dot segment (. or ..)", "write the path as it is sent"
	case strings.HasPrefix(segment, ":") && manifest.IsName(segment[1:]):
		return fmt.Sprintf("has the placeholder %q", segment), fmt.Sprintf("write {%s}", segment[1:])
	case segment == "*" || segment == "**":
		return fmt.Sprintf("has the wildcard %q", segment), "write a placeholder for the rest of a path: {rest:*}"
	case strings.ContainsAny(segment, "?#"):
		return "contains ? or #", "bind query parameters with @RequestParam"
	}
	return "", ""
}

// shape returns a path without the names of its placeholders.
func shape(path string) string {
	var b strings.Builder
	for _, s := range manifest.Segments(path) {
		b.WriteByte('/')
		b.WriteString(s.Shape())
	}
	return cmp.Or(b.String(), "/")
}
