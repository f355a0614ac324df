package bodies

import (
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

func named(name string) *source.Type {
	return &source.Type{Kind: source.TypeName, Name: name, Text: name}
}

// nullable returns a type with null, if that is so.
func nullable(t *source.Type, is bool) *source.Type {
	if t == nil || t.Nullable || !is {
		return t
	}
	c := *t
	c.Nullable = true
	return &c
}

// present returns a type without null, if that is so.
func present(t *source.Type, is bool) *source.Type {
	if t == nil || !t.Nullable || !is {
		return t
	}
	c := *t
	c.Nullable = false
	return &c
}

// written returns the type of an object as it means in each file; nil if it is not known.
func (l *lookup) written(v *value) *source.Type {
	switch {
	case v == nil:
		return nil
	case v.typ != nil:
		return v.typ
	case v.kind != instance || v.class.Name == "":
		return nil
	}
	t := named(v.class.Name)
	for _, name := range v.class.TypeParams {
		arg := l.written(v.args[name])
		if arg == nil {
			return nil
		}
		t.Args = append(t.Args, arg)
	}
	if v.file == l.types {
		t.From = hostModule
		return t
	}
	return t.In(v.file)
}

// typed returns a value with the type that is written for it, if types are asked for.
func (l *lookup) typed(v *value, f *source.File, t *source.Type, args map[string]*value) *value {
	if !l.placing {
		return v
	}
	typ := l.place(t, f, args)
	if typ == nil {
		return v
	}
	other := value{typ: typ}
	if v != nil {
		other = *v
		other.typ = typ
	}
	return &other
}

// deepestAlias is how deep aliases of fwrun's declarations are replaced.
const deepestAlias = 10

// place returns a type that is written in a file as one that means the same in each file. Type parameters are replaced by what they are. It
// returns nil if that is not known.
func (l *lookup) place(t *source.Type, f *source.File, args map[string]*value) *source.Type {
	return placement{l, f, args, 0}.of(t)
}

type placement struct {
	*lookup
	file  *source.File
	args  map[string]*value
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
	given, isParam := p.args[t.Name]
	switch {
	case t.Kind == source.TypeName && isParam:
		return nullable(p.written(given), t.Nullable)
	case t.Kind == source.TypeOther && p.file == p.types:
		return nil
	case t.Kind == source.TypeName && p.file == p.types:
		return p.ofHost(&c)
	case t.Kind == source.TypeName, t.Kind == source.TypeOther:
		return c.In(p.file)
	}
	return &c
}

// ofHost returns a type of fwrun's declarations, with its arguments in place: what an alias or an interface stands for, or else the name.
func (p placement) ofHost(t *source.Type) *source.Type {
	if isLower := t.Name[0] >= 'a'; isLower { // int, string, never: they mean the same everywhere
		return t
	}
	decl := p.types.Type(t.Name)
	if decl == nil {
		t.From = hostModule
		return t
	}
	if len(decl.Extends) > 0 || p.depth > deepestAlias {
		return nil
	}
	args := make(map[string]*value, len(decl.TypeParams))
	for i, name := range decl.TypeParams {
		if args[name] = nil; i < len(t.Args) {
			args[name] = &value{typ: t.Args[i]}
		}
	}
	return nullable(placement{p.lookup, p.file, args, p.depth + 1}.of(decl.Type), t.Nullable)
}
