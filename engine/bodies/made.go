package bodies

import "github.com/fwrun/fwrun/engine/source"

// constructed returns the object that the constructor of a class in JavaScript makes for a field, as TypeScript knows it: nobody else may
// assign to the field, neither the class, nor those that extend it, nor code outside.
func (ms *members) constructed(c *value, field string) *value {
	s := ms.ownShape(c)
	if s == nil || s.made[field] == "" || s.again[field] || c.kind != instance || !isScript(c.file.Path) {
		return nil
	}
	v := ms.resolve(c.file, named(s.made[field]), nil, deepestValue)
	if !v.is(instance) || ms.isAdded(field) || ms.strays[field] || ms.strays[anything] || ms.altered[c.class.Name] || !ms.isClosed(c) ||
		ms.heirWrites(c.class, field, longestChain) {
		return nil
	}
	return v
}

// heirWrites reports whether a class that extends one may assign to a field.
func (ms *members) heirWrites(class *source.Class, field string, depth int) bool {
	for _, h := range ms.heirs[class] {
		heir := &value{kind: instance, file: h.file, class: h.class}
		if s := ms.shapeOf(heir); depth == 0 || s == nil || s.open || ms.ownMember(heir, field) != nil || ms.heirWrites(h.class, field, depth-1) {
			return true
		}
	}
	return false
}

// stray adds the members that classes give their objects of which it is not known what they extend. It may be any class.
func stray(w *world, f *source.File, of *facts) {
	known := map[int]bool{}
	for _, c := range f.Classes {
		if c.Extends != nil && c.Extends.Kind == source.TypeName {
			base := w.project.LookupType(f, c.Extends)
			known[c.Pos.Offset] = base.Class != nil || base.FromPackage()
		}
	}
	for at, names := range of.inherits {
		for _, name := range names {
			if !known[at] {
				w.strays[name] = true
			}
		}
	}
}
