package cors

import (
	"errors"
	"strings"
)

// pattern is a pattern of canonical paths: "*" matches one segment, "**" at the end any number of segments, including
// none.
type pattern struct {
	segments []string
	below    bool // it ends in "**"
}

func parsePattern(text string) (pattern, error) {
	if text == "" {
		return pattern{below: true}, nil
	}
	rest, ok := strings.CutPrefix(text, "/")
	if !ok {
		return pattern{}, errors.New("the path of a rule must begin with a slash, such as /api/**")
	}
	var p pattern
	if rest = strings.TrimSuffix(rest, "/"); rest != "" {
		p.segments = strings.Split(rest, "/")
	}
	if last := len(p.segments) - 1; last >= 0 && p.segments[last] == "**" {
		p.segments, p.below = p.segments[:last], true
	}
	for _, s := range p.segments {
		if s == "" || s != "*" && strings.Contains(s, "*") {
			return pattern{}, errors.New(`"*" matches one whole segment, "**" at the end matches all that follow: /api/*/files, /api/**`)
		}
	}
	return p, nil
}

// matches reports whether the pattern matches a canonical path, such as "/api/users".
func (p pattern) matches(path string) bool {
	rest := strings.TrimPrefix(path, "/")
	for _, want := range p.segments {
		if rest == "" {
			return false
		}
		var segment string
		segment, rest, _ = strings.Cut(rest, "/")
		if want != "*" && want != segment {
			return false
		}
	}
	return p.below || rest == ""
}
