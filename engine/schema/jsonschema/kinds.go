package jsonschema

import "strings"

// kinds is a set of kinds of values. Every value has exactly one kind.
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

// typeNames lists the names of the kinds in schemas, in the order in which they are shown.
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

// kindsOf returns the kinds that a name stands for; the empty set for an unknown name.
func kindsOf(name string) kinds {
	for _, t := range typeNames {
		if t.name == name {
			return t.kinds
		}
	}
	return 0
}

// names returns the names of the kinds, numbers once.
func (k kinds) names() []string {
	var names []string
	if k&aFraction != 0 {
		k |= aNumber // numbers that are not whole have no name of their own
	}
	for _, t := range typeNames {
		if k&t.kinds == t.kinds {
			names = append(names, t.name)
			k &^= t.kinds
		}
	}
	return names
}

// kind returns the kind of the next value.
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

// numberKind returns the kind of a number: 1.0 and 1e2 are whole, 1.5 is not.
func numberKind(token string) kinds {
	if isPlain(token) || parseDecimal(token).isWhole() {
		return anInteger
	}
	return aFraction
}

// isPlain reports whether a number has neither fraction nor exponent.
func isPlain(token string) bool { return !strings.ContainsAny(token, ".eE") }
