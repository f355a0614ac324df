package outline

import (
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
	Path      string
	Classes   []Class
	Functions []Function

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
	line         int32
}

type member struct {
	name   string
	line   int32
	kind   source.MemberKind
	static bool
}

type imported struct {
	from     string
	typeOnly bool
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
		out.Classes[i] = t.class(c)
	}
	for i, fn := range f.Functions {
		out.Functions[i] = Function{t.of(fn.Name), t.of(fn.Export), int32(fn.Pos.Line)}
	}
	for i, im := range f.Imports {
		out.imports[i] = imported{t.of(im.From), im.TypeOnly}
	}
	return out
}

func (t texts) class(c *source.Class) Class {
	out := Class{
		Name: t.of(c.Name), Export: t.of(c.Export), begin: int32(c.Pos.Line), end: int32(c.End.Line), members: make([]member, len(c.Members)),
	}
	for i, m := range c.Members {
		out.members[i] = member{t.of(m.Name), int32(m.Pos.Line), m.Kind, m.Static}
	}
	return out
}
