package jsonschema

// node is a compiled schema. What a keyword would say that is absent is said by zero values,
// except for the kinds.
type node struct {
	pointer  string // where it is in the document
	never    bool   // the schema false
	types    kinds  // of type
	expected string // "expected integer or null", where type is given

	ref     *node
	anyOf   *alternatives
	allowed []*literals // enum, const

	object           *members // what is said of objects
	items            *node    // of lists, from the item with the index prefix on
	prefix           int
	minimum, maximum *bound

	admits kinds // what may fit at all, by the keywords type, enum, const, $ref and anyOf
}

// looksInto tells whether there is something to check within or about a value of the kind,
// other than what it is as a whole.
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

// members is what a schema says of an object's.
type members struct {
	named      []property // of properties and required
	index      map[string]int
	required   []int // which of the named, in the order of the document
	patterns   []func(name string) bool
	additional *node // for all others; nil takes anything
	closed     bool  // there are no others
}

type property struct {
	name   string
	schema *node // nil takes anything
	listed bool  // by properties, so that it is not additional
	bit    int   // among those required, −1 when it is not
}

// find returns which of the named it is, or −1. Senders mostly keep the order of the schema,
// so the one behind the last is tried first.
func (m *members) find(name string, next int) int {
	if next < len(m.named) && m.named[next].name == name {
		return next
	}
	if i, found := m.index[name]; found {
		return i
	}
	return -1
}

// name returns the entry of a name, and makes it.
func (m *members) name(name string) *property {
	i, found := m.index[name]
	if !found {
		i = len(m.named)
		m.named = append(m.named, property{name: name, bit: -1})
		m.index[name] = i
	}
	return &m.named[i]
}

// alternatives are the schemas of anyOf, of which one has to fit.
type alternatives struct {
	branches []*node
	admits   kinds
	kindText string // for a value of a kind that none of them takes
	noneText string // for one of which several take the kind, and none the value
}

// literals are the values of enum, or that of const.
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
