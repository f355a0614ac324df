package infer

import (
	"github.com/fwrun/fwrun/engine/source"
)

// Types infers types in a project. It belongs to one goroutine.
type Types struct{ project *source.Project }

// New returns the Types of a project.
func New(project *source.Project) *Types { return &Types{project} }

// Result returns the type of what an expression gives in a method of a class, or in a function if class is nil: as a type that means the
// same in each file. It returns nil if it is not sure.
func (t *Types) Result(file *source.File, class *source.Class, gives *source.Expr) *source.Type {
	if gives == nil {
		return nil
	}
	s := scope{t, object{file: file, class: class}}
	given := s.typeOf(gives)
	if given == nil {
		return nil
	}
	return t.join([]*source.Type{given})
}

// scope is where an expression is.
type scope struct {
	*Types
	this object
}

// typeOf returns the type of what an expression gives, or nil.
func (s scope) typeOf(e *source.Expr) *source.Type {
	switch e.Kind {
	case source.ExprTyped:
		return s.place(e.Type, s.this.file, nil)
	case source.ExprNew:
		return s.made(e.Name)
	case source.ExprNotNull:
		return present(s.typeOf(e.Of))
	case source.ExprMember:
		return s.property(e)
	case source.ExprCall:
		if s.fails(e) {
			return entityOf(named("never"))
		}
		return s.called(e)
	case source.ExprShape:
		return s.shape(e)
	}
	parts := s.typesOf(e.Parts)
	switch {
	case len(parts) == 0:
		return nil
	case e.Kind == source.ExprList:
		return &source.Type{Kind: source.TypeArray, Args: []*source.Type{s.join(parts)}}
	case e.Kind == source.ExprEither:
		return s.join(parts)
	}
	return nil
}

// typesOf returns the types of several expressions; none if one is not known.
func (s scope) typesOf(list []*source.Expr) []*source.Type {
	types := make([]*source.Type, len(list))
	for i, e := range list {
		if types[i] = s.typeOf(e); types[i] == nil {
			return nil
		}
	}
	return types
}

// made returns the type of a new object of a class that is exported, or of a Date.
func (s scope) made(class string) *source.Type {
	target := s.project.Lookup(s.this.file, class)
	if target.Class != nil && target.Class.Export != "" && len(target.Class.TypeParams) == 0 || class == "Date" && !target.Found() && target.From == "" {
		return named(class).In(s.this.file)
	}
	return nil
}

func (s scope) shape(e *source.Expr) *source.Type {
	shape := &source.Type{Kind: source.TypeShape}
	for i, part := range s.typesOf(e.Parts) {
		shape.Fields = append(shape.Fields, source.ShapeField{Name: e.Names[i], Type: part})
	}
	if len(shape.Fields) < len(e.Parts) {
		return nil
	}
	return shape
}

// property returns the type of a field or getter.
func (s scope) property(e *source.Expr) *source.Type {
	o, ok := s.objectOf(e.Of)
	if !ok {
		return nil
	}
	owner, m := s.member(o, e.Name)
	if m == nil || m.Kind == source.Method {
		return nil
	}
	return s.place(written(m), owner.file, owner.bound)
}

// called returns the type of what a call gives.
func (s scope) called(e *source.Expr) *source.Type {
	callee := e.Of
	if callee.Kind == source.ExprMember {
		if o, ok := s.objectOf(callee.Of); ok {
			if owner, m := s.member(o, callee.Name); m != nil && m.Kind == source.Method && !(m.Varied && s.isOwn(owner.file)) {
				return s.result(signature{owner, m.TypeParams, m.Params, m.Type, o.typ}, e)
			}
			return nil
		}
	}
	target := s.project.Lookup(s.this.file, dotted(callee))
	if f := target.Function; f != nil && len(f.Wrappers) == 0 && !f.Varied {
		return s.result(signature{object{file: target.File}, f.TypeParams, f.Params, f.Type, nil}, e)
	}
	return nil
}

// isOwn reports whether a file is one of the application. What overloads of its own give depends on which one is called.
func (t *Types) isOwn(file *source.File) bool { return t.project.File(file.Path) == file }

// dotted returns the name of a function, which may be in a namespace; "" for another expression.
func dotted(e *source.Expr) string {
	switch {
	case e.Kind == source.ExprName:
		return e.Name
	case e.Kind == source.ExprMember && e.Of.Kind == source.ExprName:
		return e.Of.Name + "." + e.Name
	}
	return ""
}

// signature is what is declared of something that is called.
type signature struct {
	of         object
	typeParams []string
	params     []*source.Param
	typ        *source.Type
	this       *source.Type
}

// result returns the type of what a call gives. Type parameters are what the call says they are, or the types of the arguments; one whose
// argument is left out is never.
func (s scope) result(f signature, call *source.Expr) *source.Type {
	bound := map[string]*source.Type{"this": f.this}
	for name, given := range f.of.bound {
		bound[name] = given
	}
	for i, name := range f.typeParams {
		if bound[name] = nil; i < len(call.Types) {
			bound[name] = s.place(call.Types[i], s.this.file, nil)
			continue
		}
		for at, p := range f.params {
			if p.Type == nil || p.Type.Kind != source.TypeName || p.Type.Name != name {
				continue
			}
			if bound[name] = named("never"); at < len(call.Parts) {
				bound[name] = s.typeOf(call.Parts[at])
			}
		}
	}
	return s.place(f.typ, f.of.file, bound)
}
