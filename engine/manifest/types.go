package manifest

import (
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// typesOf lists every class and interface an instance can be asked for by.
func (src *Source) typesOf(file *source.File, class *source.Class) []string {
	var types []string
	for range maxHeritage {
		types = append(types, typeKey(file.Path, class.Name))
		for _, i := range class.Implements {
			types = src.withInterface(types, file, i, maxHeritage)
		}
		if class.Extends == nil {
			break
		}
		key := src.typeKeyOf(file, class.Extends)
		if len(class.Extends.Args) > 0 {
			types = append(types, key+src.argumentsKey(file, class.Extends))
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

// withInterface adds an interface, with its arguments and without, and those it extends.
func (src *Source) withInterface(types []string, file *source.File, i *source.Type, depth int) []string {
	key := src.typeKeyOf(file, i)
	types = append(types, key)
	if len(i.Args) > 0 {
		types = append(types, key+src.argumentsKey(file, i))
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

// typeKeyOf names the type that a written one means in a file: one key per declaration.
func (src *Source) typeKeyOf(file *source.File, t *source.Type) string {
	found := src.Project.LookupType(file, t)
	switch {
	case found.Class != nil:
		return typeKey(found.File.Path, found.Class.Name)
	case found.Type != nil:
		return typeKey(found.File.Path, found.Type.Name)
	case found.From == "":
		return hostType(t.Name)
	}
	return typeKey(found.From, found.Name)
}

// argumentsKey tells Repository<User> from Repository<Order>.
func (src *Source) argumentsKey(file *source.File, t *source.Type) string {
	key := "<"
	for _, arg := range t.Args {
		if arg.Kind == source.TypeName {
			key += src.typeKeyOf(file, arg) + ","
		} else {
			key += arg.String() + ","
		}
	}
	return key + ">"
}

// typeKey names a type by the file that declares it.
func typeKey(file, name string) string { return file + "#" + name }

// hostType names a type of the host.
func hostType(name string) string { return typeKey("fwrun", name) }

// optionType is the type that a decorator's option `type` names as a text.
func optionType(o Options) *source.Type {
	if text := o.Text("type"); text != "" {
		return schema.ParseType(text)
	}
	return nil
}
