package schema

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// declaration holds the source of a Class and how far it is resolved.
type declaration struct {
	file   *source.File
	decl   *source.Class
	state  classState
	faults fault.List // of its own fields
}

type classState uint8

const (
	headerOnly classState = iota
	resolvingFields
	hasFields
	complete // and all classes named by the fields are resolved, too
)

// classType resolves a class that is named as a type.
func (r *Resolver) classType(s site, t *source.Type, target source.Target) (*Type, *fault.Diagnostic) {
	file, decl := target.File, target.Class
	switch {
	case len(t.Args) > 0 && s.result:
		return r.expand(s, t, generic{decl, file, decl.Name, decl.TypeParams}, func(at site) (*Type, *fault.Diagnostic) { return r.written(at, decl) })
	case len(t.Args) > 0:
		return nil, s.refuse(t, codeGeneric, "a generic class cannot be bound, because its instances need a concrete class",
			fmt.Sprintf("declare a class of your own: export class X extends %s {}", nameOf(t)))
	case !s.result && exportOf(file, decl) == "":
		bad := s.refuse(t, codeUnexported, "the class is not exported, so its instances cannot be created",
			fmt.Sprintf("export it: export class %s", decl.Name))
		bad.Notes = []fault.Note{{Place: site{file: file}.place(decl.Pos), Text: "the class is declared here"}}
		return nil, bad
	}
	object := s.made(t, Object, decl.Name)
	object.Class = r.header(file, decl)
	return object, nil
}

// written resolves a class with type arguments, of which no instance is made: a shape with its fields.
func (r *Resolver) written(at site, decl *source.Class) (*Type, *fault.Diagnostic) {
	d := &declaration{file: at.file, decl: decl}
	shape := at.made(&source.Type{Pos: decl.Pos}, Shape, decl.Name)
	shape.Fields = r.fieldsFrom(level{at, decl}, d)
	if len(d.faults) > 0 {
		return nil, &d.faults[0]
	}
	return shape, nil
}

// exportOf returns the name under which a file exports a class; empty if it does not.
func exportOf(file *source.File, decl *source.Class) string {
	if decl.Export != "" {
		return decl.Export
	}
	for _, alias := range file.Aliases {
		if alias.Name == decl.Name {
			return alias.As
		}
	}
	return ""
}

// Class returns the header of a declared class, without fields: the same header each time.
func (r *Resolver) Class(file *source.File, decl *source.Class) *Class {
	return r.header(file, decl)
}

func (r *Resolver) header(file *source.File, decl *source.Class) *Class {
	if known, ok := r.classes[decl]; ok {
		return known
	}
	c := &Class{
		Name: decl.Name, File: file.Path, Export: exportOf(file, decl),
		Place: site{file: file}.place(decl.Pos), Summary: decl.Doc.Summary, Abstract: decl.Abstract,
	}
	c.Example, c.Deprecated = tagsOf(decl.Doc)
	if r.options.XMLRoot != nil {
		c.XMLRoot = r.options.XMLRoot(c.File, c.Export)
	}
	r.classes[decl], r.decls[c] = c, &declaration{file: file, decl: decl}
	line, whole := r.lineage(file, decl)
	c.Plain = whole && isPlain(line)
	c.Checks = r.checks(line)
	if constructor := constructorOf(line); constructor != nil {
		c.RequiredArgs = requiredArgs(constructor.Params)
		c.OneText = len(constructor.Params) == 1 && isText(constructor.Params[0])
	}
	return c
}

// ancestor is a class in the line from a class to its topmost base.
type ancestor struct {
	file *source.File
	decl *source.Class
}

// lineage lists a class and its base classes, from the class up; it returns false if a base class is not part
// of the application, so that its members are not known.
func (r *Resolver) lineage(file *source.File, decl *source.Class) ([]ancestor, bool) {
	line := []ancestor{{file, decl}}
	for decl.Extends != nil {
		base := r.lookup(file, decl.Extends)
		next := ancestor{base.File, base.Class}
		if base.Class == nil || slices.Contains(line, next) {
			return line, false
		}
		file, decl = next.file, next.decl
		line = append(line, next)
	}
	return line, true
}

// checks lists the methods that validate an instance; a method that a class overrides counts as its own.
func (r *Resolver) checks(line []ancestor) []string {
	var list []string
	for _, a := range slices.Backward(line) {
		if r.options.Checks == nil {
			break
		}
		for _, name := range r.options.Checks(a.file.Path, cmp.Or(exportOf(a.file, a.decl), a.decl.Name)) {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}

func isPlain(line []ancestor) bool {
	for _, a := range line {
		for _, m := range a.decl.Members {
			switch {
			case m.Static:
			case m.Kind == source.Constructor, m.Kind == source.Field && m.HasDefault, m.Access == source.HashPrivate, m.Accessor:
				return false // a private member is what its constructor adds, too
			}
		}
	}
	return true
}

// constructorOf finds the constructor that new runs first.
func constructorOf(line []ancestor) *source.Member {
	for _, a := range line {
		for _, m := range a.decl.Members {
			if m.Kind == source.Constructor {
				return m
			}
		}
	}
	return nil
}

func requiredArgs(params []*source.Param) int {
	n := 0
	for _, p := range params {
		if !p.HasDefault && !p.Optional && !p.Rest {
			n++
		}
	}
	return n
}

// isText reports whether a parameter is declared as a string.
func isText(p *source.Param) bool {
	switch {
	case p.Rest:
		return false
	case p.Type == nil:
		return p.HasDefault && p.DefaultAs == source.ValueString
	default:
		return p.Type.Kind == source.TypeName && (p.Type.Name == "string" || p.Type.Name == "String")
	}
}
