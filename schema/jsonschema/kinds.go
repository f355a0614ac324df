package jsonschema

import "strings"

// kinds is a set of kinds of values. Every value is of exactly one.
type kinds uint8

const (
	aString kinds = 1 << iota
	anInteger
	aFraction // a number that is not whole
	aBoolean
	aList
	anObject
	aNull

	aNumber = anInteger | aFraction
	anyKind = aNull<<1 - 1
)

// typeNames lists what a schema calls the kinds, in the order in which they are told.
var typeNames = [...]struct {
	name string
	kinds
}{
	{"string", aString},
	{"number", aNumber},
	{"integer", anInteger},
	{"boolean", aBoolean},
	{"array", aList},
	{"object", anObject},
	{"null", aNull},
}

// kindsOf returns what a name means; none when it means nothing.
func kindsOf(name string) kinds {
	for _, t := range typeNames {
		if t.name == name {
			return t.kinds
		}
	}
	return 0
}

// names returns what the kinds are called, numbers once.
func (k kinds) names() []string {
	var names []string
	if k&aFraction != 0 {
		k |= aNumber // there is no name for those that are not whole
	}
	for _, t := range typeNames {
		if k&t.kinds == t.kinds {
			names = append(names, t.name)
			k &^= t.kinds
		}
	}
	return names
}

// kind tells what the value is that is next.
func (c *cursor) kind() kinds {
	switch c.peek() {
	case '"':
		return aString
	case '{':
		return anObject
	case '[':
		return aList
	case 't', 'f':
		return aBoolean
	case 'n':
		return aNull
	default:
		return numberKind(c.word())
	}
}

// numberKind tells 1.0 and 1e2, which are whole, from 1.5.
func numberKind(token string) kinds {
	if isPlain(token) || parseDecimal(token).isWhole() {
		return anInteger
	}
	return aFraction
}

// isPlain tells that a number has neither fraction nor exponent.
func isPlain(token string) bool { return !strings.ContainsAny(token, ".eE") }
