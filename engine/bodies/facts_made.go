package bodies

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// makes notes the fields that a constructor makes new objects for, whatever it is called with: this.tasks = new Tasks(). A comment that says
// otherwise what the field is, and a name that means something else in the constructor, are left alone.
func (c *shape) makes(constructor *source.Node, text string) {
	body := constructor.A
	if body == nil || body.Kind != source.NodeBlock {
		return
	}
	own := map[string]bool{}
	for _, p := range constructor.List {
		for _, name := range targets(p.A) {
			own[name.Name] = true
		}
	}
	for _, n := range body.List {
		for _, name := range declaredBy(n) {
			own[name.Name] = true
		}
	}
	from := body.At
	for _, n := range body.List {
		if field, class := madeBy(n); field != "" && !own[class] && !strings.Contains(text[from:n.At], "@type") {
			c.made[field] = class
		}
		if leaves(n) {
			return // what follows may not run
		}
		from = n.End
	}
}

// madeBy returns the field and the class of a statement like this.tasks = new Tasks(); empty for another.
func madeBy(n *source.Node) (field, class string) {
	if n.Kind != source.NodeStatement || n.A == nil || n.A.Kind != source.NodeAssign || n.A.Op != "=" {
		return "", ""
	}
	target, value := n.A.A, n.A.B
	if target.Kind != source.NodeMember || target.A.Kind != source.NodeThis || value.Kind != source.NodeNew || value.A.Kind != source.NodeName {
		return "", ""
	}
	return target.Name, value.A.Name
}

// leaves reports whether a statement may end the function around it without a throw.
func leaves(n *source.Node) bool {
	switch n.Kind {
	case source.NodeReturn:
		return true
	case source.NodeFunction, source.NodeClass:
		return false
	}
	found := false
	n.Each(func(part *source.Node) { found = found || leaves(part) })
	return found
}

// anything stands for all names, where it is not known which.
const anything = "*"

// written lists the members that a class with a base gives its objects.
func (c *shape) written(n *source.Node) (names []string) {
	names = sortedNames(c.assigned)
	for _, m := range n.List {
		if m.Name != "" && m.Name != "constructor" {
			names = append(names, m.Name)
		}
	}
	if c.open {
		names = append(names, anything)
	}
	return names
}
