package bodies

import (
	"maps"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// typeOf returns the type of what an expression gives, as it means in each file; nil if it is not sure.
func (q *inquiry) typeOf(n *source.Node) *source.Type {
	if q.typing == nil || q.typing.left <= 0 || q.typing.depth > deepestValue || n == nil || chains(n) {
		return nil
	}
	q.typing.left--
	q.typing.depth++
	defer func() { q.typing.depth-- }()
	switch n.Kind {
	case source.NodeLiteral:
		return q.literal(n)
	case source.NodeTemplate:
		return named("string")
	case source.NodeCast:
		return q.place(n.Type, q.file, nil)
	case source.NodeAwait:
		return q.joined(n.A)
	case source.NodeConditional:
		return q.joined(n.B, n.C)
	case source.NodeArray:
		if elem := q.joined(n.List...); elem != nil {
			return &source.Type{Kind: source.TypeArray, Args: []*source.Type{elem}}
		}
	case source.NodeObject:
		return q.shape(n)
	case source.NodeNew:
		return q.newObject(n)
	case source.NodeName:
		return present(q.typeOfName(n), n.Present || q.typing.present[q.bound[n]])
	case source.NodeMember:
		return present(q.typeOfMember(n), n.Present)
	case source.NodeCall:
		return present(q.typeOfCall(n), n.Present)
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
func (q *inquiry) joined(list ...*source.Node) *source.Type {
	types := make([]*source.Type, len(list))
	for i, n := range list {
		if types[i] = q.typeOf(n); types[i] == nil {
			return nil
		}
	}
	if len(types) == 0 {
		return nil
	}
	return q.join(types)
}

func (q *inquiry) literal(n *source.Node) *source.Type {
	switch n.Op {
	case "string", "boolean":
		return named(n.Op)
	case "null":
		return &source.Type{Kind: source.TypeNull}
	case "number":
		if _, err := strconv.ParseInt(strings.ReplaceAll(q.text(n.At, n.End), "_", ""), 0, 64); err == nil {
			return named("int")
		}
		return named("number")
	}
	return nil
}

// shape returns the type of an object literal. One with computed names or spread values is not known.
func (q *inquiry) shape(n *source.Node) *source.Type {
	shape := &source.Type{Kind: source.TypeShape}
	for _, p := range n.List {
		var t *source.Type
		if p.Kind == source.NodeProperty && p.B == nil {
			t = q.typeOf(p.A)
		}
		if t == nil {
			return nil
		}
		shape.Fields = append(shape.Fields, source.ShapeField{Name: p.Name, Type: t})
	}
	return shape
}

// newObject returns the type of a new object of a class that is exported, or of a Date.
func (q *inquiry) newObject(n *source.Node) *source.Type {
	if v := q.infer(n); v.is(instance) && v.class.Export != "" && len(v.class.TypeParams) == 0 {
		return q.written(v)
	}
	if n.A.Kind == source.NodeName && n.A.Name == "Date" && q.bound[n.A] == nil {
		return named("Date")
	}
	return nil
}

func (q *inquiry) typeOfName(n *source.Node) *source.Type {
	b := q.bound[n]
	switch {
	case b == nil && n.Name == "undefined":
		return &source.Type{Kind: source.TypeNull}
	case b == nil:
	case b.kind == boundParam && !b.param.Rest:
		return nullable(q.place(b.param.Type, q.file, b.types), b.param.Optional)
	case b.kind == boundVariable && b.node.Type != nil:
		return q.place(b.node.Type, q.file, b.types)
	case b.kind == boundVariable && !b.changed:
		return q.typeOf(b.node.B)
	}
	return nil
}

func (q *inquiry) typeOfMember(n *source.Node) *source.Type {
	v := q.infer(n.A)
	if !v.is(instance) && !v.is(static) {
		return nil
	}
	p, _ := q.member(v, n.Name)
	switch {
	case p == nil:
	case p.param != nil:
		return nullable(q.place(p.param.Type, p.owner.file, p.owner.args), p.param.Optional)
	case p.hidden || p.Kind == source.Method || q.isForeign(p.owner.file, p.Decorators):
	case p.Type == nil:
		return q.written(q.valueOf(v, p))
	default:
		return nullable(q.place(p.Type, p.owner.file, p.owner.args), p.Optional)
	}
	return nil
}

func (q *inquiry) typeOfCall(n *source.Node) *source.Type {
	if q.fails(n) {
		return entityOf(named("never"))
	}
	callee := q.infer(n.A)
	if !callee.is(callable) || callee.call.generator && isScript(callee.call.file.Path) || callee.call.varied && !q.isGiven(callee.call) {
		return nil
	}
	return q.place(callee.call.result, callee.call.file, q.bind(callee.call, n))
}

// isGiven reports whether a function is one of fwrun's, and types are asked for: the last of its overloads has the type of them all.
func (q *inquiry) isGiven(s *signature) bool { return q.typing != nil && s.file == q.types }

// bind returns what the type parameters of a function are in a call: what the call says, or else the types of the arguments; never for one
// whose argument is left out.
func (q *inquiry) bind(s *signature, call *source.Node) map[string]*value {
	if q.typing == nil {
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
			t = q.place(call.Type.Args[i], q.file, nil)
		} else {
			t = q.argument(s, name, call)
		}
		if bound[name] = nil; t != nil {
			bound[name] = &value{typ: t}
		}
	}
	return bound
}

// argument returns the type of the argument whose parameter has the type parameter of that name as its type.
func (q *inquiry) argument(s *signature, name string, call *source.Node) *source.Type {
	for at, p := range s.params {
		if p.Type == nil || p.Type.Kind != source.TypeName || p.Type.Name != name {
			continue
		}
		if at >= len(call.List) {
			return named("never")
		}
		return q.typeOf(call.List[at])
	}
	return nil
}
