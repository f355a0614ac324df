package declared

import (
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// ClassName returns the declared name of an exported class.
func (src *Source) ClassName(ref manifest.Ref) string {
	if file := src.Project.File(ref.File); file != nil {
		if class := ExportedClass(file, ref.Export); class != nil {
			return class.Name
		}
	}
	return ref.Export
}

// UnwrapPromise returns the type of a promise's value, and any other type unchanged.
func UnwrapPromise(t *source.Type) *source.Type {
	if t.Kind == source.TypeName && t.Name == "Promise" && len(t.Args) == 1 {
		return t.Args[0]
	}
	return t
}

// TypesOf lists every class and interface that an instance can be injected as.
func (src *Source) TypesOf(file *source.File, class *source.Class) []string {
	var types []string
	for range maxHeritage {
		types = append(types, manifest.TypeKey(file.Path, class.Name))
		for _, i := range class.Implements {
			types = src.withInterface(types, file, i, maxHeritage)
		}
		if class.Extends == nil {
			break
		}
		key := src.TypeKeyOf(file, class.Extends)
		if len(class.Extends.Args) > 0 {
			types = append(types, key+src.ArgumentsKey(file, class.Extends))
		}
		found := src.Project.LookupType(file, class.Extends)
		if found.Class == nil {
			types = append(types, key)
			break
		}
		file, class = found.File, found.Class
	}
	return types
}

// withInterface appends an interface, with its arguments and without, and those that it extends.
func (src *Source) withInterface(types []string, file *source.File, i *source.Type, depth int) []string {
	key := src.TypeKeyOf(file, i)
	types = append(types, key)
	if len(i.Args) > 0 {
		types = append(types, key+src.ArgumentsKey(file, i))
	}
	found := src.Project.LookupType(file, i)
	if found.Type == nil || depth == 0 {
		return types
	}
	for _, base := range found.Type.Extends {
		types = src.withInterface(types, found.File, base, depth-1)
	}
	return types
}

// TypeKeyOf returns the key of the declaration that a written type refers to in a file.
func (src *Source) TypeKeyOf(file *source.File, t *source.Type) string {
	found := src.Project.LookupType(file, t)
	switch {
	case found.Class != nil:
		return manifest.TypeKey(found.File.Path, found.Class.Name)
	case found.Type != nil:
		return manifest.TypeKey(found.File.Path, found.Type.Name)
	case found.From == "":
		return manifest.HostType(t.Name)
	}
	return manifest.TypeKey(found.From, found.Name)
}

// ArgumentsKey returns the key of the arguments of a type, which distinguishes Repository<User> from
// Repository<Order>.
func (src *Source) ArgumentsKey(file *source.File, t *source.Type) string {
	key := "<"
	for _, arg := range t.Args {
		if arg.Kind == source.TypeName {
			key += src.TypeKeyOf(file, arg) + ","
		} else {
			key += arg.String() + ","
		}
	}
	return key + ">"
}

// OptionType returns the type that a decorator's option `type` names as a text.
func OptionType(o manifest.Options) *source.Type {
	if text := o.Text("type"); text != "" {
		return schema.ParseType(text)
	}
	return nil
}
