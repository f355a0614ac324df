package source

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/fwrun/fwrun/platform/processors"
)

// Project is a set of files that import one another. It does not change once it is read, and may be used by
// several goroutines.
type Project struct {
	files  []*File
	byPath map[string]*File
	watch  func(*File)
	paths  Paths
}

// ReadAll reads files in parallel. Paths are relative to fsys. A file that cannot be read is missing from the
// project, and its error is joined to the result.
func ReadAll(fsys fs.FS, paths []string) (*Project, error) {
	files := make([]*File, len(paths))
	errs := make([]error, len(paths))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(processors.Count(), len(paths)) {
		workers.Go(func() {
			var storage []token
			for i := int(next.Add(1)) - 1; i < len(paths); i = int(next.Add(1)) - 1 {
				text, err := fs.ReadFile(fsys, paths[i])
				if errs[i] = err; err == nil {
					files[i], storage = read(paths[i], text, storage)
				}
			}
		})
	}
	workers.Wait()
	return NewProject(files...), errors.Join(errs...)
}

// NewProject returns a project of files that have been read already; nil files are left out.
func NewProject(files ...*File) *Project {
	p := &Project{byPath: make(map[string]*File, len(files))}
	for _, f := range files {
		if f != nil {
			p.files = append(p.files, f)
			p.byPath[f.Path] = f
		}
	}
	return p
}

// WithPaths returns a copy of the project in which specifiers are also mapped by paths.
func (p *Project) WithPaths(paths Paths) *Project {
	other := *p
	other.paths = paths
	return &other
}

// Paths returns by what specifiers are mapped.
func (p *Project) Paths() Paths { return p.paths }

// Files returns the files in the order in which they were named.
func (p *Project) Files() []*File { return slices.Clone(p.files) }

// File returns the file with a path, or nil.
func (p *Project) File(path string) *File { return p.byPath[path] }

// Target is the meaning of a name. One of Class, Enum, Type and Function is set if the declaration was found;
// a class or enum takes precedence over a type of the same name that is declared beside it.
//
// Otherwise From is the specifier at which the search left the project: that of a package, or a relative one
// that no file of the project matches. If From is empty, the name is unknown: File, where the search ended,
// declares no such class, enum, type or function.
type Target struct {
	File     *File
	Class    *Class
	Enum     *Enum
	Type     *TypeDecl
	Function *Function
	From     string // specifier, as written
	Name     string // the name looked up in File or From
}

// Found reports whether the declaration was found.
func (t Target) Found() bool {
	return t.Class != nil || t.Enum != nil || t.Type != nil || t.Function != nil
}

// FromPackage reports whether the name comes from a package: "fwrun", or one from npm.
func (t Target) FromPackage() bool { return t.From != "" && !IsRelative(t.From) }

// Lookup finds what a name means in a file: a declaration of its own, or a name that it imports, directly or
// through files that re-export it. The name may be qualified by a namespace import, as in models.User.
func (p *Project) Lookup(file *File, name string) Target {
	return (&search{project: p}).local(file, name)
}

// LookupType finds what a TypeName names. An import type, as in import("./user.js").User, is looked up in the
// file that it names.
func (p *Project) LookupType(file *File, t *Type) Target {
	if t.From == "" {
		return p.Lookup(file, t.Name)
	}
	return (&search{project: p}).from(file, t.From, t.Name)
}

// LookupExport finds what a file exports under a name.
func (p *Project) LookupExport(file *File, name string) Target {
	return (&search{project: p}).export(file, name)
}

// search is one look-up. It records what it has visited, because files may re-export names in a cycle.
type search struct {
	project *Project
	visited map[visit]bool
}

type visit struct {
	file *File
	name string
}

func (s *search) local(file *File, name string) Target {
	s.looks(file)
	if t := declared(file, name); t.Found() {
		return t
	}
	first, rest, qualified := strings.Cut(name, ".")
	i := file.Import(first)
	switch {
	case i == nil:
		return Target{File: file, Name: name}
	case !qualified:
		return s.from(file, i.From, i.Name)
	case i.Name == "*":
		return s.from(file, i.From, rest)
	}
	return s.from(file, i.From, i.Name+"."+rest)
}

// declared returns what the file itself declares.
func declared(file *File, name string) Target {
	t := Target{File: file, Name: name}
	if t.Class = file.Class(name); t.Class != nil {
		return t
	}
	if t.Enum = file.Enum(name); t.Enum != nil {
		return t
	}
	if t.Type = file.Type(name); t.Type != nil {
		return t
	}
	t.Function = file.Function(name)
	return t
}

// from finds what a specifier's file exports under a name.
func (s *search) from(file *File, specifier, name string) Target {
	target, ok := s.project.Resolve(file, specifier)
	if !ok {
		return Target{From: specifier, Name: name}
	}
	return s.export(target, name)
}

// export finds what a file exports under a name, which may be qualified by a namespace that it exports.
func (s *search) export(file *File, name string) Target {
	s.looks(file)
	unknown := Target{File: file, Name: name}
	if at := (visit{file, name}); s.visited[at] {
		return unknown
	} else if s.visited == nil {
		s.visited = map[visit]bool{at: true}
	} else {
		s.visited[at] = true
	}
	if local, ok := exportedLocal(file, name); ok {
		return declared(file, local)
	}
	first, rest, qualified := strings.Cut(name, ".")
	for _, e := range file.Exports {
		if e.As == first && e.As != "" {
			return s.passedOn(file, e, rest, qualified)
		}
	}
	return s.stars(file, name, unknown)
}

func (s *search) passedOn(file *File, e Reexport, rest string, qualified bool) Target {
	switch {
	case !qualified:
		return s.from(file, e.From, e.Name)
	case e.Name == "*":
		return s.from(file, e.From, rest)
	}
	return s.from(file, e.From, e.Name+"."+rest)
}

// stars follows export * from. The first file of the project that exports the name wins; otherwise it may
// come from a package, whose exports are not known.
func (s *search) stars(file *File, name string, unknown Target) Target {
	best := unknown
	for _, e := range file.Exports {
		if e.Name != "*" || e.As != "" || name == "default" {
			continue
		}
		t := s.from(file, e.From, name)
		if t.Found() {
			return t
		}
		if best.From == "" && t.From != "" {
			best = t
		}
	}
	return best
}

// exportedLocal returns the local name of what the file exports under a name.
func exportedLocal(file *File, name string) (string, bool) {
	for _, c := range file.Classes {
		if c.Export == name {
			return c.Name, true
		}
	}
	for _, e := range file.Enums {
		if e.Export == name {
			return e.Name, true
		}
	}
	for _, t := range file.Types {
		if t.Export == name {
			return t.Name, true
		}
	}
	for _, f := range file.Functions {
		if f.Export == name {
			return f.Name, true
		}
	}
	for _, a := range file.Aliases {
		if a.As == name {
			return a.Name, true
		}
	}
	return "", false
}
