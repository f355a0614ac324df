package outline

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// Outline is the outline of a project. It is never changed, and shares no memory with the project. A nil Outline has no files.
type Outline struct {
	files  []*File
	byPath map[string]*File
	paths  source.Paths
}

// File is the outline of a file.
type File struct {
	Path       string
	Classes    []Class
	Functions  []Function
	Decorators []string // the names of all that are written in it, class by class and then on functions

	imports []imported
}

// Class is the outline of a class.
type Class struct {
	Name, Export string // as in [source.Class]
	file         *File
	extends      string // the name of its base class in that file; "" if it has none
	members      []member
	begin, end   int32 // lines
}

// Function is the outline of a function.
type Function struct {
	Name, Export string // as in [source.Function]
	promises     bool
	typ          string // as of a member
	line         int32
}

type member struct {
	name     string
	line     int32
	kind     source.MemberKind
	hidden   bool // its name begins with #
	static   bool
	promises bool   // it returns a promise, as far as is written
	typ      string // the name of the class that is written for it: of a field, of what a method returns or its promise becomes; "" otherwise
}

type imported struct {
	local, name, from string
	typeOnly          bool
}

// Of returns the outline of a project.
func Of(project *source.Project) *Outline {
	files := project.Files()
	o := &Outline{files: make([]*File, len(files)), byPath: make(map[string]*File, len(files)), paths: project.Paths()}
	t := texts{}
	for i, f := range files {
		o.files[i] = t.file(f)
		o.byPath[o.files[i].Path] = o.files[i]
	}
	return o
}

func (o *Outline) all() []*File {
	if o == nil {
		return nil
	}
	return o.files
}

// Size returns the number of files.
func (o *Outline) Size() int { return len(o.all()) }

// File returns the file with a path, or nil.
func (o *Outline) File(path string) *File {
	if o == nil {
		return nil
	}
	return o.byPath[path]
}

// texts are the names of an outline, each once: a name of the project may be a part of a whole file.
type texts map[string]string

func (t texts) of(name string) string {
	own, known := t[name]
	if !known {
		own = strings.Clone(name)
		t[own] = own
	}
	return own
}

func (t texts) file(f *source.File) *File {
	out := &File{
		Path: t.of(f.Path), Classes: make([]Class, len(f.Classes)), Functions: make([]Function, len(f.Functions)),
		imports: make([]imported, len(f.Imports)),
	}
	for i, c := range f.Classes {
		out.Classes[i] = t.class(c, strings.HasSuffix(f.Path, "js"))
		out.Classes[i].file = out
	}
	for i, fn := range f.Functions {
		out.Functions[i] = Function{t.of(fn.Name), t.of(fn.Export), promises(fn.Async, fn.Type), t.typ(fn.Type), int32(fn.Pos.Line)}
	}
	for i, im := range f.Imports {
		out.imports[i] = imported{t.of(im.Local), t.of(im.Name), t.of(im.From), im.TypeOnly}
	}
	out.Decorators = t.decorators(f)
	return out
}

func (t texts) class(c *source.Class, inJavaScript bool) Class {
	out := Class{
		Name: t.of(c.Name), Export: t.of(c.Export), extends: t.of(base(c)), begin: int32(c.Pos.Line), end: int32(c.End.Line),
		members: make([]member, 0, len(c.Members)),
	}
	for _, m := range c.Members {
		out.members = append(out.members, member{
			t.of(m.Name), int32(m.Pos.Line), m.Kind, m.Access == source.HashPrivate, m.Static, promises(m.Async, m.Type), t.typOf(m),
		})
		for _, p := range m.Params {
			if p.IsProperty || inJavaScript && m.Kind == source.Constructor && p.Type != nil && c.Member(p.Name) == nil { // this.users = users
				out.members = append(out.members, member{name: t.of(p.Name), line: int32(p.Pos.Line), kind: source.Field, typ: t.typ(p.Type)})
			}
		}
	}
	return out
}

// base returns the name of the class that a class extends: "" for none, and one that no class has for an expression.
func base(c *source.Class) string {
	switch {
	case c.Extends == nil:
		return ""
	case c.Extends.Kind != source.TypeName:
		return "?"
	default:
		return c.Extends.Name
	}
}

// typOf returns the name of the class of a member: the one that is written, or the one of which a field begins with an instance.
func (t texts) typOf(m *source.Member) string {
	if made, ok := strings.CutPrefix(m.Default, "new "); ok && m.Type == nil && m.Kind == source.Field {
		name, _ := word(made)
		return t.of(name)
	}
	return t.typ(m.Type)
}

// typ returns the name of the class that is written as a type, or of what a promise becomes; "" for another type.
func (t texts) typ(written *source.Type) string {
	if written != nil && written.Name == "Promise" && len(written.Args) == 1 {
		written = written.Args[0]
	}
	if written == nil || written.Kind != source.TypeName || written.From != "" {
		return ""
	}
	return t.of(written.Name)
}

// promises reports whether a function is written to return a promise.
func promises(async bool, result *source.Type) bool {
	return async || result != nil && result.Name == "Promise"
}

// decorators lists the names of all decorators that a file has, in their order.
func (t texts) decorators(f *source.File) []string {
	var names []string
	add := func(list []source.Decorator, params []*source.Param) {
		for _, d := range list {
			names = append(names, t.of(d.Name))
		}
		for _, p := range params {
			for _, d := range p.Decorators {
				names = append(names, t.of(d.Name))
			}
		}
	}
	for _, c := range f.Classes {
		add(c.Decorators, nil)
		for _, m := range c.Members {
			add(m.Decorators, m.Params)
		}
	}
	for _, fn := range f.Functions {
		add(fn.Wrappers, fn.Params)
	}
	return slices.Clip(names)
}
