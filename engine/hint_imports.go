package engine

import (
	"slices"

	"github.com/fwrun/fwrun/source"
)

// forgotten returns the names that a file has to import from "fwrun": the one that was found missing, and the decorators that would be
// found missing after it, in the order in which they are written.
func (a *Application) forgotten(file, name string) []string {
	f := a.project.File(file)
	if f == nil {
		return []string{name}
	}
	known := a.exports()
	var names []string
	for _, d := range decoratorsOf(f) {
		if slices.Contains(known, d.Name) && f.Import(d.Name) == nil && f.Class(d.Name) == nil && f.Function(d.Name) == nil && !slices.Contains(names, d.Name) {
			names = append(names, d.Name)
		}
	}
	if !slices.Contains(names, name) {
		names = append([]string{name}, names...)
	}
	return names
}

// decoratorsOf returns all decorators that a file has, in their order.
func decoratorsOf(f *source.File) []source.Decorator {
	var list []source.Decorator
	add := func(params []*source.Param) {
		for _, p := range params {
			list = append(list, p.Decorators...)
		}
	}
	for _, c := range f.Classes {
		list = append(list, c.Decorators...)
		for _, m := range c.Members {
			list = append(list, m.Decorators...)
			add(m.Params)
		}
	}
	for _, fn := range f.Functions {
		list = append(list, fn.Wrappers...)
		add(fn.Params)
	}
	return list
}
