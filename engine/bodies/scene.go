package bodies

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Scene is a place at which an error was thrown. What is found out about it is for hints alone, so casts, which compilers believe and engines
// do not know, count for nothing.
type Scene struct {
	tree   *source.Tree
	values *values
	place  fault.Place
	given  map[*binding]*source.Node // what was assigned to variables above the place
}

// SceneAt returns the scene at a place in one of the files; nil if the file was not understood. Only files that it needs are parsed.
func SceneAt(in Input, place fault.Place) *Scene {
	w := newWorld(in)
	f := w.files[place.File]
	if f == nil || f.tree() == nil {
		return nil
	}
	file, tree := in.Project.File(f.Path), f.tree()
	l := newLookup(w, file)
	l.thrown = true
	found := &values{file: file, members: &members{l}, names: resolve(l, tree), kept: map[*source.Node]*value{}}
	found.names.narrowed = nil
	return &Scene{tree, found, place, map[*binding]*source.Node{}}
}

// Thing is what an expression of a scene is. The zero value is unknown.
type Thing struct {
	scene *Scene
	node  *source.Node
}

// Object returns that of which a member of this name is read at the place, or behind it on its line.
func (s *Scene) Object(member string) Thing {
	return s.first(func(n *source.Node) (object *source.Node, from, at int32) {
		if n.Kind != source.NodeMember || n.Name != member {
			return nil, 0, 0
		}
		return n.A, n.At, n.NameAt
	})
}

// Iterated returns that which is iterated over at the place.
func (s *Scene) Iterated() Thing {
	return s.first(func(n *source.Node) (list *source.Node, from, at int32) {
		isTaken := n.A != nil && n.A.Kind == source.NodeArray
		switch n.Kind {
		case source.NodeSpread:
			list = n.A
		case source.NodeForOf:
			list = n.B
		case source.NodeVariable, source.NodeAssign:
			if isTaken {
				list = n.B
			}
		}
		if list == nil {
			return nil, 0, 0
		}
		return list, n.At, list.End
	})
}

// first returns the part of the first node at the place or behind it on its line, of those that begin before it.
func (s *Scene) first(part func(n *source.Node) (found *source.Node, from, at int32)) Thing {
	thing, nearest := Thing{scene: s}, 0
	if s == nil {
		return thing
	}
	var visit func(n *source.Node)
	visit = func(n *source.Node) {
		if found, from, at := part(n); found != nil {
			begin, pos := s.tree.At(from), s.tree.At(at)
			isBefore := begin.Line < s.place.Line || begin.Line == s.place.Line && begin.Col <= s.place.Col
			if pos.Line == s.place.Line && pos.Col >= s.place.Col && isBefore && (nearest == 0 || pos.Col < nearest) {
				thing.node, nearest = found, pos.Col
			}
		}
		if n.Kind == source.NodeAssign && n.Op == "=" && s.values.names.bound[n.A] != nil && s.tree.At(n.At).Line <= s.place.Line {
			s.given[s.values.names.bound[n.A]] = n.B
		}
		n.Each(visit)
	}
	for _, n := range s.tree.Body {
		visit(n)
	}
	return thing
}

// Promised returns the name of the function whose promise is read as what it becomes, and its call; "" if there is none.
func (t Thing) Promised() (made, call string) {
	n := t.node
	for range deepestValue {
		n = bare(n)
		if n == nil {
			break
		}
		switch n.Kind {
		case source.NodeCall:
			if v := t.scene.values.infer(n); v.is(promise) && v.made != "" {
				return v.made, (&report{tree: t.scene.tree}).shown(n)
			}
			n = n.A
		case source.NodeMember, source.NodeIndex:
			n = n.A
		case source.NodeName:
			n = t.scene.givenTo(n)
		default:
			return "", ""
		}
	}
	return "", ""
}

// givenTo returns what a variable was given last, as far as that is seen.
func (s *Scene) givenTo(name *source.Node) *source.Node {
	b := s.values.names.bound[name]
	if b == nil {
		return nil
	}
	if given := s.given[b]; given != nil {
		return given
	}
	if b.kind == boundVariable {
		return b.node.B
	}
	return nil
}

// NearestMethod returns the method whose name is most similar to a name, of those that it has, and the class that has it; "" if none is.
func (t Thing) NearestMethod(name string) (near, class string) {
	v := t.value()
	if v == nil {
		return "", ""
	}
	owners := map[string]string{}
	var names []string
	classes, _ := t.scene.values.members.chain(v)
	for _, c := range classes {
		for _, m := range c.class.Members {
			switch {
			case m.Kind != source.Method || m.Static != (v.kind == static) || m.Access == source.HashPrivate && !strings.HasPrefix(name, "#"):
			case m.Name == name:
				return "", ""
			case owners[m.Name] == "":
				owners[m.Name] = c.class.Name
				names = append(names, m.Name)
			}
		}
	}
	near = fault.Nearest(name, names)
	return near, owners[near]
}

// NearestOfThis returns the name of the member of this that was meant by the one that the thing is; "" if it is none of this.
func (t Thing) NearestOfThis() string {
	n := bare(t.node)
	if n == nil || n.Kind != source.NodeMember || bare(n.A).Kind != source.NodeThis {
		return ""
	}
	v := Thing{t.scene, n.A}.value()
	if v == nil {
		return ""
	}
	if found, _ := t.scene.values.members.member(v, n.Name); found != nil {
		return ""
	}
	return fault.Nearest(n.Name, t.scene.values.members.names(v))
}

// value returns the object or the class that it is, or nil.
func (t Thing) value() *value {
	if t.node == nil {
		return nil
	}
	v := t.scene.values.infer(t.node)
	if n := bare(t.node); v == nil && n.Kind == source.NodeName {
		v = t.scene.values.infer(t.scene.givenTo(n))
	}
	if v.is(instance) || v.is(static) {
		return v
	}
	return nil
}
