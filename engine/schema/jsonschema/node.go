package jsonschema

// node is a compiled schema. An absent keyword has its zero value, except for the kinds.
type node struct {
	pointer  string // its place in the document
	never    bool   // the schema is false
	types    kinds  // the keyword type
	expected string // "expected integer or null", where type is given

	ref     *node
	anyOf   *alternatives
	allowed []*literals // enum, const

	object           *members // the rules for objects
	items            *node    // for lists: the schema of items from this index on
	prefix           int
	minimum, maximum *bound

	admits kinds // the kinds that can fit at all, by the keywords type, enum, const, $ref and anyOf
}

// looksInto reports whether the schema has anything to check in a value of the kind besides the value as a
// whole.
func (n *node) looksInto(kind kinds) bool {
	switch kind {
	case anObject:
		return n.object != nil
	case aList:
		return n.items != nil
	default:
		return kind&aNumber != 0 && (n.minimum != nil || n.maximum != nil)
	}
}

// members holds the rules for the members of an object.
type members struct {
	named      []property // in properties and required
	index      map[string]int
	required   []int // the indexes in named, in the order of the document
	patterns   []func(name string) bool
	additional *node // the schema of all other members; nil accepts any value
	closed     bool  // other members are not allowed
}

type property struct {
	name   string
	schema *node // nil accepts any value
	listed bool  // in properties, and so not additional
	bit    int   // its position among the required, −1 if it is not required
}

// find returns the index of a name in named, or −1. Senders mostly keep the order of the schema, so it first
// tries the index given, the one after the last found.
func (m *members) find(name string, next int) int {
	if next < len(m.named) && m.named[next].name == name {
		return next
	}
	if i, found := m.index[name]; found {
		return i
	}
	return -1
}

// name returns the entry of a name, and makes it if there is none.
func (m *members) name(name string) *property {
	i, found := m.index[name]
	if !found {
		i = len(m.named)
		m.named = append(m.named, property{name: name, bit: -1})
		m.index[name] = i
	}
	return &m.named[i]
}

// alternatives are the schemas of anyOf, of which at least one has to fit.
type alternatives struct {
	branches []*node
	admits   kinds
	kindText string // for a value of a kind that no branch takes
	noneText string // for a value whose kind several branches take, but that fits none
}

// literals are the values of enum, or the value of const.
type literals struct {
	spellings map[string]bool
	kinds     kinds
	shown     []string
	text      string
}

// bound is a limit for numbers.
type bound struct {
	value decimal
	text  string
}
