package bodies

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// judgeMember reports a member that a closed class, an enum or a file lacks.
func (q *inquiry) judgeMember(n, parent *source.Node) {
	name := n.Name
	if b := q.bound[n.A]; b != nil && b.equated {
		return
	}
	if name == "" || strings.HasPrefix(name, "#") || q.added[name] && n.A.Kind != source.NodeName || q.isAskedFor(n, parent) {
		return
	}
	v := q.infer(n.A)
	if v == nil || v.kind == promise || q.has(v, name) || n.A.Kind == source.NodeThis && q.heirMayHave(v, name) {
		return
	}
	p := problem{code: codeMember, from: n.NameAt, to: n.End}
	p.to = p.from + int32(len(name))
	p.message = fmt.Sprintf("%s has no member %s", q.title(v), name)
	names := q.names(v)
	if near := fault.Nearest(name, names); near != "" {
		p.hint, p.mend = "did you mean "+near+"?", q.mend(p.from, p.to, near)
	} else {
		p.hint = hintOfMembers(name, names)
	}
	q.report(p)
}

// hintOfMembers lists members: all if they are few, or those that begin like the name.
func hintOfMembers(name string, names []string) string {
	const most, alike = 8, 3
	if len(names) == 0 {
		return "it has no members at all: declare this one, or remove what uses it"
	}
	if len(names) > most {
		names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return len(name) < alike || !strings.HasPrefix(n, name[:alike]) })
	}
	names = slices.Compact(names)
	switch {
	case len(names) == 0:
		return "check the spelling"
	case len(names) > most:
		return "it has " + strings.Join(names[:most], ", ") + ", …"
	}
	return "it has " + strings.Join(names, ", ")
}

// isAskedFor reports whether the code finds out whether there is such a member.
func (q *inquiry) isAskedFor(n, parent *source.Node) bool {
	if parent != nil && (parent.Chain && parent.A == n || parent.Kind == source.NodeUnary && (parent.Op == "typeof" || parent.Op == "delete") ||
		parent.Kind == source.NodeAssign && parent.A == n) {
		return true
	}
	return q.script && q.tested[n.Name]
}

// has reports whether a value has a member, or may have it.
func (q *inquiry) has(v *value, name string) bool {
	switch v.kind {
	case instance, static:
		found, closed := q.member(v, name)
		return found != nil || !closed || q.added[name]
	case enumObject:
		return q.enumHas(v, name)
	case namespace:
		return q.mayExport(v.file, name, nil) || isOneOf(name, ofObjects)
	}
	return true
}

func (q *inquiry) enumHas(v *value, name string) bool {
	if q.added[name] || q.opened[v.enum.Name] || isOneOf(name, ofObjects) || v.file.Class(v.enum.Name) != nil {
		return true
	}
	declared := 0
	for _, e := range v.file.Enums {
		if e.Name == v.enum.Name {
			declared++
		}
	}
	for _, c := range v.enum.Cases {
		if c.Name == name {
			return true
		}
	}
	return declared > 1
}

// title returns what a message calls a value.
func (q *inquiry) title(v *value) string {
	switch v.kind {
	case enumObject:
		return v.enum.Name
	case namespace:
		return v.file.Path
	}
	if v.class.Name == "" {
		return "the class"
	}
	return v.class.Name
}

// heirMayHave reports whether the code of a class may mean a member of what extends it, which may be code of others.
func (q *inquiry) heirMayHave(v *value, name string) bool {
	c := v.class
	return isScript(v.file.Path) && len(c.Decorators) == 0 && (q.bases[c.Name] || c.Export != "" && !q.made[c.Name]) || q.heirHas(v, name, longestChain)
}

// heirHas reports whether a class that extends one has a member: a base may use what all its heirs have.
func (q *inquiry) heirHas(v *value, name string, depth int) bool {
	for _, h := range q.heirs[v.class] {
		other := &value{kind: v.kind, file: h.file, class: h.class}
		if depth == 0 || q.ownMember(other, name) != nil || q.shapeOf(other) == nil || q.heirHas(other, name, depth-1) {
			return true
		}
	}
	return false
}
