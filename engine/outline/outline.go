package outline

import (
	"iter"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/source"
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
	members      []member
	begin, end   int32 // lines
}

// Function is the outline of a function.
type Function struct {
	Name, Export string // as in [source.Function]
	promises     bool
	line         int32
}

type member struct {
	name     string
	line     int32
	kind     source.MemberKind
	hidden   bool // its name begins with #
	static   bool
	promises bool // it returns a promise, as far as is written
}

type imported struct {
	local, from string
	typeOnly    bool
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

// members iterates over the members of all classes.
func (o *Outline) members() iter.Seq2[*Class, member] {
	return func(yield func(*Class, member) bool) {
		for _, f := range o.all() {
			for i := range f.Classes {
				for _, m := range f.Classes[i].members {
					if !yield(&f.Classes[i], m) {
						return
					}
				}
			}
		}
	}
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
		out.Classes[i] = t.class(c)
	}
	for i, fn := range f.Functions {
		out.Functions[i] = Function{t.of(fn.Name), t.of(fn.Export), promises(fn.Async, fn.Type), int32(fn.Pos.Line)}
	}
	for i, im := range f.Imports {
		out.imports[i] = imported{t.of(im.Local), t.of(im.From), im.TypeOnly}
	}
	out.Decorators = t.decorators(f)
	return out
}

func (t texts) class(c *source.Class) Class {
	out := Class{t.of(c.Name), t.of(c.Export), make([]member, len(c.Members)), int32(c.Pos.Line), int32(c.End.Line)}
	for i, m := range c.Members {
		out.members[i] = member{t.of(m.Name), int32(m.Pos.Line), m.Kind, m.Access == source.HashPrivate, m.Static, promises(m.Async, m.Type)}
	}
	return out
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
