package security

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Rule is the demand of the paths that a pattern matches.
type Rule struct {
	// Pattern is a path whose segments may be *, which is any one segment, or contain * for a part of one. A last segment of ** is any rest,
	// also none: /admin/** matches /admin and what is below it.
	Pattern string
	Methods []string // all if there are none
	Demand  Demand
}

// Rules are asked in order: the first that matches says what is demanded.
type Rules struct{ rules []rule }

type rule struct {
	Rule
	segments []string
	rest     bool // the pattern ends with **
}

// NewRules returns the rules, or what is wrong with the first one that cannot be.
func NewRules(rules []Rule) (*Rules, error) {
	r := &Rules{}
	for _, one := range rules {
		compiled, err := compile(one)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", one.Pattern, err)
		}
		r.rules = append(r.rules, compiled)
	}
	return r, nil
}

func compile(r Rule) (rule, error) {
	if !strings.HasPrefix(r.Pattern, "/") {
		return rule{}, errors.New("a pattern begins with a slash")
	}
	c := rule{Rule: r, segments: strings.Split(r.Pattern[1:], "/")}
	if last := len(c.segments) - 1; c.segments[last] == "**" {
		c.segments, c.rest = c.segments[:last], true
	}
	for _, s := range c.segments {
		if strings.Contains(s, "**") {
			return rule{}, errors.New("** is the last segment, and all of it")
		}
	}
	return c, nil
}

// Demand returns what is demanded of a request with a canonical path, and false if no rule matches.
func (r *Rules) Demand(method, path string) (Demand, bool) {
	for i := range r.rules {
		if one := &r.rules[i]; one.concerns(method) && one.matches(path) {
			return one.Demand, true
		}
	}
	return Demand{}, false
}

// concerns reports whether the rule is for a method. What holds for GET holds for HEAD, which tells of the same answer.
func (r *rule) concerns(method string) bool {
	return len(r.Methods) == 0 || slices.Contains(r.Methods, method) || method == "HEAD" && slices.Contains(r.Methods, "GET")
}

func (r *rule) matches(path string) bool {
	rest := strings.TrimPrefix(path, "/")
	left := true // rest has a segment yet, which may be empty
	for _, pattern := range r.segments {
		if !left {
			return false
		}
		var segment string
		segment, rest, left = strings.Cut(rest, "/")
		if !matchesSegment(pattern, segment) {
			return false
		}
	}
	return r.rest || !left
}

// matchesSegment reports whether a pattern, in which * is any text, matches all of a segment.
func matchesSegment(pattern, segment string) bool {
	first, others, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == segment
	}
	if !strings.HasPrefix(segment, first) {
		return false
	}
	segment = segment[len(first):]
	for {
		part, more, again := strings.Cut(others, "*")
		if !again {
			return strings.HasSuffix(segment, part)
		}
		at := strings.Index(segment, part)
		if at < 0 {
			return false
		}
		segment, others = segment[at+len(part):], more
	}
}
