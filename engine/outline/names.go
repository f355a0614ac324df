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
