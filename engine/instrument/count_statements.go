package instrument

import "github.com/fwrun/fwrun/engine/source"

// statement goes through a statement. What is counted for it stands at an offset.
func (c *counter) statement(n *source.Node, at int32) {
	if c.skips(n.At) {
		return
	}
	switch n.Kind {
	case source.NodeBlock:
		c.list(n.List)
	case source.NodeVariables:
		c.variables(n, at, true)
	case source.NodeFunction:
		c.function(n, n.Name)
	case source.NodeClass:
		c.classOf(n, n.Name)
	case source.NodeExport:
		c.export(n)
	case source.NodeImport, source.NodeDeclaration:
	default:
		c.open(at, semicolon(c.statementOf(n)))
		c.control(n, at)
	}
}

// control goes through the parts of a statement that is counted.
func (c *counter) control(n *source.Node, at int32) {
	switch n.Kind {
	case source.NodeIf:
		c.ifOf(n)
	case source.NodeFor, source.NodeForIn, source.NodeForOf:
		c.loop(n)
	case source.NodeWhile:
		c.expression(n.A)
		c.body(n.B, "")
	case source.NodeDo:
		c.body(n.B, "")
		c.expression(n.A)
	case source.NodeSwitch:
		c.choose(n)
	case source.NodeTry:
		c.list(n.A.List)
		if n.B != nil {
			if n.B.A != nil {
				c.pattern(n.B.A)
			}
			c.nested(n.B.B)
		}
		if n.C != nil {
			c.nested(n.C)
		}
	case source.NodeLabelled:
		c.statement(n.A, at)
	default:
		if n.A != nil {
			c.expression(n.A)
		}
	}
}

func (c *counter) nested(block *source.Node) {
	if !c.skips(block.At) {
		c.list(block.List)
	}
}

func (c *counter) ifOf(n *source.Node) {
	hint := c.comments.hint(n.At)
	c.expression(n.A)
	path := c.branch("if", n)
	at, _ := c.place(n)
	if hint != "if" {
		c.body(n.B, path(at))
	} else if n.B.Kind != source.NodeBlock {
		c.open(n.B.At, "{")
		c.close(n.B.End, "}")
	}
	switch {
	case hint == "else":
	case n.C != nil:
		at, _ = c.place(n.C)
		c.body(n.C, path(at))
	default:
		if call := path(Range{}); call != "" {
			c.close(n.End, " else {"+call+";}")
		}
	}
}

func (c *counter) loop(n *source.Node) {
	if n.A != nil {
		switch {
		case n.A.Kind == source.NodeVariables:
			c.variables(n.A, 0, false)
		case n.Kind == source.NodeFor:
			c.expression(n.A)
		default:
			c.pattern(n.A)
		}
	}
	for _, part := range []*source.Node{n.B, n.C} {
		if part != nil {
			c.expression(part)
		}
	}
	c.body(n.List[0], "")
}

func (c *counter) choose(n *source.Node) {
	path := c.branch("switch", n)
	c.expression(n.A)
	for _, part := range n.List {
		if c.skips(part.At) {
			continue
		}
		at, _ := c.place(part)
		behind := part.At + int32(len("default"))
		if part.A != nil {
			behind = part.A.End
			c.expression(part.A)
		}
		c.open(c.behindColon(behind), semicolon(path(at)))
		c.list(part.List)
	}
}

// behindColon returns the offset behind the next colon.
func (c *counter) behindColon(at int32) int32 {
	for i := c.comments.token(at); i < len(c.comments.tokens); i++ {
		if token := c.comments.tokens[i]; c.tree.Text[token.Start] == ':' {
			return token.End
		}
	}
	return at
}

// variables goes through a declaration. A function is counted in front of the statement, if that is in a list.
func (c *counter) variables(n *source.Node, at int32, listed bool) {
	for _, v := range n.List {
		if c.skips(v.At) {
			continue
		}
		c.pattern(v.A)
		if v.B == nil {
			continue
		}
		call, name := c.statementOf(v.B), nameOf(v.A)
		if listed && (v.B.Kind == source.NodeFunction || v.B.Kind == source.NodeClass) {
			c.open(at, semicolon(call))
			call = ""
		}
		c.value(v.B, call, name)
	}
}

func nameOf(target *source.Node) string {
	if target.Kind == source.NodeName {
		return target.Name
	}
	return ""
}

func (c *counter) export(n *source.Node) {
	switch {
	case n.A == nil:
	case n.Op != "default" || n.A.Kind == source.NodeFunction && n.A.Op == "declared" || n.A.Kind == source.NodeClass:
		c.statement(n.A, n.At)
	default:
		c.expression(n.A)
	}
}
