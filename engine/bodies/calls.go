package bodies

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// ReadCalls finds the calls of methods of these names in the files, and the decorators of these names, and notes them with the declarations of
// each file. Only files that may have some are parsed.
func ReadCalls(in Input, names ...string) {
	w := newWorld(in)
	each(len(in.Files), func(i int) {
		f := in.Files[i]
		if file := in.Project.File(f.Path); file != nil && namesAny(string(f.Text), names) {
			file.Calls = w.calls(f, file, names)
		}
	})
}

// namesAny reports whether one of the names stands behind a point or an @.
func namesAny(text string, names []string) bool {
	for {
		at := strings.IndexAny(text, ".@")
		if at < 0 {
			return false
		}
		text = strings.TrimLeft(text[at+1:], " \t\r\n")
		end := strings.IndexFunc(text, func(r rune) bool { return r < 'A' || r > 'Z' && r < 'a' || r > 'z' })
		if end < 0 {
			end = len(text)
		}
		if slices.Contains(names, text[:end]) {
			return true
		}
	}
}

// caller finds the calls in one file.
type caller struct {
	*names
	file  *source.File
	wants []string
	lent  map[*source.Param]*source.Node // what a callback of transaction gets is what transaction was called on
	typed map[int]*source.Param          // the declared parameters by their offsets: comments of handlers describe them
	list  []source.Call
	left  int // of the parts of texts that are looked at
}

func (w *world) calls(f File, file *source.File, names []string) []source.Call {
	tree := f.tree()
	if tree == nil {
		return nil
	}
	c := &caller{
		names: resolve(newLookup(w, file), tree), file: file, wants: names,
		lent: map[*source.Param]*source.Node{}, typed: map[int]*source.Param{}, left: len(tree.Text),
	}
	for _, fn := range file.Functions {
		c.declare(fn.Params)
	}
	for _, class := range file.Classes {
		for _, m := range class.Members {
			c.declare(m.Params)
		}
	}
	for _, n := range tree.Body {
		c.find(n)
	}
	slices.SortStableFunc(c.list, func(a, b source.Call) int { return cmp.Compare(a.Pos.Offset, b.Pos.Offset) })
	return c.list
}

func (c *caller) declare(params []*source.Param) {
	for _, p := range params {
		c.typed[p.Pos.Offset] = p
	}
}

func (c *caller) find(n *source.Node) {
	if n.Kind == source.NodeCall && n.A.Kind == source.NodeMember {
		if slices.Contains(c.wants, n.A.Name) {
			c.method(n)
		}
		if fn := argument(n, 0); n.A.Name == "transaction" && fn != nil && fn.Kind == source.NodeFunction && fn.Fn.Arrow && len(fn.List) > 0 {
			c.lent[fn.Fn.Params[0]] = n.A.A
		}
	}
	for _, d := range n.Decorators {
		if d.Kind == source.NodeCall && d.A.Kind == source.NodeName && slices.Contains(c.wants, d.A.Name) {
			c.decorator(d)
		}
	}
	n.Each(c.find)
}

func argument(call *source.Node, i int) *source.Node {
	if i < len(call.List) {
		return call.List[i]
	}
	return nil
}

// method adds the call of a method, if what it is called on is a path.
func (c *caller) method(n *source.Node) {
	on, typ := c.path(n.A.A, deepestValue)
	if on == nil {
		return
	}
	call := source.Call{Name: n.A.Name, On: on, Type: typ, Pos: c.tree.At(n.End - 1)}
	call.Class, call.Member = c.around(n.At)
	if text := argument(n, 0); text != nil {
		call.Pos = c.tree.At(text.At)
		c.constant(&call, text)
	}
	if rows := argument(n, 2); rows != nil && rows.Kind == source.NodeName {
		call.Rows = rows.Name
	}
	c.list = append(c.list, call)
}

// decorator adds a decorator. Its text is its argument, or the field sql of that.
func (c *caller) decorator(n *source.Node) {
	call := source.Call{Name: n.A.Name, Pos: c.tree.At(int32(strings.LastIndexByte(c.tree.Text[:n.At], '@')))}
	call.Class, _ = c.around(n.At)
	text := argument(n, 0)
	if text != nil && text.Kind == source.NodeObject {
		i := slices.IndexFunc(text.List, func(p *source.Node) bool { return p.Kind == source.NodeProperty && p.Name == "sql" })
		if i < 0 {
			text = nil
		} else {
			text = text.List[i].A
		}
	}
	if text != nil {
		c.constant(&call, text)
	}
	c.list = append(c.list, call)
}

