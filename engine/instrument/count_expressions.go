package instrument

import (
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// expression goes through an expression.
func (c *counter) expression(n *source.Node) {
	name := c.name
	c.name = ""
	switch n.Kind {
	case source.NodeFunction:
		c.function(n, name)
	case source.NodeClass:
		if n.Name != "" {
			name = n.Name
		}
		c.classOf(n, name)
	case source.NodeConditional:
		c.expression(n.A)
		path := c.branch("cond-expr", n)
		for _, way := range []*source.Node{n.B, n.C} {
			c.way(way, path)
		}
	case source.NodeBinary:
		c.binary(n)
	case source.NodeAssign:
		if n.Op == "=" {
			c.pattern(n.A)
		} else {
			c.expression(n.A)
		}
		c.name = nameOf(n.A)
		c.expression(n.B)
		c.name = ""
	case source.NodeProperty:
		if n.B != nil {
			c.expression(n.B)
		}
		c.name = n.Name
		if !n.Short {
			c.expression(n.A)
		}
		c.name = ""
	default:
		n.Each(c.expression)
	}
}

// way goes through one of several expressions of which one is taken.
func (c *counter) way(n *source.Node, path func(Range) string) {
	if c.comments.hint(n.At) == "next" {
		c.expression(n)
		return
	}
	at, _ := c.place(n)
	c.value(n, path(at), "")
}

func isLogical(n *source.Node) bool {
	return n.Kind == source.NodeBinary && (n.Op == "&&" || n.Op == "||" || n.Op == "??")
}

func (c *counter) binary(n *source.Node) {
	if !isLogical(n) {
		c.expression(n.A)
		c.expression(n.B)
		return
	}
	path := c.branch("binary-expr", n)
	var leaves func(n *source.Node)
	leaves = func(n *source.Node) {
		if isLogical(n) {
			leaves(n.A)
			leaves(n.B)
			return
		}
		c.way(n, path)
	}
	leaves(n)
}

// pattern goes through what a value is assigned to.
func (c *counter) pattern(n *source.Node) {
	switch n.Kind {
	case source.NodeArray, source.NodeObject:
		for _, part := range n.List {
			if part != nil {
				c.pattern(part)
			}
		}
	case source.NodeProperty:
		if n.B != nil {
			c.expression(n.B)
		}
		c.pattern(n.A)
	case source.NodeSpread:
		c.pattern(n.A)
	case source.NodeAssign:
		c.pattern(n.A)
		c.fallback(n.A, n.B, nameOf(n.A))
	default:
		c.expression(n)
	}
}

// fallback goes through a default. A function that is that of a parameter is not named after it, in goja.
func (c *counter) fallback(target, value *source.Node, name string) {
	if c.skips(target.At) {
		return
	}
	path := c.branchAt("default-arg", c.rangeOf(target.At, value.End))
	at, _ := c.place(value)
	c.value(value, path(at), name)
}

// function goes through a function; one without a body is only a declaration.
func (c *counter) function(n *source.Node, name string) {
	if n.A == nil || c.skips(n.At) {
		return
	}
	if n.Name != "" && n.Op != "method" {
		name = n.Name
	}
	arrow := n.A.Kind != source.NodeBlock || !strings.HasPrefix(c.tree.Text[n.A.At:], "{")
	call, class := c.functionOf(n, name), c.class
	c.class = ""
	defer func() { c.class = class }()
	for _, p := range n.List {
		c.all(p.Decorators)
		c.pattern(p.A)
		if p.B != nil {
			c.fallback(p.A, p.B, "")
		}
	}
	if !arrow {
		c.open(n.A.At+1, semicolon(call))
		c.nested(n.A)
		return
	}
	from, to := c.start(n.A), n.A.End
	if n.A.Wrapped {
		from, to = c.outside(from, to)
	}
	c.open(from, "{"+semicolon(call)+semicolon(c.statementOf(n.A))+"return ")
	c.expression(n.A)
	c.close(to, "}")
}

func (c *counter) all(list []*source.Node) {
	for _, n := range list {
		c.expression(n)
	}
}

// functionOf adds a function, and returns the call for it. Istanbul does not count private methods, only what is in them.
func (c *counter) functionOf(n *source.Node, name string) string {
	if _, counts := c.place(n); !counts || n.Op == "method" && strings.HasPrefix(n.Fn.Name, "#") {
		return ""
	}
	declared := c.rangeOf(n.At, n.At+1)
	if n.Name != "" && n.Op != "method" && n.NameAt > 0 {
		declared = c.rangeOf(n.NameAt, n.NameAt+int32(len(n.Name)))
	}
	body := c.rangeOf(c.start(n.A), n.A.End)
	number, call := c.number()
	if n.Op == "method" && c.class != "" && name != "" {
		name = c.class + "." + name
	}
	c.file.Functions = append(c.file.Functions, CountedFunction{name, declared, body, number})
	return call
}

// classOf goes through a class. Of its decorators only their arguments are counted.
func (c *counter) classOf(n *source.Node, name string) {
	c.all(n.Decorators)
	if n.A != nil {
		c.expression(n.A)
	}
	outer := c.class
	c.class = name
	for _, member := range n.List {
		if c.skips(member.At) {
			continue
		}
		c.all(member.Decorators)
		if member.B != nil {
			c.expression(member.B)
		}
		switch {
		case member.Kind == source.NodeBlock:
			c.list(member.List)
		case member.Kind == source.NodeField && member.A != nil:
			c.field(member)
		case member.Kind == source.NodeMethod && member.A != nil:
			c.function(member.A, member.Name)
		}
	}
	c.class = outer
}

// field goes through the value of a field. A function is counted by a private field in front of the field: it is named after
// the key.
func (c *counter) field(n *source.Node) {
	call := c.statementOf(n.A)
	if call != "" && isUnnamed(n.A) {
		static := ""
		if n.Static {
			static = "static "
		}
		c.open(n.At, static+"#"+CounterName+strconv.Itoa(c.next-1)+"="+call+";")
		call = ""
	}
	c.value(n.A, call, n.Name)
}
