package bodies

import (
	"maps"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// typeOf returns the type of what an expression gives, as it means in each file; nil if it is not sure.
func (ty *typing) typeOf(n *source.Node) *source.Type {
	if ty.left <= 0 || ty.depth > deepestValue || n == nil || chains(n) {
		return nil
	}
	ty.left--
	ty.depth++
	defer func() { ty.depth-- }()
	switch n.Kind {
	case source.NodeLiteral:
		return ty.literal(n)
	case source.NodeTemplate:
		return named("string")
	case source.NodeCast:
		return ty.members.place(n.Type, ty.file, nil)
	case source.NodeAwait:
		return ty.joined(n.A)
	case source.NodeConditional:
		return ty.joined(n.B, n.C)
	case source.NodeArray:
		if elem := ty.joined(n.List...); elem != nil {
			return &source.Type{Kind: source.TypeArray, Args: []*source.Type{elem}}
		}
	case source.NodeObject:
		return ty.shape(n)
	case source.NodeNew:
		return ty.newObject(n)
	case source.NodeName:
		return present(ty.typeOfName(n), n.Present || ty.present[ty.names.bound[n]])
	case source.NodeMember:
		return present(ty.typeOfMember(n), n.Present)
	case source.NodeCall:
		return present(ty.typeOfCall(n), n.Present)
	}
	return nil
}

// chains reports whether an expression may end at a ?. in it.
func chains(n *source.Node) bool {
	for n.Kind == source.NodeMember || n.Kind == source.NodeCall {
		if n.Chain {
			return true
		}
		n = n.A
	}
	return n.Chain
}

// joined returns the type of what is one of several expressions; nil if one is not known.
func (ty *typing) joined(list ...*source.Node) *source.Type {
	types := make([]*source.Type, len(list))
	for i, n := range list {
		if types[i] = ty.typeOf(n); types[i] == nil {
			return nil
		}
	}
	if len(types) == 0 {
		return nil
	}
	return ty.join(types)
}

func (ty *typing) literal(n *source.Node) *source.Type {
	switch n.Op {
	case "string", "boolean":
		return named(n.Op)
	case "null":
		return &source.Type{Kind: source.TypeNull}
	case "number":
		if _, err := strconv.ParseInt(strings.ReplaceAll(cut(ty.names.tree, n.At, n.End), "_", ""), 0, 64); err == nil {
			return named("int")
		}
		return named("number")
	}
	return nil
}

// shape returns the type of an object literal. One with computed names or spread values is not known.
func (ty *typing) shape(n *source.Node) *source.Type {
	shape := &source.Type{Kind: source.TypeShape}
	for _, p := range n.List {
		var t *source.Type
		if p.Kind == source.NodeProperty && p.B == nil {
			t = ty.typeOf(p.A)
		}
		if t == nil {
			return nil
		}
		shape.Fields = append(shape.Fields, source.ShapeField{Name: p.Name, Type: t})
	}
	return shape
}

// newObject returns the type of a new object of a class that is exported, or of a Date.
func (ty *typing) newObject(n *source.Node) *source.Type {
	if v := ty.values.infer(n); v.is(instance) && v.class.Export != "" && len(v.class.TypeParams) == 0 {
		return ty.members.written(v)
	}
	if n.A.Kind == source.NodeName && n.A.Name == "Date" && ty.names.bound[n.A] == nil {
		return named("Date")
	}
	return nil
}

func (ty *typing) typeOfName(n *source.Node) *source.Type {
	b := ty.names.bound[n]
	switch {
	case b == nil && n.Name == "undefined":
		return &source.Type{Kind: source.TypeNull}
	case b == nil:
	case b.kind == boundParam && !b.param.Rest:
		return nullable(ty.members.place(b.param.Type, ty.file, b.types), b.param.Optional)
	case b.kind == boundVariable && b.node.Type != nil:
		return ty.members.place(b.node.Type, ty.file, b.types)
	case b.kind == boundVariable && !b.changed:
		return ty.typeOf(b.node.B)
	}
	return nil
}

func (ty *typing) typeOfMember(n *source.Node) *source.Type {
	v := ty.values.infer(n.A)
	if !v.is(instance) && !v.is(static) {
		return nil
	}
	p, _ := ty.members.member(v, n.Name)
	switch {
	case p == nil:
	case p.param != nil:
		return nullable(ty.members.place(p.param.Type, p.owner.file, p.owner.args), p.param.Optional)
	case p.field != "":
		return ty.members.written(ty.members.valueOf(v, p))
	case p.hidden || p.Kind == source.Method || ty.members.isForeign(p.owner.file, p.Decorators):
	case p.Type == nil:
		return ty.members.written(ty.members.valueOf(v, p))
	default:
		return nullable(ty.members.place(p.Type, p.owner.file, p.owner.args), p.Optional)
	}
	return nil
}

func (ty *typing) typeOfCall(n *source.Node) *source.Type {
	if ty.fails(n) {
		return entityOf(named("never"))
	}
	callee := ty.values.infer(n.A)
	if !callee.is(callable) || callee.call.generator && isScript(callee.call.file.Path) || callee.call.varied && !ty.values.isGiven(callee.call) {
		return nil
	}
	return ty.members.place(callee.call.result, callee.call.file, ty.values.bind(callee.call, n))
}

// isGiven reports whether a function is one of fwrun's, and types are asked for: the last of its overloads has the type of them all.
func (vs *values) isGiven(s *signature) bool { return vs.typing != nil && s.file == vs.members.types }

// bind returns what the type parameters of a function are in a call: what the call says, or else the types of the arguments; never for one
// whose argument is left out.
func (vs *values) bind(s *signature, call *source.Node) map[string]*value {
	if vs.typing == nil {
		return s.args
	}
	bound := maps.Clone(s.args)
	if bound == nil {
		bound = map[string]*value{}
	}
	bound["this"] = s.this
	for i, name := range s.typeParams {
		var t *source.Type
		if call.Type != nil && i < len(call.Type.Args) {
			t = vs.members.place(call.Type.Args[i], vs.file, nil)
		} else {
			t = vs.typing.argument(s, name, call)
		}
		if bound[name] = nil; t != nil {
			bound[name] = &value{typ: t}
		}
	}
	return bound
}

// argument returns the type of the argument whose parameter has the type parameter of that name as its type.
func (ty *typing) argument(s *signature, name string, call *source.Node) *source.Type {
	for at, p := range s.params {
		if p.Type == nil || p.Type.Kind != source.TypeName || p.Type.Name != name {
			continue
		}
		if at >= len(call.List) {
			return named("never")
		}
		return ty.typeOf(call.List[at])
	}
	return nil
}
