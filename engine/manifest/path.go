package manifest

import (
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
	for i, segment := range segments {
		if !strings.ContainsAny(segment, "{}") {
			if reason, hint = badLiteral(segment); reason != "" {
				return nil, reason, hint
			}
			continue
		}
		name, reason, hint := placeholder(segment, i == len(segments)-1)
		switch {
		case reason != "":
			return nil, reason, hint
		case slices.Contains(names, name):
			return nil, fmt.Sprintf("names {%s} twice", name), "give each placeholder a name of its own"
		}
		names = append(names, name)
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

// placeholder reads {name}, or {name:*} which takes the rest of the path.
func placeholder(segment string, last bool) (name, reason, hint string) {
	const whole = "a placeholder is a whole segment, such as /users/{id}"
	name, opened := strings.CutPrefix(segment, "{")
	name, closed := strings.CutSuffix(name, "}")
	if !opened || !closed || strings.ContainsAny(name, "{}") {
		return "", fmt.Sprintf("has a placeholder that is not a whole segment: %q", segment), whole
	}
	name, rest, pattern := strings.Cut(name, ":")
	switch {
	case pattern && rest != "*":
		return "", fmt.Sprintf("has a placeholder with a pattern: %q", segment),
			fmt.Sprintf("write {%s} and check the value in the handler, or give its parameter a type", name)
	case pattern && !last:
		return "", fmt.Sprintf("has %q before its end", segment),
			"a placeholder that takes the rest of the path comes last"
	case name == "":
		return "", "has a placeholder without a name", "name it like the parameter: {id}"
	case !isName(name):
		return "", fmt.Sprintf("has a placeholder whose name is not one: %q", segment),
			"use letters, digits, _ and -, a letter first"
	}
	return name, "", ""
}

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
	segments := strings.Split(path, "/")
	for i, s := range segments {
		switch {
		case strings.HasSuffix(s, ":*}"):
			segments[i] = "{*}"
		case strings.HasPrefix(s, "{"):
			segments[i] = "{}"
		}
	}
	return strings.Join(segments, "/")
}
