package compare

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// schema is a schema of a document: what all of its nodes ask for. Several come from allOf.
type schema []node

// key identifies the schema within its document.
func (s schema) key() string {
	places := make([]string, len(s))
	for i, n := range s {
		places[i] = n.at
	}
	return strings.Join(places, "&")
}

// at returns the place of the schema.
func (s schema) at() string {
	if len(s) == 0 {
		return "#"
	}
	return s[0].at
}

// and returns the schema together with another one, without what both have.
func (s schema) and(others ...node) schema {
	all := slices.Clip(s)
	for _, n := range others {
		if !slices.ContainsFunc(all, func(m node) bool { return m.at == n.at }) {
			all = append(all, n)
		}
	}
	return all
}

// accepted is what a schema accepts, in a form that does not depend on how it is written: null or not, and what
// one of the shapes accepts.
type accepted struct {
	null     bool
	shapes   []*shape
	hidden   [2]bool // by direction, of a property that is not sent in it
	fallback string  // JSON of the default; empty if there is none
}

// shape is one alternative, whose values are of one family of kinds, or of any. None of them is null.
type shape struct {
	at    string // the schema's place
	name  string // that of the component or its title, to recognise it by; may be empty
	kinds kinds

	values map[string]kinds  // the values it lists, by their JSON; nil if it lists none
	ranges map[string]bound  // by keyword: minimum, maxLength
	plain  map[string]string // keywords that are compared by their text

	properties map[string]schema
	required   map[string]node
	open       openness
	additional schema // of members without a property of their own; nil unless open is restricted
	prefix     []schema
	items      schema // nil for anything
}

// openness is what an object may have beside the properties that are listed.
type openness uint8

const (
	anything openness = iota
	restricted
	closed
)

// bound is a limit.
type bound struct {
	value     *big.Float
	exclusive bool
	at        string
}

func newShape(s schema) *shape {
	return &shape{
		at: s.at(), kinds: anyKind, ranges: map[string]bound{}, plain: map[string]string{}, properties: map[string]schema{}, required: map[string]node{},
	}
}

// clone returns a copy that can be changed by itself.
func (s *shape) clone() *shape {
	c := *s
	c.values, c.ranges, c.plain = maps.Clone(s.values), maps.Clone(s.ranges), maps.Clone(s.plain)
	c.properties, c.required, c.prefix = maps.Clone(s.properties), maps.Clone(s.required), slices.Clone(s.prefix)
	return &c
}

// free reports whether values of all kinds are accepted, but for null.
func (s *shape) free() bool { return s.kinds|aNull == anyKind }

// family returns the family of the kinds; 0 for several.
func (s *shape) family() kinds {
	for _, family := range families {
		if s.kinds != 0 && s.kinds&^family == 0 {
			return family
		}
	}
	return 0
}

// restrictTo returns the part of the shape that is of the kinds, with the keywords that say something about them.
func (s *shape) restrictTo(k kinds) *shape {
	part := s.clone()
	part.kinds &= k
	for keyword, family := range keywordFamilies {
		if part.kinds&family == 0 {
			delete(part.ranges, keyword)
			delete(part.plain, keyword)
		}
	}
	if part.kinds&anObject == 0 {
		part.properties, part.required, part.open, part.additional = nil, nil, anything, nil
	}
	if part.kinds&aList == 0 {
		part.prefix, part.items = nil, nil
	}
	for text := range part.values {
		if part.values[text]&part.kinds == 0 {
			delete(part.values, text)
		}
	}
	return part
}

// keywordFamilies are the kinds that a keyword says something about.
var keywordFamilies = map[string]kinds{
	"minimum": aNumber, "maximum": aNumber, "multipleOf": aNumber,
	"minLength": aString, "maxLength": aString, "pattern": aString, "contentEncoding": aString, "contentMediaType": aString,
	"minItems": aList, "maxItems": aList, "uniqueItems": aList, "contains": aList, "minContains": aList, "maxContains": aList, "unevaluatedItems": aList,
	"minProperties": anObject, "maxProperties": anObject, "patternProperties": anObject, "propertyNames": anObject, "dependentRequired": anObject,
	"dependentSchemas": anObject, "format": aString | aNumber,
}
