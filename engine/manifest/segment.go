package manifest

import (
	"fmt"
	"strings"
)

// IsName reports whether a text can be the name of a placeholder.
func IsName(s string) bool {
	for i, r := range s {
		letter := r == '_' || r == '$' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
		if !letter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}

// Segment is the part of a route's path between two slashes: a literal, a placeholder, or several with literals
// around them, as in {name}.{ext}.
type Segment struct {
	Texts []string // around the placeholders: one more than there are placeholders
	Names []string
	Rest  bool // its only placeholder takes the rest of the path
}

// Segments splits the path of a route.
func Segments(path string) []Segment {
	if path == "/" {
		return nil
	}
	list := make([]Segment, 0, strings.Count(path, "/"))
	for text := range strings.SplitSeq(path[1:], "/") {
		s, _, _ := ParseSegment(text) // the segments of a route have been checked
		list = append(list, s)
	}
	return list
}

// IsLiteral reports whether the segment has no placeholders.
func (s *Segment) IsLiteral() bool { return len(s.Names) == 0 }

// IsMixed reports whether the segment has placeholders with literals beside them.
func (s *Segment) IsMixed() bool {
	return len(s.Names) > 1 || len(s.Names) == 1 && s.Texts[0]+s.Texts[1] != ""
}

// Literals returns the number of bytes in the literals of the segment.
func (s *Segment) Literals() int { return len(strings.Join(s.Texts, "")) }

// Matches reports whether the segment matches a segment of a path, which is not empty.
func (s *Segment) Matches(text string) bool { return s.cut(text, nil) }

// Value returns what a placeholder takes from a segment that matches. Each placeholder takes at least one
// character and as much as it can; earlier placeholders have precedence.
func (s *Segment) Value(text string, placeholder int) (value string) {
	s.cut(text, func(i int, one string) {
		if i == placeholder {
			value = one
		}
	})
	return value
}

// cut looks for the literals from the end, each as far back as possible. That leaves the most for the placeholders
// in front, and finds a match if there is one.
func (s *Segment) cut(text string, take func(i int, value string)) bool {
	last := len(s.Names)
	if last == 0 {
		return text == s.Texts[0]
	}
	rest, ok := strings.CutSuffix(text, s.Texts[last])
	for i := last - 1; ok && i > 0; i-- {
		at := strings.LastIndex(rest[:max(0, len(rest)-1)], s.Texts[i])
		if at < 0 {
			return false
		}
		if take != nil {
			take(i, rest[at+len(s.Texts[i]):])
		}
		rest = rest[:at]
	}
	rest, begins := strings.CutPrefix(rest, s.Texts[0])
	if !ok || !begins || rest == "" {
		return false
	}
	if take != nil {
		take(0, rest)
	}
	return true
}

// Shape returns the segment without the names of its placeholders.
func (s *Segment) Shape() string {
	if s.Rest {
		return "{*}"
	}
	return strings.Join(s.Texts, "{}")
}

// ParseSegment parses a segment. If it is malformed, reason says why, and hint says how to fix it.
func ParseSegment(text string) (s Segment, reason, hint string) {
	const example = "write placeholders as {name}, with text between two of them: /files/{name}.{ext}"
	for rest := text; ; {
		literal, behind, opens := strings.Cut(rest, "{")
		if strings.Contains(literal, "}") {
			return s, fmt.Sprintf("has an unmatched brace: %q", text), example
		}
		s.Texts = append(s.Texts, literal)
		if !opens {
			return s, "", ""
		}
		if len(s.Names) > 0 && literal == "" {
			return s, fmt.Sprintf("has two placeholders with nothing between them: %q", text), example
		}
		name, after, closes := strings.Cut(behind, "}")
		if !closes || strings.Contains(name, "{") {
			return s, fmt.Sprintf("has an unmatched brace: %q", text), example
		}
		name, pattern, hasPattern := strings.Cut(name, ":")
		if s.Rest = hasPattern && pattern == "*"; s.Rest && text != "{"+name+":*}" {
			return s, fmt.Sprintf("has a placeholder for the rest of the path next to other text: %q", text), "make it a separate segment: /files/{path:*}"
		}
		if reason, hint = badPlaceholder(text, name, hasPattern && !s.Rest); reason != "" {
			return s, reason, hint
		}
		s.Names, rest = append(s.Names, name), after
	}
}

func badPlaceholder(segment, name string, pattern bool) (reason, hint string) {
	switch {
	case pattern:
		return fmt.Sprintf("has a placeholder with a pattern: %q", segment),
			fmt.Sprintf("write {%s} and check the value in the handler, or give its parameter a type", name)
	case name == "":
		return "has a placeholder without a name", "give it the name of the parameter: {id}"
	case !IsName(name):
		return fmt.Sprintf("has a placeholder with an invalid name: %q", segment), "use letters, digits, _ and -, and begin with a letter"
	}
	return "", ""
}
