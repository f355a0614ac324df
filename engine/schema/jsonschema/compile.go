package jsonschema

import (
	"fmt"

	"github.com/fwrun/fwrun/engine/schema"
)

// Mistake describes what is wrong with a schema document.
type Mistake struct {
	Pointer string // the place, as a JSON pointer: #/properties/count/type
	Reason  string
}

// Error returns the reason after the place.
func (m *Mistake) Error() string { return m.Pointer + ": " + m.Reason }

func (t *tree) mistake(format string, args ...any) error {
	return &Mistake{t.pointer, fmt.Sprintf(format, args...)}
}

// compiler makes the nodes of one document. The node of a schema that is referred to is made once, so that
// schemas may contain themselves.
type compiler struct {
	root    *tree
	id      string           // of the document
	anchors map[string]*tree // of the document, without those under another $id
	nodes   map[*tree]*node
	order   []*tree // the nodes in the order in which they were begun
}

// Compile compiles a schema document. An error in the document is a [*Mistake].
func Compile(document []byte) (*Schema, error) {
	if bad := schema.CheckJSON(document, schema.Limits{}); bad != nil {
		return nil, &Mistake{"#", bad.Error()}
	}
	in := cursor{text: string(document)}
	c := compiler{anchors: map[string]*tree{}, nodes: map[*tree]*node{}}
	in.peek()
	c.root = in.read("#", nil)
	if err := c.survey(c.root); err != nil {
		return nil, err
	}
	root, err := c.schema(c.root)
	if err != nil {
		return nil, err
	}
	if err := c.settle(); err != nil {
		return nil, err
	}
	return &Schema{root}, nil
}

// schema returns the node of a schema and makes it if there is none. An existing node may not be complete
// yet.
func (c *compiler) schema(t *tree) (*node, error) {
	if n := c.nodes[t]; n != nil {
		return n, nil
	}
	if !t.isSchema() {
		return nil, t.mistake("a schema must be an object, true or false")
	}
	n := &node{pointer: t.pointer, types: anyKind, never: t.raw == "false"}
	c.nodes[t] = n
	c.order = append(c.order, t)
	for _, name := range t.names {
		if err := c.keyword(n, t, name, t.members[name]); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// keyword compiles one member of a schema.
func (c *compiler) keyword(n *node, t *tree, name string, v *tree) (err error) {
	switch name {
	case "type":
		n.types, n.expected, err = readTypes(v)
	case "enum":
		err = n.allow(v, v.items, aList)
	case "const":
		err = n.allow(v, []*tree{v}, anyKind)
	case "minimum":
		n.minimum, err = readBound(v, ">=")
	case "maximum":
		n.maximum, err = readBound(v, "<=")
	case "required":
		err = n.membersRules().require(v)
	case "properties":
		err = c.properties(n.membersRules(), v)
	case "patternProperties":
		err = n.membersRules().except(v)
	case "additionalProperties":
		err = c.additional(n.membersRules(), v)
	case "items":
		n.items, err = c.schema(v)
	case "prefixItems":
		n.prefix, err = len(v.items), v.mustBe(aList)
	case "anyOf":
		err = c.anyOf(n, v)
	case "$ref":
		err = c.ref(n, t, v)
	case "$defs", "definitions":
		_, err = c.schemas(v)
	}
	return err
}

// schemas makes the nodes of all members.
func (c *compiler) schemas(v *tree) (nodes []*node, err error) {
	if err := v.mustBe(anObject); err != nil {
		return nil, err
	}
	nodes = make([]*node, len(v.names))
	for i, name := range v.names {
		if nodes[i], err = c.schema(v.members[name]); err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

func (c *compiler) properties(m *members, v *tree) error {
	nodes, err := c.schemas(v)
	for i, n := range nodes {
		p := m.name(v.names[i])
		p.schema, p.listed = n, true
	}
	return err
}

func (c *compiler) additional(m *members, v *tree) (err error) {
	m.closed = v.raw == "false"
	m.additional, err = c.schema(v)
	return err
}

func (c *compiler) anyOf(n *node, v *tree) (err error) {
	if len(v.items) == 0 {
		return v.mistake("must be a list of schemas")
	}
	branches := make([]*node, len(v.items))
	for i, item := range v.items {
		if branches[i], err = c.schema(item); err != nil {
			return err
		}
	}
	n.anyOf = &alternatives{branches: branches}
	return nil
}
