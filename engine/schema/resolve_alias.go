package schema

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// aliasKey identifies a type alias, an interface or a generic class together with its type arguments.
type aliasKey struct {
	decl   any
	args   string
	result bool
}

// unfinished is an alias that is being resolved and may refer to itself: type Tree = {children: Tree[]}. The
// types and fields that depend on it are corrected once it is resolved.
type unfinished struct {
	named  bool     // it was referred to
	copies []*Type  // with another nullability
	fields []*Field // of this type; whether they are required is not known yet
}

// alias resolves a type alias, an interface or a @typedef.
func (r *Resolver) alias(s site, t *source.Type, target source.Target) (*Type, *fault.Diagnostic) {
	decl := target.Type
	return r.expand(s, t, generic{decl, target.File, decl.Name, decl.TypeParams},
		func(at site) (*Type, *fault.Diagnostic) { return r.declared(at, decl) })
}

// generic is a declaration that may have type parameters.
type generic struct {
	decl   any // identifies it
	file   *source.File
	name   string
	params []string
}

// expand resolves a declaration with its type arguments. Each pair has one type, which may contain itself.
func (r *Resolver) expand(s site, t *source.Type, g generic, declared func(at site) (*Type, *fault.Diagnostic)) (*Type, *fault.Diagnostic) {
	bound, bad := r.arguments(s, t, g.name, g.params)
	if bad != nil {
		return nil, bad
	}
	key := aliasKey{g.decl, identity(g.params, bound), s.result}
	if known, ok := r.aliases[key]; ok {
		return r.refer(known), nil
	}
	standIn, state := &Type{Name: g.name}, &unfinished{}
	r.aliases[key], r.pending[standIn] = standIn, state
	resolved, bad := declared(site{file: g.file, params: g.params, bound: bound, owner: g.name, result: s.result})
	if bad == nil && (resolved.Kind == Shape || resolved.OneOf != nil) && resolved.Name == g.name {
		resolved.Name = g.named(bound)
	}
	if bad == nil && r.pending[resolved] == state {
		bad = s.refuse(t, codeCycle, "it is defined only by itself", "write the type out")
	}
	if bad != nil {
		delete(r.aliases, key)
		r.forget(standIn, state)
		return nil, bad
	}
	if state.named {
		*standIn = *resolved
		resolved = standIn
	}
	r.finish(standIn, state)
	r.aliases[key] = resolved
	return resolved, nil
}

// refer notes that an unfinished type was named and must therefore keep its identity.
func (r *Resolver) refer(t *Type) *Type {
	if state := r.pending[t]; state != nil {
		state.named = true
	}
	return t
}

// named returns the name of a declared type with its arguments: Page<User>.
func (g generic) named(bound map[string]*Type) string {
	if len(bound) == 0 {
		return g.name
	}
	var names []string
	for _, param := range g.params {
		if given := bound[param]; given != nil {
			names = append(names, given.Name)
		}
	}
	return g.name + "<" + strings.Join(names, ", ") + ">"
}

func (r *Resolver) finish(t *Type, state *unfinished) {
	for _, c := range state.copies {
		nullable := c.Nullable
		*c = *t
		c.Nullable = nullable
	}
	for _, f := range state.fields {
		f.Required = f.Required && mustBeSent(f.Type)
	}
	r.forget(t, state)
}

func (r *Resolver) forget(t *Type, state *unfinished) {
	delete(r.pending, t)
	for _, c := range state.copies {
		delete(r.pending, c)
	}
}

// declared resolves the declaration of an alias or interface, and gives the type its name.
func (r *Resolver) declared(s site, decl *source.TypeDecl) (*Type, *fault.Diagnostic) {
	if decl.Type == nil {
		return nil, s.refuse(&source.Type{Name: decl.Name, Pos: decl.Pos}, codeUnsupported, "its definition is empty", "")
	}
	var resolved *Type
	var bad *fault.Diagnostic
	if len(decl.Extends) > 0 {
		resolved, bad = r.extended(s, decl)
	} else {
		resolved, bad = r.resolve(s, decl.Type)
	}
	if bad != nil {
		return nil, bad
	}
	if resolved.Name == nameOf(decl.Type) && (resolved.Kind == Shape || resolved.Kind == Enum || resolved.OneOf != nil) {
		resolved.Name = decl.Name
		nameParts(decl.Name, resolved.OneOf)
	}
	if resolved.Kind == Enum && resolved.Enum.Name == nameOf(decl.Type) {
		resolved.Enum.Name = decl.Name
	}
	return resolved, nil
}

// extended resolves an interface that extends others: their fields, then its own.
func (r *Resolver) extended(s site, decl *source.TypeDecl) (*Type, *fault.Diagnostic) {
	own, bad := r.resolve(s, decl.Type)
	if bad != nil {
		return nil, bad
	}
	if own.Kind != Shape {
		return nil, s.refuse(decl.Type, codeUnsupported, "an interface that extends another one must have named fields", "")
	}
	var fields []*Field
	for _, base := range decl.Extends {
		inherited, bad := r.fieldsOf(s, base)
		if bad != nil {
			return nil, bad
		}
		fields = override(fields, inherited)
	}
	own.Fields = override(fields, own.Fields)
	return own, nil
}

// override appends fields to others; a field replaces another of the same name.
func override(fields, more []*Field) []*Field {
	merged := append([]*Field(nil), fields...)
	for _, f := range more {
		replaced := false
		for i, old := range merged {
			if old.Name == f.Name {
				merged[i], replaced = f, true
			}
		}
		if !replaced {
			merged = append(merged, f)
		}
	}
	return merged
}

// arguments binds type parameters to their arguments.
func (r *Resolver) arguments(
	s site, t *source.Type, name string, params []string,
) (map[string]*Type, *fault.Diagnostic) {
	if len(t.Args) > len(params) {
		return nil, s.refuse(t, codeGeneric, fmt.Sprintf("the number of type parameters of %s is %d", name, len(params)), "")
	}
	bound := make(map[string]*Type, len(t.Args))
	for i, arg := range t.Args {
		given, bad := r.resolve(s, arg)
		if bad != nil {
			return nil, bad
		}
		bound[params[i]] = given
	}
	return bound, nil
}

// identity returns a text that distinguishes one set of arguments from another.
func identity(params []string, bound map[string]*Type) string {
	var b strings.Builder
	for _, p := range params {
		fmt.Fprintf(&b, "%p ", bound[p])
	}
	return b.String()
}
