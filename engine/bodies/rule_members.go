package bodies

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// memberRule reports members that a closed class, an enum or a file lacks.
type memberRule struct{ rule }

// judge reports a member that a closed class, an enum or a file lacks.
func (r *memberRule) judge(n, parent *source.Node) {
	name := n.Name
	if b := r.names.bound[n.A]; b != nil && b.equated {
		return
	}
	if name == "" || strings.HasPrefix(name, "#") || r.world.added[name] && n.A.Kind != source.NodeName || r.isAskedFor(n, parent) {
		return
	}
	v := r.values.infer(n.A)
	if v == nil || v.kind == promise || r.has(v, name) || n.A.Kind == source.NodeThis && r.heirMayHave(v, name) {
		return
	}
	p := problem{code: codeMember, from: n.NameAt, to: n.End}
	p.to = p.from + int32(len(name))
	p.message = fmt.Sprintf("%s has no member %s", r.title(v), name)
	names := r.members.names(v)
	if near := fault.Nearest(name, names); near != "" {
		p.hint, p.mend = "did you mean "+near+"?", r.report.mend(p.from, p.to, near)
	} else {
		p.hint = hintOfMembers(name, names)
	}
	r.report.add(p)
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
func (r *memberRule) isAskedFor(n, parent *source.Node) bool {
	if parent != nil && (parent.Chain && parent.A == n || parent.Kind == source.NodeUnary && (parent.Op == "typeof" || parent.Op == "delete") ||
		parent.Kind == source.NodeAssign && parent.A == n) {
		return true
	}
	return r.script && r.names.tested[n.Name]
}

// has reports whether a value has a member, or may have it.
func (r *memberRule) has(v *value, name string) bool {
	switch v.kind {
	case instance, static:
		found, closed := r.members.member(v, name)
		return found != nil || !closed || r.world.added[name]
	case enumObject:
		return r.enumHas(v, name)
	case namespace:
		return r.members.mayExport(v.file, name, nil) || isOneOf(name, ofObjects)
	}
	return true
}

func (r *memberRule) enumHas(v *value, name string) bool {
	if r.world.added[name] || r.world.opened[v.enum.Name] || isOneOf(name, ofObjects) || v.file.Class(v.enum.Name) != nil {
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
func (r *memberRule) title(v *value) string {
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
func (r *memberRule) heirMayHave(v *value, name string) bool {
	c := v.class
	ofOthers := isScript(v.file.Path) && len(c.Decorators) == 0 && (r.world.bases[c.Name] || c.Export != "" && !r.world.made[c.Name])
	return ofOthers || r.members.heirHas(v, name, longestChain)
}
