package bodies

import (
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

// join returns the type of what is one of several types. What a promise becomes is what counts, and the bodies of ResponseEntities are
// joined: one that never has a body has none.
func (ty *typing) join(parts []*source.Type) *source.Type {
	var list, bodies []*source.Type
	answers, null := false, false
	for _, part := range flat(parts) {
		null = null || part.Nullable || part.Kind == source.TypeNull
		body, isEntity := ty.entity(part)
		answers = answers || isEntity
		switch {
		case part.Kind == source.TypeNull, isEntity && body == nil:
		case isEntity:
			bodies = append(bodies, body)
		case !slices.ContainsFunc(list, func(other *source.Type) bool { return same(other, part) }):
			list = append(list, present(part, true))
		}
	}
	void := &source.Type{Kind: source.TypeNull, Text: "void"}
	switch {
	case answers && len(list)+len(bodies) > 0:
		return entityOf(nullable(ty.join(append(list, bodies...)), null))
	case answers:
		return entityOf(void)
	case len(list) == 0:
		return void
	case len(list) == 1:
		return nullable(list[0], null)
	}
	return &source.Type{Kind: source.TypeUnion, Args: list, Nullable: null}
}

// flat lists types, with the parts of unions and what promises become in their place.
func flat(parts []*source.Type) (list []*source.Type) {
	for _, part := range parts {
		inner := bareType(part)
		if part.Kind != source.TypeUnion && (inner.Kind != source.TypeName || inner.Name != "Promise" || len(inner.Args) != 1) {
			list = append(list, part)
			continue
		}
		list = append(list, flat(inner.Args)...)
		if part.Nullable {
			list = append(list, &source.Type{Kind: source.TypeNull})
		}
	}
	return list
}

// bareType returns a type as it is written in its file.
func bareType(t *source.Type) *source.Type {
	if t.Kind == source.TypeElsewhere {
		return t.Args[0]
	}
	return t
}

// same reports whether two types are written alike in the same file.
func same(x, y *source.Type) bool {
	return x.Kind == y.Kind && x.From == y.From && present(x, true).String() == present(y, true).String()
}

// entityName is the class of answers.
const entityName = "ResponseEntity"

func entityOf(body *source.Type) *source.Type {
	return &source.Type{Kind: source.TypeName, Name: entityName, From: hostModule, Args: []*source.Type{body}}
}

// entity reports whether a type is a ResponseEntity, and returns the type of its body: nil if it never has one.
func (ty *typing) entity(t *source.Type) (body *source.Type, ok bool) {
	name := bareType(t)
	target := source.Target{From: t.From, Name: name.Name}
	if t.Kind == source.TypeElsewhere { // where comments may name it without importing it
		target = ty.members.project.LookupType(ty.members.project.File(t.From), name)
	}
	if name.Kind != source.TypeName || target.Found() || target.Name != entityName || target.From != hostModule && target.From != "" {
		return nil, false
	}
	if len(name.Args) == 0 {
		return named("any"), true
	}
	if body = name.Args[0]; body.Kind == source.TypeName && body.Name == "never" {
		return nil, true
	}
	return body, true
}

// failures are the methods of ResponseEntity that begin the answer of a failure. What has a type is what a success has.
const failures = " badRequest unauthorized notFound unprocessableEntity "

// fails reports whether an expression is an answer that begins with a failure: ResponseEntity.notFound().withJson(…).
func (ty *typing) fails(n *source.Node) bool {
	for n.Kind == source.NodeCall || n.Kind == source.NodeMember && n.A.Kind != source.NodeName {
		n = n.A
	}
	if n.Kind != source.NodeMember || !isOneOf(n.Name, failures) {
		return false
	}
	v := ty.values.infer(n.A)
	return v.is(static) && v.file == ty.members.types && v.class.Name == entityName
}
