package security

import (
	"slices"
	"strings"
)

// Answer is what a demand says to somebody.
type Answer uint8

// The answers, with the HTTP status of those that refuse.
const (
	Allowed Answer = iota
	Unknown        // who asks has to say who that is: 401
	Refused        // known, and not allowed: 403
)

// Demand is what a caller must fulfil. The zero value demands nothing.
type Demand struct {
	kind  kind
	oneOf []string // authorities
}

type kind uint8

const (
	nothing kind = iota
	authenticated
	authority
	impossible
)

// Anyone is the demand that everybody meets, also who is not known.
func Anyone() Demand { return Demand{} }

// Authenticated is the demand to be known.
func Authenticated() Demand { return Demand{kind: authenticated} }

// Nobody is the demand that nobody meets.
func Nobody() Demand { return Demand{kind: impossible} }

// OneOf is the demand to have one of some authorities.
func OneOf(authorities ...string) Demand { return Demand{authority, authorities} }

// Of says whether somebody meets the demand; p is nil for somebody who is not known.
func (d Demand) Of(p *Principal) Answer {
	switch {
	case d.kind == nothing:
		return Allowed
	case p == nil:
		return Unknown
	case d.kind == authenticated:
		return Allowed
	}
	for _, a := range d.oneOf {
		if p.Has(a) {
			return Allowed
		}
	}
	return Refused
}

// String describes who meets the demand.
func (d Demand) String() string {
	switch d.kind {
	case nothing:
		return "anyone"
	case authenticated:
		return "authenticated"
	case impossible:
		return "nobody"
	}
	return strings.Join(d.oneOf, " or ")
}

// AllowsAnyone reports whether it asks for nothing.
func (d Demand) AllowsAnyone() bool { return d.kind == nothing }

// Authorities returns those of which one is needed, if any is.
func (d Demand) Authorities() []string { return d.oneOf }

// Scopes returns the scopes among the authorities, without their prefix.
func (d Demand) Scopes() (list []string) {
	for _, a := range d.oneOf {
		if scope, is := strings.CutPrefix(a, ScopePrefix); is {
			list = append(list, scope)
		}
	}
	return list
}

// Implies reports whether those who meet the demand also meet another one, whichever roles include others.
func (d Demand) Implies(other Demand) bool {
	switch {
	case d.kind == impossible || other.kind == nothing:
		return true
	case d.kind == nothing || other.kind == impossible:
		return false
	case other.kind == authenticated:
		return true
	}
	return d.kind == authority && !slices.ContainsFunc(d.oneOf, func(a string) bool { return !slices.Contains(other.oneOf, a) })
}

// IsForSome reports whether there may be somebody who meets the demand, and who has to be known for that.
func (d Demand) IsForSome() bool { return d.kind == authenticated || d.kind == authority }
