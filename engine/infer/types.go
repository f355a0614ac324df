package infer

import (
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

func named(name string) *source.Type {
	return &source.Type{Kind: source.TypeName, Name: name, Text: name}
}

// present returns a type without null.
func present(t *source.Type) *source.Type {
	if t == nil || !t.Nullable {
		return t
	}
	c := *t
	c.Nullable = false
	return &c
}

// deepest is how deep aliases of fwrun's declarations are replaced.
const deepest = 10

// place returns a type that is written in a file as one that means the same in each file. Type parameters are replaced by what they are
// bound to. It returns nil if that is not known.
func (t *Types) place(of *source.Type, file *source.File, bound map[string]*source.Type) *source.Type {
	return placement{t, file, bound, 0}.of(of)
}

type placement struct {
	*Types
	file  *source.File
	bound map[string]*source.Type
	depth int
}

func (p placement) of(t *source.Type) *source.Type {
	if t == nil || t.Kind == source.TypeElsewhere {
		return t
	}
	c := *t
	c.Args, c.Fields = slices.Clone(t.Args), slices.Clone(t.Fields)
	for i := range c.Args {
		if c.Args[i] = p.of(c.Args[i]); c.Args[i] == nil {
			return nil
		}
	}
	for i, f := range c.Fields {
		if c.Fields[i].Type = p.of(f.Type); f.Type != nil && c.Fields[i].Type == nil {
			return nil
		}
	}
	switch isHost := p.project.File(p.file.Path) != p.file; {
	case t.Kind == source.TypeOther && isHost:
		return nil
	case t.Kind == source.TypeOther:
		return c.In(p.file)
	case t.Kind != source.TypeName:
		return &c
	case isHost:
		return p.name(&c, func() *source.Type { return p.ofHost(&c) })
	}
	return p.name(&c, func() *source.Type { return c.In(p.file) })
}

// name returns what the name of a type parameter is bound to, or else what otherwise says.
func (p placement) name(t *source.Type, otherwise func() *source.Type) *source.Type {
	given, isParam := p.bound[t.Name]
	switch {
	case !isParam:
		return otherwise()
	case given == nil || !t.Nullable:
		return given
	}
	c := *given
	c.Nullable = true
	return &c
}

// ofHost returns a type of fwrun's declarations, with its arguments in place: what an alias or an interface stands for, or else the name.
func (p placement) ofHost(t *source.Type) *source.Type {
	if isLower := t.Name[0] >= 'a'; isLower { // int, string, never: they mean the same everywhere
		return t
	}
	decl := p.file.Type(t.Name)
	if decl == nil {
		c := *t
		c.From = hostModule
		return &c
	}
	if len(decl.Extends) > 0 || p.depth > deepest {
		return nil
	}
	in := placement{p.Types, p.file, bind(decl.TypeParams, t.Args), p.depth + 1}.of(decl.Type)
	if in == nil || !t.Nullable {
		return in
	}
	c := *in
	c.Nullable = true
	return &c
}

// join returns the type of what is one of several types. What a promise becomes is what counts, and the bodies of ResponseEntities are
// joined: one that never has a body has none.
func (t *Types) join(parts []*source.Type) *source.Type {
	var list, bodies []*source.Type
	answers, nullable := false, false
	for _, part := range flat(parts) {
		nullable = nullable || part.Nullable || part.Kind == source.TypeNull
		body, isEntity := t.entity(part)
		answers = answers || isEntity
		switch {
		case part.Kind == source.TypeNull, isEntity && body == nil:
		case isEntity:
			bodies = append(bodies, body)
		case !slices.ContainsFunc(list, func(other *source.Type) bool { return same(other, part) }):
			list = append(list, present(part))
		}
	}
	if answers && len(list)+len(bodies) > 0 {
		body := t.join(append(list, bodies...))
		body.Nullable = body.Nullable || nullable
		return entityOf(body)
	}
	void := &source.Type{Kind: source.TypeNull, Text: "void"}
	switch {
	case answers:
		return entityOf(void)
	case len(list) == 0:
		return void
	case len(list) == 1:
		joined := *list[0]
		joined.Nullable = nullable
		return &joined
	}
	return &source.Type{Kind: source.TypeUnion, Args: list, Nullable: nullable}
}

// flat lists types, with the parts of unions and what promises become in their place.
func flat(parts []*source.Type) (list []*source.Type) {
	for _, part := range parts {
		inner := part
		if part.Kind == source.TypeElsewhere {
			inner = part.Args[0]
		}
		switch {
		case part.Kind == source.TypeUnion, inner.Kind == source.TypeName && inner.Name == "Promise" && len(inner.Args) == 1:
			more := flat(inner.Args)
			if part.Nullable {
				more = append(more, &source.Type{Kind: source.TypeNull})
			}
			list = append(list, more...)
		default:
			list = append(list, part)
		}
	}
	return list
}

const entityName = "ResponseEntity"

func entityOf(body *source.Type) *source.Type {
	return &source.Type{Kind: source.TypeName, Name: entityName, From: hostModule, Args: []*source.Type{body}}
}

// failures are the methods of ResponseEntity that begin the answer of a failure. What has a type is what a success has.
var failures = map[string]bool{"badRequest": true, "unauthorized": true, "notFound": true, "unprocessableEntity": true}

// fails reports whether an expression is an answer that begins with a failure: ResponseEntity.notFound().withJson(…).
func (s scope) fails(e *source.Expr) bool {
	for ; e.Of != nil; e = e.Of {
		if e.Kind == source.ExprMember && e.Of.Kind == source.ExprName && failures[e.Name] {
			target := s.target(s.this.file, named(e.Of.Name))
			return target.Name == entityName && target.From == hostModule
		}
	}
	return false
}

// entity reports whether a type is a ResponseEntity, and returns the type of its body: nil if it never has one.
func (t *Types) entity(of *source.Type) (body *source.Type, ok bool) {
	name := of
	if of.Kind == source.TypeElsewhere {
		name = of.Args[0]
	}
	if name.Kind != source.TypeName {
		return nil, false
	}
	if target := t.target(of.File(), name); target.Name != entityName || target.From != hostModule {
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

// same reports whether two types are written alike in the same file.
func same(x, y *source.Type) bool {
	return x.File() == y.File() && present(x).String() == present(y).String()
}
