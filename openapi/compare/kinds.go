package compare

import (
	"encoding/json"
	"math/big"
	"strings"
)

// kinds is a set of kinds of JSON values.
type kinds uint8

const (
	aNull kinds = 1 << iota
	aBoolean
	aString
	anInteger
	aFraction // a number that is not an integer
	aList
	anObject

	aNumber = anInteger | aFraction
	anyKind = aNull | aBoolean | aString | aNumber | aList | anObject
)

// families are the kinds whose values have keywords in common.
var families = [...]kinds{aString, aNumber, aBoolean, anObject, aList}

// kindNames are the types of JSON Schema, the wider ones first.
var kindNames = []struct {
	kind kinds
	name string
}{
	{aString, "string"},
	{aNumber, "number"},
	{anInteger, "integer"},
	{aFraction, "fraction"},
	{aBoolean, "boolean"},
	{anObject, "object"},
	{aList, "array"},
	{aNull, "null"},
}

// String lists the types: "string or null".
func (k kinds) String() string {
	if k == anyKind {
		return "anything"
	}
	var names []string
	for _, one := range kindNames {
		if k&one.kind == one.kind && k != 0 {
			names = append(names, one.name)
			k &^= one.kind
		}
	}
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " or ")
}

// kindOf returns the kind of a type's name; any kind for a name that JSON Schema does not have.
func kindOf(name string) kinds {
	for _, one := range kindNames {
		if one.name == name && one.kind != aFraction {
			return one.kind
		}
	}
	return anyKind
}

// kindsOf returns the kinds of the member type.
func kindsOf(n node) kinds {
	if name, is := n.value.(string); is {
		return kindOf(name)
	}
	if len(n.list()) == 0 {
		return anyKind
	}
	var all kinds
	for _, item := range n.items() {
		all |= kindOf(item.text())
	}
	return all
}

// kindOfValue returns the kind of a value.
func kindOfValue(value any) kinds {
	switch v := value.(type) {
	case bool:
		return aBoolean
	case string:
		return aString
	case []any:
		return aList
	case object:
		return anObject
	case json.Number:
		if n, is := numberOf(v); is && !n.IsInt() {
			return aFraction
		}
		return anInteger
	}
	return aNull
}

// precision is that of numbers, in bits: 64-bit integers and what is next to them differ.
const precision = 128

// numberOf returns the number of a value; false for anything else, and for numbers with too many digits.
func numberOf(value any) (*big.Float, bool) {
	text, is := value.(json.Number)
	if !is || len(text) > 400 {
		return nil, false
	}
	n, _, err := big.ParseFloat(string(text), 10, precision, big.ToNearestEven)
	if err != nil || n.IsInf() {
		return nil, false
	}
	return n, true
}
