package bodies

import (
	"github.com/fwrun/fwrun/engine/source"
)

// infer returns what an expression is; nil if that is not known.
func (q *inquiry) infer(n *source.Node) *value { return q.inferred(n, deepestValue) }

func (q *inquiry) inferred(n *source.Node, depth int) *value {
	if n == nil || depth == 0 {
		return nil
	}
	switch n.Kind {
	case source.NodeThis, source.NodeSuper:
		if q.narrowed["this"] {
			return nil
		}
		return q.self[n]
	case source.NodeName:
		return q.named(n, depth)
	case source.NodeMember, source.NodeCall, source.NodeNew:
		if v, known := q.values[n]; known {
			return v
		}
		v := q.inferParts(n, depth)
		q.values[n] = v
		return v
	case source.NodeAwait:
		if v := q.inferred(n.A, depth-1); v.is(promise) {
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
	}
	return nil
}

func (q *inquiry) inferParts(n *source.Node, depth int) *value {
	switch n.Kind {
	case source.NodeMember:
		if path := pathOf(n); path != "" && q.narrowed[path] {
			return nil
		}
		return q.memberOf(q.inferred(n.A, depth), n.Name)
	case source.NodeCall:
		if callee := q.inferred(n.A, depth); callee.is(callable) {
			return q.result(callee.call, n)
		}
	case source.NodeNew:
		if c := q.inferred(n.A, depth); c.is(static) {
			return &value{kind: instance, file: c.file, class: c.class, args: q.argsOf(c.class, c.file, nil, nil, depth)}
		}
	}
	return nil
}

// memberOf returns what a member of a value is.
func (q *inquiry) memberOf(v *value, name string) *value {
	switch {
	case v == nil:
	case v.kind == instance, v.kind == static:
		if p, _ := q.member(v, name); p != nil {
			return q.valueOf(v, p)
		}
	case v.kind == namespace:
		return q.imported(q.project.LookupExport(v.file, name), name)
	case v.kind == enumObject:
		return &value{kind: enumCase, file: v.file, enum: v.enum}
	}
	return nil
}

// result returns what a call of a function returns.
func (q *inquiry) result(s *signature, call *source.Node) *value {
	var v *value
	switch {
	case s.generator:
		return nil
	case s.result == nil || s.varied && !q.isGiven(s):
	case s.result.Name == "this" && s.result.Kind == source.TypeName:
		v = s.this
	default:
		v = q.resolve(s.file, s.result, q.bind(s, call), deepestValue)
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
func (q *inquiry) named(n *source.Node, depth int) *value {
	b := q.bound[n]
	if b == nil || b.narrowed {
		return nil
	}
	switch b.kind {
	case boundImport:
		return q.importedName(n.Name)
	case boundClass:
		if v, _ := q.classAt(b.node.NameAt); v != nil && !b.changed {
			return v
		}
	case boundFunction:
		return q.functionNamed(b)
	case boundVariable:
		return q.variable(b, depth)
	case boundParam:
		if b.changed || b.param.Rest {
			return nil
		}
		return q.resolve(q.file, b.param.Type, b.types, deepestValue)
	case boundOther:
		if e := q.file.Enum(b.name); e != nil && b.top && !b.changed {
			return &value{kind: enumObject, file: q.file, enum: e}
		}
	}
	return nil
}

func (q *inquiry) importedName(local string) *value {
	i := q.file.Import(local)
	if i == nil {
		return nil
	}
	if i.Name != "*" {
		return q.imported(q.project.Lookup(q.file, local), local)
	}
	if f, ok := q.project.Resolve(q.file, i.From); ok {
		q.look(f)
		return &value{kind: namespace, file: f}
	}
	return nil
}

// imported returns what a declaration is, wherever it was found.
func (q *inquiry) imported(target source.Target, name string) *value {
	q.look(target.File)
	target = q.declared(target)
	switch {
	case target.Class != nil:
		return &value{kind: static, file: target.File, class: target.Class}
	case target.Enum != nil:
		return &value{kind: enumObject, file: target.File, enum: target.Enum}
	case target.Function != nil:
		return q.function(target.File, target.Function, name)
	}
	return nil
}

func (q *inquiry) function(f *source.File, fn *source.Function, name string) *value {
	if len(fn.Wrappers) > 0 {
		return nil
	}
	var args map[string]*value
	for _, p := range fn.TypeParams {
		args = with(args, p)
	}
	_, private := fn.Doc.Tags["private"]
	j := q.files[f.Path]
	return &value{kind: callable, call: &signature{
		free: private && isScript(f.Path) || j != nil && j.facts.argued[fn.Name], // what only its own file calls is described with less care

		name: name, file: f, typeParams: fn.TypeParams, params: fn.Params, result: fn.Type, async: fn.Async, generator: fn.Generator,
		overloaded: fn.Overloaded, varied: fn.Varied, typed: fn.Typed, args: args,
	}}
}

func (q *inquiry) functionNamed(b *binding) *value {
	if b.changed {
		return nil
	}
	if b.top {
		if fn := q.file.Function(b.name); fn != nil {
			return q.function(q.file, fn, b.name)
		}
		return nil
	}
	return q.functionNode(b.node, b.name, b.types)
}

// functionNode returns what a function is that is written in a body.
func (q *inquiry) functionNode(n *source.Node, name string, types map[string]*value) *value {
	v := q.function(q.file, n.Fn, name)
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

func (q *inquiry) variable(b *binding, depth int) *value {
	n := b.node
	switch {
	case n.Type != nil:
		if b.changed && n.Type.Nullable {
			return nil
		}
		return q.resolve(q.file, n.Type, b.types, deepestValue)
	case b.changed || n.B == nil:
		return nil
	case n.B.Kind == source.NodeClass:
		v, _ := q.classAt(n.A.At)
		return v
	case n.B.Kind == source.NodeFunction:
		return q.functionNode(n.B, b.name, b.types)
	}
	if e := q.file.Enum(b.name); e != nil && b.top {
		return &value{kind: enumObject, file: q.file, enum: e}
	}
	return q.inferred(n.B, depth-1)
}
