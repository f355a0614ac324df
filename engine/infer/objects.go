package infer

import (
	"path"
	"strings"

	"github.com/fwrun/fwrun/engine/bodies"
	"github.com/fwrun/fwrun/engine/source"
)

// hostModule is what scripts import the framework from.
const hostModule = "fwrun"

// object is something with members: an object of a class, or the class itself.
type object struct {
	file   *source.File
	class  *source.Class
	bound  map[string]*source.Type // the type arguments of the class
	static bool
	typ    *source.Type // of the object
}

// objectOf returns what an expression gives, if it is an object of a class that is known, or such a class.
func (s scope) objectOf(e *source.Expr) (o object, ok bool) {
	switch e.Kind {
	case source.ExprThis:
		return s.this, s.this.class != nil
	case source.ExprName:
		o, ok = s.named(s.this.file, named(e.Name))
		o.static = true
		return o, ok
	}
	return s.instance(s.typeOf(e))
}

// instance returns an object of a type, if that is a class. A promise is what it becomes: who reads a member of it has forgotten an await.
func (t *Types) instance(of *source.Type) (o object, ok bool) {
	if of == nil || of.Nullable {
		return o, false
	}
	file, name := of.File(), of
	if file != nil {
		name = of.Args[0]
	}
	if name.Kind != source.TypeName {
		return o, false
	}
	if name.Name == "Promise" && len(name.Args) == 1 {
		return t.instance(name.Args[0])
	}
	o, ok = t.named(file, name)
	o.typ = of
	return o, ok
}

// named returns the class of a name in a file, with the arguments of the type.
func (t *Types) named(file *source.File, name *source.Type) (o object, ok bool) {
	target := t.target(file, name)
	o.file, o.class = target.File, target.Class
	if target.From == hostModule {
		o.file = bodies.Host()
		if o.class = o.file.Class(target.Name); o.class != nil && o.class.Export == "" {
			return o, false
		}
	}
	if o.class == nil {
		return o, false
	}
	o.bound = bind(o.class.TypeParams, name.Args)
	return o, true
}

// target finds what a name means in a file; nil for the file of fwrun's own. Comments may name what is fwrun's without importing it.
func (t *Types) target(file *source.File, name *source.Type) source.Target {
	if file == nil || name.From == hostModule {
		return source.Target{From: hostModule, Name: name.Name}
	}
	target := t.project.LookupType(file, name)
	if !target.Found() && target.From == "" && target.File == file {
		target.From = hostModule
	}
	return target
}

// bind returns the arguments of type parameters; those that are not given are nil.
func bind(params []string, args []*source.Type) map[string]*source.Type {
	bound := make(map[string]*source.Type, len(params))
	for i, name := range params {
		if bound[name] = nil; i < len(args) {
			bound[name] = args[i]
		}
	}
	return bound
}

// deepestChain is the longest chain of base classes that is followed.
const deepestChain = 50

// member finds a member of an object in its class or a base class, and returns the object of the class that has it.
func (t *Types) member(o object, name string) (object, *source.Member) {
	for range deepestChain {
		if m := own(o, name); m != nil {
			return o, m
		}
		base := t.place(o.class.Extends, o.file, o.bound)
		next, ok := t.instance(base)
		if !ok {
			break
		}
		next.static = o.static
		o = next
	}
	return o, nil
}

// own returns a member of the class itself. Of a script that is also a parameter of the constructor whose field is not declared:
// this.users = users.
func own(o object, name string) *source.Member {
	for _, m := range o.class.Members {
		if m.Name == name && m.Static == o.static && m.Kind != source.Setter {
			return m
		}
	}
	if constructor := o.class.Member("constructor"); constructor != nil && !o.static {
		for _, p := range constructor.Params {
			if p.Name == name && (p.IsProperty || path.Ext(o.file.Path) == ".js" || path.Ext(o.file.Path) == ".mjs") {
				return &source.Member{Name: name, Kind: source.Field, Type: p.Type}
			}
		}
	}
	return nil
}

// written returns the type of a field: the one that is declared, or the class of which it begins with an object.
func written(m *source.Member) *source.Type {
	if made, ok := strings.CutPrefix(m.Default, "new "); ok && m.Type == nil {
		if class, _, ok := strings.Cut(made, "("); ok && !strings.ContainsAny(class, "< \n") {
			return named(class)
		}
	}
	return m.Type
}
