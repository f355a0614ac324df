package config

import "slices"

// Kind is the type of a value.
type Kind uint8

// The kinds of values. Dates, durations and sizes are Text.
const (
	Null Kind = iota
	Text
	Int
	Float
	Bool
	List
	Map
)

func (k Kind) String() string {
	return [...]string{"null", "text", "an integer", "a number", "a boolean", "a list", "a section"}[k]
}

// node is one value of the tree. A node is never changed once another one refers to it, so trees
// share common parts: aliases, merges, overrides.
type node struct {
	kind   Kind
	text   string // a scalar as it was written, without quotes
	scalar any    // nil, string, int64, float64 or bool
	// literal texts are not searched for placeholders.
	literal bool
	// secret values were made from a value with a secret name.
	secret bool
	// reported marks a value that could not be resolved.
	reported bool
	origin   Origin

	items  []*node        // List
	fields []field        // Map, in order of appearance
	index  map[string]int // Map: folded name to position in fields

	// size is the number of nodes of the subtree and depth the number of its levels. Shared nodes
	// count each time they are reached: size is the cost of a walk over the tree.
	size, depth int
}

// field is one entry of a map.
type field struct {
	name   string
	origin Origin // of the name
	quoted bool   // the name was written in quotes
	json   bool   // the name was written in JSON, where all names are in quotes
	value  *node
}

// maxCost keeps sizes from overflowing when shared nodes multiply them.
const maxCost = 1 << 40

func newScalar(kind Kind, text string, scalar any, origin Origin) *node {
	return &node{kind: kind, text: text, scalar: scalar, origin: origin, size: 1, depth: 1}
}

func newText(text string, origin Origin) *node {
	return newScalar(Text, text, text, origin)
}

func newNull(origin Origin) *node { return newScalar(Null, "", nil, origin) }

func newList(items []*node, origin Origin) *node {
	n := &node{kind: List, items: items, origin: origin}
	for _, item := range items {
		n.count(item)
	}
	n.finish()
	return n
}

func newMap(fields []field, origin Origin) *node {
	n := &node{kind: Map, fields: fields, origin: origin, index: make(map[string]int, len(fields))}
	for i, f := range fields {
		n.index[fold(f.name)] = i
		n.count(f.value)
	}
	n.finish()
	return n
}

func (n *node) count(child *node) {
	n.size = min(n.size+child.size, maxCost)
	n.depth = max(n.depth, child.depth)
}

func (n *node) finish() {
	n.size++
	n.depth++
}

// field returns the entry of a map with a name in any spelling.
func (n *node) field(name string) (field, bool) {
	if n.kind != Map {
		return field{}, false
	}
	i, ok := n.index[fold(name)]
	if !ok {
		return field{}, false
	}
	return n.fields[i], true
}

// child follows one segment.
func (n *node) child(s segment) (*node, bool) {
	if n.kind == List {
		i, ok := s.index()
		if !ok || i >= len(n.items) {
			return nil, false
		}
		return n.items[i], true
	}
	f, ok := n.field(s.name)
	return f.value, ok
}

// childKey returns the key of the child that a segment leads to, in the spelling of the tree.
func (n *node) childKey(key string, s segment) string {
	if n.kind == List {
		i, _ := s.index()
		return joinIndex(key, i)
	}
	f, _ := n.field(s.name)
	return joinName(key, f.name)
}

// at follows a path, and returns the node with its key in the spelling of the tree.
func (n *node) at(path []segment) (*node, string, bool) {
	key := ""
	for _, s := range path {
		next, ok := n.child(s)
		if !ok {
			return nil, "", false
		}
		key, n = n.childKey(key, s), next
	}
	return n, key, true
}

// with returns the tree with value at path. Missing maps are created; a position in a list must
// exist or be the next one.
func (n *node) with(path []segment, value *node) *node {
	if len(path) == 0 {
		return value
	}
	s, rest := path[0], path[1:]
	if i, ok := s.index(); ok && (n.kind == List || s.bracketed && n.kind != Map) {
		items := slices.Clone(n.items)
		if i >= len(items) {
			items = append(items, newNull(value.origin))
			i = len(items) - 1
		}
		items[i] = items[i].with(rest, value)
		return newList(items, n.origin)
	}
	fields := slices.Clone(n.fields)
	if i, ok := n.index[fold(s.name)]; ok {
		fields[i].value = fields[i].value.with(rest, value)
	} else {
		empty := newNull(value.origin)
		fields = append(fields, field{name: s.name, origin: value.origin, value: empty.with(rest, value)})
	}
	return newMap(fields, n.origin)
}

// merge merges one tree over another: maps are merged, everything else is replaced. A null over a
// map or list is a section whose lines are all commented out; it changes nothing.
func merge(under, over *node) *node {
	if over.kind == Null && (under.kind == Map || under.kind == List) {
		return under
	}
	if under.kind != Map || over.kind != Map {
		return over
	}
	fields := slices.Clone(under.fields)
	for _, f := range over.fields {
		if i, ok := under.index[fold(f.name)]; ok {
			fields[i].value = merge(fields[i].value, f.value)
			if fields[i].value == f.value { // replaced as a whole, it has the position of the new one
				fields[i].origin = f.origin
			}
		} else {
			fields = append(fields, f)
		}
	}
	return newMap(fields, under.origin)
}

// fill adds to a tree what it lacks, and keeps everything it has.
func fill(tree, from *node) *node {
	if tree.kind == Null {
		return from
	}
	if tree.kind != Map || from.kind != Map {
		return tree
	}
	fields := slices.Clone(tree.fields)
	for _, f := range from.fields {
		if i, ok := tree.index[fold(f.name)]; ok {
			fields[i].value = fill(fields[i].value, f.value)
		} else {
			fields = append(fields, f)
		}
	}
	return newMap(fields, tree.origin)
}

// asSecret returns a copy of a node that is secret, with everything below it.
func (n *node) asSecret() *node {
	c := *n
	c.secret = true
	c.items = slices.Clone(n.items)
	for i, item := range c.items {
		c.items[i] = item.asSecret()
	}
	c.fields = slices.Clone(n.fields)
	for i, f := range c.fields {
		c.fields[i].value = f.value.asSecret()
	}
	return &c
}

// leaves visits every scalar and every empty list and map below a node, in order.
func (n *node) leaves(key string, visit func(key string, n *node)) {
	if len(n.items) == 0 && len(n.fields) == 0 {
		visit(key, n)
		return
	}
	for i, item := range n.items {
		item.leaves(joinIndex(key, i), visit)
	}
	for _, f := range n.fields {
		f.value.leaves(joinName(key, f.name), visit)
	}
}
