package outline

import "slices"

// Declares returns the class that a file exports under a name, if it is one, and reports whether the file declares that class or function
// itself, rather than exporting another file's.
func (o *Outline) Declares(file, export string) (class *Class, owned bool) {
	f := o.File(file)
	if f == nil {
		return nil, false
	}
	for i := range f.Classes {
		if f.Classes[i].Export == export {
			return &f.Classes[i], true
		}
	}
	return nil, slices.ContainsFunc(f.Functions, func(fn Function) bool { return fn.Export == export })
}

// NamesItself reports whether the class has a static member called name, which is its name at run time.
func (c *Class) NamesItself() bool {
	return slices.ContainsFunc(c.members, func(m member) bool { return m.static && m.name == "name" })
}

// Means reports whether a name is imported or declared as a class or a function in the file.
func (f *File) Means(name string) bool {
	return slices.ContainsFunc(f.imports, func(i imported) bool { return i.local == name }) ||
		slices.ContainsFunc(f.Classes, func(c Class) bool { return c.Name == name }) ||
		slices.ContainsFunc(f.Functions, func(fn Function) bool { return fn.Name == name })
}

// Exporter returns the first file that exports a class or a function under its own name, or "".
func (o *Outline) Exporter(name string) (file string) {
	for _, f := range o.all() {
		if slices.ContainsFunc(f.Classes, func(c Class) bool { return c.Name == name && c.Export == name }) ||
			slices.ContainsFunc(f.Functions, func(fn Function) bool { return fn.Name == name && fn.Export == name }) {
			return f.Path
		}
	}
	return ""
}
