package bodies

import "github.com/fwrun/fwrun/engine/source"

// values finds out what the expressions of a file are.
type values struct {
	file    *source.File
	members *members
	names   *names
	typing  *typing // types are asked for by it; nil while bodies are judged
	kept    map[*source.Node]*value
}

// infer returns what an expression is; nil if that is not known.
func (vs *values) infer(n *source.Node) *value { return vs.inferred(n, deepestValue) }

func (vs *values) inferred(n *source.Node, depth int) *value {
	if n == nil || depth == 0 {
		return nil
	}
	switch n.Kind {
	case source.NodeThis, source.NodeSuper:
		if vs.names.narrowed["this"] {
			return nil
		}
		return vs.names.self[n]
	case source.NodeName:
		return vs.named(n, depth)
	case source.NodeMember, source.NodeCall, source.NodeNew:
		if v, known := vs.kept[n]; known {
			return v
		}
		v := vs.inferParts(n, depth)
		vs.kept[n] = v
		return v
	case source.NodeAwait:
		if v := vs.inferred(n.A, depth-1); v.is(promise) {
			return v.of
		} else if v != nil {
			return v
		}
	case source.NodeLiteral:
		switch n.Op {
		case "string", "number", "boolean":
			return &value{kind: primitive, name: n.Op}
		}
	case source.NodeTemplate:
		return &value{kind: primitive, name: "string"}
	case source.NodeCast:
		if vs.members.thrown {
			return vs.inferred(n.A, depth-1)
		}
	}
	return nil
}

func (vs *values) inferParts(n *source.Node, depth int) *value {
	switch n.Kind {
	case source.NodeMember:
		if path := pathOf(n); path != "" && vs.names.narrowed[path] {
			return nil
		}
		return vs.memberOf(vs.inferred(n.A, depth), n.Name)
	case source.NodeCall:
		if callee := vs.inferred(n.A, depth); callee.is(callable) {
			return vs.result(callee.call, n)
		}
	case source.NodeNew:
		if c := vs.inferred(n.A, depth); c.is(static) {
			return &value{kind: instance, file: c.file, class: c.class, args: vs.members.argsOf(c.class, c.file, nil, nil, depth)}
		}
	}
	return nil
}

// memberOf returns what a member of a value is.
func (vs *values) memberOf(v *value, name string) *value {
	switch {
	case v == nil:
	case v.kind == instance, v.kind == static:
		if p, _ := vs.members.member(v, name); p != nil {
			return vs.members.valueOf(v, p)
		}
	case v.kind == namespace:
		return vs.members.imported(vs.members.project.LookupExport(v.file, name), name)
	case v.kind == enumObject:
		return &value{kind: enumCase, file: v.file, enum: v.enum}
	}
	return nil
}

// result returns what a call of a function returns.
func (vs *values) result(s *signature, call *source.Node) *value {
	var v *value
	switch {
	case s.generator:
		return nil
	case s.result == nil || s.varied && !vs.isGiven(s):
	case s.result.Name == "this" && s.result.Kind == source.TypeName:
		v = s.this
	default:
		v = vs.members.resolve(s.file, s.result, vs.bind(s, call), deepestValue)
	}
	if s.async && !v.is(promise) {
		v = &value{kind: promise, of: v}
	}
	if v.is(promise) {
		other := *v
		other.made = s.name
		if s.overloaded {
			other.of = nil
		}
		return &other
	}
	return v
}

// named returns what a name is.
func (vs *values) named(n *source.Node, depth int) *value {
	b := vs.names.bound[n]
	switch {
	case vs.members.thrown && b == nil:
		return globalOf(vs.members.lookup, n.Name)
	case b == nil, b.narrowed && !vs.members.thrown:
		return nil
	}
	switch b.kind {
	case boundImport:
		return vs.importedName(n.Name)
	case boundClass:
		if v, _ := classAt(vs.members.file, b.node.NameAt); v != nil && !b.changed {
			return v
		}
	case boundFunction:
		return vs.functionNamed(b)
	case boundVariable:
		return vs.variable(b, depth)
	case boundParam:
		if b.changed || b.param.Rest {
			return nil
		}
		return vs.members.resolve(vs.file, b.param.Type, b.types, deepestValue)
	case boundOther:
		if e := vs.file.Enum(b.name); e != nil && b.top && !b.changed {
			return &value{kind: enumObject, file: vs.file, enum: e}
		}
	}
	return nil
}

func (vs *values) importedName(local string) *value {
	i := vs.file.Import(local)
	if i == nil {
		return nil
	}
	if i.Name != "*" {
		return vs.members.imported(vs.members.project.Lookup(vs.file, local), local)
	}
	if f, ok := vs.members.project.Resolve(vs.file, i.From); ok {
		vs.members.look(f)
		return &value{kind: namespace, file: f}
	}
	return nil
}

func (vs *values) functionNamed(b *binding) *value {
	if b.changed {
		return nil
	}
	if b.top {
		if fn := vs.file.Function(b.name); fn != nil {
			return vs.members.function(vs.file, fn, b.name)
		}
		return nil
	}
	return vs.functionNode(b.node, b.name, b.types)
}

// functionNode returns what a function is that is written in a body.
func (vs *values) functionNode(n *source.Node, name string, types map[string]*value) *value {
	v := vs.members.function(vs.file, n.Fn, name)
	v.call.free = v.call.free || usesArguments(n.A)
	for name := range types {
		v.call.args = with(v.call.args, name)
	}
	return v
}

// usesArguments reports whether a body reads arguments, so that they need no parameters.
func usesArguments(n *source.Node) bool {
	if n == nil {
		return false
	}
	found := n.Kind == source.NodeName && n.Name == "arguments"
	n.Each(func(part *source.Node) { found = found || usesArguments(part) })
	return found
}

func (vs *values) variable(b *binding, depth int) *value {
	n := b.node
	switch {
	case n.Type != nil && (!vs.members.thrown || n.Type.Name != "any"):
		if b.changed && n.Type.Nullable {
			return nil
		}
		return vs.members.resolve(vs.file, n.Type, b.types, deepestValue)
	case b.changed || n.B == nil:
		return nil
	case n.B.Kind == source.NodeClass:
		v, _ := classAt(vs.members.file, n.A.At)
		return v
	case n.B.Kind == source.NodeFunction:
		return vs.functionNode(n.B, b.name, b.types)
	}
	if e := vs.file.Enum(b.name); e != nil && b.top {
		return &value{kind: enumObject, file: vs.file, enum: e}
	}
	return vs.inferred(n.B, depth-1)
}