// around finds the class around an offset, and the member that begins before the offset.
func (c *caller) around(offset int32) (class, member string) {
	after := func(pos source.Pos) bool { return pos.Offset > int(offset) }
	i := sort.Search(len(c.file.Classes), func(i int) bool { return after(c.file.Classes[i].Pos) }) - 1
	if i < 0 || int(offset) >= c.file.Classes[i].End.Offset {
		return "", ""
	}
	found := c.file.Classes[i]
	if j := sort.Search(len(found.Members), func(j int) bool { return after(found.Members[j].Pos) }) - 1; j >= 0 {
		member = found.Members[j].Name
	}
	return found.Name, member
}

// path returns an expression as names with points between them, and the declared type of the first, unless that is this. A constant that was
// given such an expression is replaced by it. Other expressions are nil.
func (c *caller) path(n *source.Node, depth int) (path []string, first *source.Type) {
	switch {
	case depth == 0:
		return nil, nil
	case n.Kind == source.NodeThis:
		return []string{"this"}, nil
	case n.Kind == source.NodeMember:
		if path, first = c.path(n.A, depth-1); path != nil {
			path = append(path, n.Name)
		}
		return path, first
	case n.Kind != source.NodeName:
		return nil, nil
	}
	b := c.bound[n]
	typ := c.declaredType(b)
	if path, first = c.given(b, depth-1); path == nil || path[0] != "this" && typ != nil {
		return []string{n.Name}, typ
	}
	return path, first
}

func (c *caller) declaredType(b *binding) *source.Type {
	switch {
	case b == nil:
	case b.kind == boundVariable && b.node.Type == nil && b.node.Fn != nil:
		return b.node.Fn.Type
	case b.kind == boundVariable:
		return b.node.Type
	case b.kind == boundParam && b.param.Type == nil && c.typed[b.param.Pos.Offset] != nil:
		return c.typed[b.param.Pos.Offset].Type
	case b.kind == boundParam:
		return b.param.Type
	}
	return nil
}

// given returns the path that a constant or a parameter is given.
func (c *caller) given(b *binding, depth int) ([]string, *source.Type) {
	switch {
	case b == nil:
	case b.kind == boundParam && c.lent[b.param] != nil:
		return c.path(c.lent[b.param], depth)
	case !b.constant || b.node.B == nil:
	case b.kind == boundVariable:
		return c.path(b.node.B, depth)
	case b.node.A.Kind == source.NodeObject: // const { sql } = this
		for _, p := range b.node.A.List {
			if p.Kind == source.NodeProperty && p.A.Kind == source.NodeName && p.A.Name == b.name && p.B == nil {
				path, first := c.path(b.node.B, depth)
				if path != nil {
					path = append(path, p.Name)
				}
				return path, first
			}
		}
	}
	return nil, nil
}

// constant reads the text of an expression that consists of literals, and of constants that do.
func (c *caller) constant(call *source.Call, n *source.Node) {
	var text source.Constant
	if call.Known = c.addConstant(&text, n, maxConstants); call.Known {
		call.Text, call.Pieces = text.String(), text.Pieces
	}
}

const (
	maxConstants = 4       // constants that are made of others
	maxText      = 1 << 20 // of a text made of constants
)

func (c *caller) addConstant(text *source.Constant, n *source.Node, depth int) bool {
	c.left--
	n = bare(n)
	switch {
	case c.left < 0 || text.Len() > maxText:
		return false
	case n.Kind == source.NodeLiteral && n.Op == "string", n.Kind == source.NodeTemplate && len(n.List) == 0:
		text.Add(c.tree, n, false)
		return true
	case n.Kind == source.NodeTagged && len(n.B.List) == 0: // of a tag, which only editors use
		raw := pathOf(n.A) == "String.raw"
		if raw || n.A.Kind == source.NodeName {
			text.Add(c.tree, n.B, raw)
			return true
		}
	case n.Kind == source.NodeBinary && n.Op == "+":
		return c.addConstant(text, n.A, depth) && c.addConstant(text, n.B, depth)
	case n.Kind == source.NodeName && depth > 0:
		b := c.bound[n]
		return b != nil && b.kind == boundVariable && b.constant && b.node.B != nil && c.addConstant(text, b.node.B, depth-1)
	}
	return false
}
