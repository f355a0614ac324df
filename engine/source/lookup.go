package source

import "slices"

// Class returns the class that the file declares under a name, or nil.
func (f *File) Class(name string) *Class {
	for _, c := range f.Classes {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Enum returns the enum that the file declares under a name, or nil.
func (f *File) Enum(name string) *Enum {
	for _, e := range f.Enums {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// Type returns the type that the file declares under a name, or nil.
func (f *File) Type(name string) *TypeDecl {
	for _, t := range f.Types {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Function returns the function that the file declares under a name, or nil.
func (f *File) Function(name string) *Function {
	for _, fn := range f.Functions {
		if fn.Name == name {
			return fn
		}
	}
	return nil
}

// Import returns the import that imports a local name, or nil.
func (f *File) Import(local string) *Import {
	for i := range f.Imports {
		if f.Imports[i].Local == local {
			return &f.Imports[i]
		}
	}
	return nil
}

// Member returns the member of a class with a name, or nil; of a getter and a setter it returns the first one
// written.
func (c *Class) Member(name string) *Member {
	for _, m := range c.Members {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// Param returns the @param of a name, or nil.
func (d *Doc) Param(name string) *DocParam {
	for i := range d.Params {
		if d.Params[i].Name == name {
			return &d.Params[i]
		}
	}
	return nil
}

// Exporters lists the files that export a class, a type or an enum under a name, in their order.
func (p *Project) Exporters(name string) (paths []string) {
	for _, f := range p.Files() {
		if slices.ContainsFunc(f.Classes, func(c *Class) bool { return c.Export == name }) ||
			slices.ContainsFunc(f.Types, func(t *TypeDecl) bool { return t.Export == name }) ||
			slices.ContainsFunc(f.Enums, func(e *Enum) bool { return e.Export == name }) {
			paths = append(paths, f.Path)
		}
	}
	return paths
}
