package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// malformed is what is wrong with a path, how to fix it, and the replacement of a part of it, if one is certain.
type malformed struct {
	reason, hint string
	mend         *fault.Mend
}

// placeholders lists the names in a path. If it is malformed, reason is not empty.
func placeholders(path string) (names []string, bad malformed) {
	if path == "/" {
		return nil, bad
	}
	segments := strings.Split(path[1:], "/")
	for i, text := range segments {
		segment, reason, hint := manifest.ParseSegment(text)
		var mend *fault.Mend
		switch {
		case reason != "":
		case segment.IsLiteral() || strings.ContainsAny(text, "?#"):
			reason, hint = badLiteral(text)
			mend = mendOfLiteral(segments, i)
		case segment.Rest && i < len(segments)-1:
			reason, hint = fmt.Sprintf("has %q before its end", text), "a placeholder for the rest of the path must be last"
		}
		if reason != "" {
			return nil, malformed{reason, hint, mend}
		}
		for _, name := range segment.Names {
			if slices.Contains(names, name) {
				return nil, malformed{fmt.Sprintf("contains {%s} twice", name), "give each placeholder a different name", nil}
			}
			names = append(names, name)
		}
	}
	return names, bad
}

// mendOfLiteral replaces what badLiteral says of a segment, together with its neighbours if it is empty.
func mendOfLiteral(segments []string, i int) *fault.Mend {
	if name, colon := strings.CutPrefix(segments[i], ":"); colon && manifest.IsName(name) {
		return &fault.Mend{Old: segments[i], New: "{" + name + "}"}
	}
	next := i
	for next < len(segments) && segments[next] == "" {
		next++
	}
	if next == i || i == 0 || next == len(segments) {
		return nil
	}
	return &fault.Mend{
		Old: segments[i-1] + strings.Repeat("/", next-i+1) + segments[next], New: segments[i-1] + "/" + segments[next],
	}
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
