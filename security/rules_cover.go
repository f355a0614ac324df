package security

import (
	"slices"
	"strings"
)

// Of says what the rules demand of all requests that match a pattern, as in [Rule]; without methods it is for all of them.
// whole is the rule that decides for each of the requests which no other decides for, or nil if there are some that no rule is sure to
// match. partly are the rules before it that decide for some of them, or may.
func (r *Rules) Of(methods []string, pattern string) (whole *Rule, partly []Rule) {
	asked, err := compile(Rule{Pattern: pattern, Methods: methods})
	if r == nil || err != nil {
		return nil, nil
	}
	for i := range r.rules {
		one := &r.rules[i]
		switch {
		case one.covers(&asked):
			return &one.Rule, partly
		case one.meets(&asked):
			partly = append(partly, one.Rule)
		}
	}
	return nil, partly
}

// covers reports whether the rule matches whatever another one matches.
func (r *rule) covers(other *rule) bool {
	if len(other.Methods) == 0 && len(r.Methods) > 0 || !allOf(other.Methods, r.concerns) {
		return false
	}
	if !other.rest {
		return r.matches("/" + strings.Join(other.segments, "/")) // a * of the other is a character that only a * here matches
	}
	if !r.rest || len(r.segments) > len(other.segments) {
		return false
	}
	for i, pattern := range r.segments {
		if !matchesSegment(pattern, other.segments[i]) {
			return false
		}
	}
	return true
}

func allOf(methods []string, concerned func(string) bool) bool {
	return !slices.ContainsFunc(methods, func(method string) bool { return !concerned(method) })
}

// meets reports whether there may be requests that both match.
func (r *rule) meets(other *rule) bool {
	if len(r.Methods) > 0 && len(other.Methods) > 0 && !slices.ContainsFunc(other.Methods, r.concerns) &&
		!slices.ContainsFunc(r.Methods, other.concerns) {
		return false
	}
	if len(r.segments) > len(other.segments) && !other.rest || len(other.segments) > len(r.segments) && !r.rest {
		return false
	}
	for i := range min(len(r.segments), len(other.segments)) {
		if !mayBoth(r.segments[i], other.segments[i]) {
			return false
		}
	}
	return true
}

// mayBoth reports whether two patterns of a segment may match the same text: whether what is before the first * of each, and behind the
// last one, goes together.
func mayBoth(a, b string) bool {
	firstA, _, starA := strings.Cut(a, "*")
	firstB, _, starB := strings.Cut(b, "*")
	if !starA {
		return matchesSegment(b, a)
	}
	if !starB {
		return matchesSegment(a, b)
	}
	lastA, lastB := a[strings.LastIndexByte(a, '*')+1:], b[strings.LastIndexByte(b, '*')+1:]
	return (strings.HasPrefix(firstA, firstB) || strings.HasPrefix(firstB, firstA)) &&
		(strings.HasSuffix(lastA, lastB) || strings.HasSuffix(lastB, lastA))
}

// ForSome returns the first rule that somebody has to be known for; nil if there is none.
func (r *Rules) ForSome() *Rule {
	if r == nil {
		return nil
	}
	for i := range r.rules {
		if r.rules[i].Demand.IsForSome() {
			return &r.rules[i].Rule
		}
	}
	return nil
}
