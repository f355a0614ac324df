package engine

import "slices"

// forgotten returns the names that a file has to import from "fwrun": the one that was found missing, and the decorators that would be
// found missing after it, in the order in which they are written.
func (a *Application) forgotten(file, name string) []string {
	f := a.outline.File(file)
	if f == nil {
		return []string{name}
	}
	known := a.exports()
	var names []string
	for _, d := range f.Decorators {
		if slices.Contains(known, d) && !f.Means(d) && !slices.Contains(names, d) {
			names = append(names, d)
		}
	}
	if !slices.Contains(names, name) {
		names = append([]string{name}, names...)
	}
	return names
}
