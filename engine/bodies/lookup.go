package bodies

import (
	"path"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// lookup is the project as one file sees it: what names and written types mean there. It notes which other files were asked.
type lookup struct {
	*world
	project *source.Project // the same, which notes where it looks
	file    *source.File
	lookups map[string]uint64 // the files that were asked, with their sums
	all     bool              // what the bodies of all files add was asked for
	placing bool              // types are asked for, as they mean in each file; otherwise bodies are judged
	thrown  bool              // an error was thrown: what is cast is what it was
}

func newLookup(w *world, file *source.File) *lookup {
	l := &lookup{world: w, file: file, lookups: map[string]uint64{}}
	l.project = w.project.Watched(l.look)
	return l
}

// target finds the declaration that a type names; one that "fwrun" exports is found in the typings.
func (l *lookup) target(f *source.File, t *source.Type) source.Target {
	if f == l.types {
		return l.host.Lookup(f, t.Name)
	}
	return l.declared(l.project.LookupType(f, t))
}

// declared replaces a name that "fwrun" exports by its declaration.
func (l *lookup) declared(target source.Target) source.Target {
	if l.thrown && !target.Found() && target.From == "" {
		if global := globalOf(l, target.Name); global.is(static) {
			return source.Target{File: l.types, Class: global.class, Name: target.Name}
		}
	}
	if target.Found() || !isHost(target.From) || !l.exports[target.Name] {
		return target
	}
	found := l.host.Lookup(l.types, target.Name)
	if found.Class != nil && found.Class.Export == "" || found.Type != nil && found.Type.Export == "" {
		return source.Target{From: target.From, Name: target.Name}
	}
	return found
}

// baseOf returns what a class, or an instance of it, inherits from; nil if that is not known.
func (l *lookup) baseOf(v *value) *value {
	if v == nil || v.class.Extends == nil || v.class.Extends.Kind != source.TypeName {
		return nil
	}
	target := l.target(v.file, v.class.Extends)
	if target.Class == nil || target.Class == v.class {
		return nil
	}
	return &value{
		kind: v.kind, file: target.File, class: target.Class,
		args: l.argsOf(target.Class, v.file, v.class.Extends, v.args, deepestValue),
	}
}

// look records that a file was asked for what it declares.
func (l *lookup) look(f *source.File) {
	if f == nil || f == l.file || f == l.types {
		return
	}
	if j := l.files[f.Path]; j != nil {
		l.lookups[f.Path] = j.sum
	}
}

// isForeign reports whether some decorator is not one of "fwrun", and may do anything.
func (l *lookup) isForeign(f *source.File, list []source.Decorator) bool {
	return f != l.types && slices.ContainsFunc(list, func(d source.Decorator) bool {
		return !strings.HasPrefix(l.project.Lookup(f, d.Name).From, "fwrun")
	})
}

// shapeOf returns what the bodies of a class do to its objects; nil if that is not known.
func (l *lookup) shapeOf(v *value) *shape {
	l.look(v.file)
	if c := l.files[v.file.Path]; c != nil {
		return c.facts().classes[v.class.Pos.Offset]
	}
	return nil
}

func (l *lookup) ownShape(c *value) *shape {
	if c.file == l.types {
		return nil
	}
	return l.shapeOf(c)
}

// classAt returns the declared class whose name is at an offset.
func classAt(file *source.File, at int32) (*value, *source.Class) {
	i, found := slices.BinarySearchFunc(file.Classes, int(at), func(c *source.Class, at int) int { return c.Pos.Offset - at })
	if !found {
		return nil, nil
	}
	c := file.Classes[i]
	return &value{kind: static, file: file, class: c}, c
}

// imported returns what a declaration is, wherever it was found.
func (l *lookup) imported(target source.Target, name string) *value {
	target = l.declared(target)
	switch {
	case target.Class != nil:
		return &value{kind: static, file: target.File, class: target.Class}
	case target.Enum != nil:
		return &value{kind: enumObject, file: target.File, enum: target.Enum}
	case target.Function != nil:
		return l.function(target.File, target.Function, name)
	}
	return nil
}

// globalOf returns what a name means that no file declares.
func globalOf(l *lookup, name string) *value {
	target := l.host.Lookup(l.types, name)
	if fn := target.Function; fn != nil && fn.Export == "" {
		return l.function(l.types, fn, name)
	}
	if c := target.Class; c != nil && c.Export == "" {
		return &value{kind: static, file: l.types, class: c}
	}
	return nil
}

func (l *lookup) function(f *source.File, fn *source.Function, name string) *value {
	if len(fn.Wrappers) > 0 {
		return nil
	}
	var args map[string]*value
	for _, p := range fn.TypeParams {
		args = with(args, p)
	}
	return &value{kind: callable, call: &signature{
		free: l.isFree(f, fn), name: name, file: f, typeParams: fn.TypeParams, params: fn.Params, result: fn.Type, async: fn.Async, generator: fn.Generator,
		overloaded: fn.Overloaded, varied: fn.Varied, typed: fn.Typed, args: args,
	}}
}

// isAdded reports whether some file assigns to a member of that name from outside.
func (l *lookup) isAdded(name string) bool {
	l.all = true
	l.gather()
	return l.added[name]
}

// isFree reports whether arguments of a function may be missing: it reads them all, or only its own file calls it, and describes it with less
// care.
func (l *lookup) isFree(f *source.File, fn *source.Function) bool {
	if _, private := fn.Doc.Tags["private"]; private && isScript(f.Path) || l.placing {
		return true
	}
	c := l.files[f.Path]
	return c != nil && c.facts().argued[fn.Name]
}

func isScript(file string) bool { return strings.HasSuffix(path.Ext(file), "js") }
