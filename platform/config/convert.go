package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/fwrun/fwrun/platform/fault"
)

// converter converts the parser's syntax tree to nodes. Each anchor is converted once and shared
// by its aliases, so that nested aliases take no time to read. The cost of walking over them is
// counted and bounded.
type converter struct {
	file     *file
	anchors  map[string]*node // nil while the anchor's own value is being read
	problems fault.List
	// secret is the number of entries with a secret name around the value being read.
	secret int
	path   []string // of the entry that is converted
}

func (c *converter) convert(n ast.Node, depth int) *node {
	if depth > maxDepth {
		return c.fail(c.file.tooDeep(c.file.tokenPlace(n.GetToken())))
	}
	origin := c.origin(n.GetToken())
	switch n := n.(type) {
	case *ast.MappingNode:
		return c.mapping(n.Values, origin, depth)
	case *ast.MappingValueNode:
		return c.mapping([]*ast.MappingValueNode{n}, origin, depth)
	case *ast.SequenceNode:
		return c.sequence(n, origin, depth)
	case *ast.AnchorNode:
		return c.anchor(n, depth)
	case *ast.AliasNode:
		return c.alias(n)
	case *ast.TagNode:
		return c.tagged(n, depth)
	default:
		value := scalar(n, origin)
		value.secret = c.secret > 0 && !isPlain(strings.Join(c.path, "."))
		return value
	}
}

func scalar(n ast.Node, origin Origin) *node {
	switch n := n.(type) {
	case *ast.LiteralNode:
		return newText(n.Value.Value, origin)
	case *ast.StringNode:
		if n.Token.Type == token.SingleQuoteType || n.Token.Type == token.DoubleQuoteType {
			return newText(n.Value, origin)
		}
		return plainScalar(n.Value, origin)
	case *ast.NullNode:
		return newNull(origin)
	default:
		return plainScalar(strings.TrimSpace(n.GetToken().Value), origin)
	}
}

func (c *converter) sequence(n *ast.SequenceNode, origin Origin, depth int) *node {
	items := make([]*node, 0, len(n.Values))
	for _, value := range n.Values {
		items = append(items, c.convert(value, depth+1))
	}
	return c.bounded(newList(items, origin))
}

// mapping converts the entries of a map. The entries of a merge key come last, because the map's
// own entries take precedence.
func (c *converter) mapping(values []*ast.MappingValueNode, origin Origin, depth int) *node {
	out := newMap(nil, origin)
	if len(values) > 0 {
		out.origin = c.origin(values[0].Key.GetToken())
	}
	var merged []*node
	for _, value := range values {
		if value.Key.IsMergeKey() {
			merged = append(merged, c.mergeSources(value.Value, depth)...)
			continue
		}
		if e, ok := c.entry(value, depth); ok {
			c.add(out, e)
		}
	}
	out = newMap(out.fields, out.origin)
	for _, m := range merged {
		out = fillFields(out, m)
	}
	return c.bounded(out)
}

// entry converts one line of a map. A plain key with dots is a path.
func (c *converter) entry(value *ast.MappingValueNode, depth int) (field, bool) {
	origin := c.origin(value.Key.GetToken())
	name, quoted, ok := c.name(value.Key)
	if !ok {
		c.fail(c.file.problem("config-syntax", origin.Place, "a key must be a word or a quoted text",
			"write key: value"))
		return field{}, false
	}
	path := []string{name}
	if !quoted && !strings.ContainsAny(name, "[]") {
		path = strings.Split(name, ".")
	}
	if slices.Contains(path, "") {
		c.fail(c.file.problem("config-syntax", origin.Place, "a key has an empty part", "remove the extra dot"))
		return field{}, false
	}
	if IsSecret(name) {
		c.secret++
		defer func() { c.secret-- }()
	}
	c.path = append(c.path, path...)
	inner := c.convert(value.Value, depth+len(path))
	c.path = c.path[:len(c.path)-len(path)]
	if inner.kind == Null {
		inner = newNull(origin)
	}
	if isBlock(value.Value) {
		inner.origin = origin
	}
	for i := len(path) - 1; i > 0; i-- {
		inner = newMap([]field{{name: path[i], origin: origin, value: inner}}, origin)
	}
	return field{name: path[0], origin: origin, quoted: quoted, value: inner}, true
}

