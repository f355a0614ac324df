package declared

import (
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
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

// TypesOf lists every class and interface that an instance can be injected as. Those with type arguments are there with them and without;
// the keys of the arguments of the class itself are given where they are known.
func (src *Source) TypesOf(file *source.File, class *source.Class, arguments ...string) []string {
	var types []string
	for range maxHeritage {
		types = withArguments(types, manifest.TypeKey(file.Path, class.Name), arguments)
		bound := bind(class.TypeParams, arguments)
		for _, i := range class.Implements {
			types = src.withInterface(types, file, i, bound, maxHeritage)
		}
		if class.Extends == nil {
			break
		}
		arguments = src.Arguments(file, class.Extends, bound)
		found := src.Project.LookupType(file, class.Extends)
		if found.Class == nil {
			return withArguments(types, src.TypeKeyOf(file, class.Extends), arguments)
		}
		file, class = found.File, found.Class
	}
	return types
}

// withInterface appends an interface and those that it extends.
func (src *Source) withInterface(types []string, file *source.File, i *source.Type, bound map[string]string, depth int) []string {
	arguments := src.Arguments(file, i, bound)
	types = withArguments(types, src.TypeKeyOf(file, i), arguments)
	found := src.Project.LookupType(file, i)
	if found.Type == nil || depth == 0 {
		return types
	}
	for _, base := range found.Type.Extends {
		types = src.withInterface(types, found.File, base, bind(found.Type.TypeParams, arguments), depth-1)
	}
	return types
}

func withArguments(types []string, key string, arguments []string) []string {
	types = append(types, key)
	if len(arguments) > 0 {
		types = append(types, key+ArgumentsKey(arguments))
	}
	return types
}

// Open returns the type parameters of a class, which are not known.
func Open(class *source.Class) map[string]string { return bind(class.TypeParams, nil) }

// bind returns the keys of type parameters, empty for those that are open.
func bind(params, arguments []string) map[string]string {
	bound := map[string]string{}
	for i, param := range params {
		bound[param] = ""
		if i < len(arguments) {
			bound[param] = arguments[i]
		}
	}
	return bound
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

// ArgumentsKey returns what type arguments add to the key of a type, which distinguishes Repository<User> from Repository<Order>.
func ArgumentsKey(arguments []string) string {
	if len(arguments) == 0 {
		return ""
	}
	return "<" + strings.Join(arguments, ",") + ">"
}

// Arguments returns the keys of the arguments of a type; none if it has none, or if one of them is any or an open parameter.
func (src *Source) Arguments(file *source.File, t *source.Type, bound map[string]string) []string {
	var keys []string
	for _, argument := range t.Args {
		key := src.argument(file, argument, bound)
		if key == "" {
			return nil
		}
		keys = append(keys, key)
	}
	return keys
}

func (src *Source) argument(file *source.File, t *source.Type, bound map[string]string) string {
	key, isParam := bound[t.Name]
	inner := src.Arguments(file, t, bound)
	switch {
	case isParam:
		return key
	case t.Name == "any" || t.Name == "unknown" || len(inner) < len(t.Args):
		return ""
	case t.Kind == source.TypeName:
		return src.TypeKeyOf(file, t) + ArgumentsKey(inner)
	case t.Kind == source.TypeArray:
		return manifest.HostType("list") + ArgumentsKey(inner)
	}
	return t.String()
}

// OptionType returns the type that a decorator's option `type` names as a text.
func OptionType(o manifest.Options) *source.Type {
	if text := o.Text("type"); text != "" {
		return schema.ParseType(text)
	}
	return nil
}