// isBlock reports whether a node is a section or list that begins on the line below its key. The
// position of such a node is that of the key.
func isBlock(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.MappingNode:
		return !n.IsFlowStyle
	case *ast.SequenceNode:
		return !n.IsFlowStyle
	default:
		return false
	}
}

func (c *converter) name(key ast.MapKeyNode) (name string, quoted, ok bool) {
	var n ast.Node = key
	if explicit, isExplicit := key.(*ast.MappingKeyNode); isExplicit {
		n = explicit.Value
	}
	scalar, isScalar := n.(ast.ScalarNode)
	if !isScalar {
		return "", false, false
	}
	switch n := scalar.(type) {
	case *ast.StringNode:
		return n.Value, n.Token.Type != token.StringType, true
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.LiteralNode:
		return "", false, false
	default:
		return scalar.GetToken().Value, false, true
	}
}

// add adds an entry to a map that is being built. Sections of dotted keys are joined; any other
// entry with the same name is a duplicate.
func (c *converter) add(out *node, e field) {
	i, exists := out.index[fold(e.name)]
	if !exists {
		out.index[fold(e.name)] = len(out.fields)
		out.fields = append(out.fields, e)
		return
	}
	first := &out.fields[i]
	if clash, key, ok := joinSections(first, &e, e.name); ok {
		c.duplicate(key, clash[0], clash[1])
	}
}

// joinSections merges entry b into a if both are sections. Otherwise it returns the two entries
// that clash, and their name.
func joinSections(a, b *field, key string) (clash [2]*field, at string, clashes bool) {
	if a.value.kind != Map || b.value.kind != Map || !dotted(a) && !dotted(b) {
		return [2]*field{a, b}, key, true
	}
	fields := slices.Clone(a.value.fields)
	for i := range b.value.fields {
		f := b.value.fields[i]
		j, exists := a.value.index[fold(f.name)]
		if !exists {
			fields = append(fields, f)
			continue
		}
		if clash, at, clashes = joinSections(&fields[j], &f, joinName(key, f.name)); clashes {
			return clash, at, true
		}
	}
	a.value = newMap(fields, a.value.origin)
	return clash, "", false
}

// dotted reports whether an entry's section comes from a dotted key: its first entry has the same
// position as the section.
func dotted(f *field) bool {
	return len(f.value.fields) > 0 && f.value.fields[0].origin == f.origin
}

func (c *converter) duplicate(key string, first, second *field) {
	d := c.file.problem("config-duplicate", second.origin.Place,
		fmt.Sprintf("%s is set twice in this file", key), "remove one of the two")
	if first.name != second.name {
		d.Why = fmt.Sprintf("%s and %s are two spellings of the same key", first.name, second.name)
	}
	d.Notes = []fault.Note{{Place: first.origin.Place, Text: "it was first set here"}}
	c.fail(d)
}

// bounded reports a problem if aliases make a node too large or, by nesting, too deep.
func (c *converter) bounded(n *node) *node {
	switch {
	case len(c.problems) > 0:
		return n
	case n.depth > maxDepth+1:
		return c.fail(c.file.tooDeep(n.origin.Place))
	case n.size <= maxNodes:
		return n
	}
	return c.fail(c.file.problem("config-limit", n.origin.Place,
		fmt.Sprintf("aliases expand this file to more than %d values", maxNodes), "use fewer aliases that contain aliases"))
}

// fail records a problem and returns a value to continue with.
func (c *converter) fail(d fault.Diagnostic) *node {
	c.problems = append(c.problems, d)
	return newNull(c.file.originAt(d.Place))
}

func (c *converter) origin(t *token.Token) Origin {
	return c.file.originAt(c.file.tokenPlace(t))
}
