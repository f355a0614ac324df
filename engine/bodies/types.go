package bodies

import "github.com/fwrun/fwrun/engine/source"

// resolve returns what a written type means in a file. Type parameters are what args say.
func (l *lookup) resolve(f *source.File, t *source.Type, args map[string]*value, depth int) *value {
	if t == nil || depth == 0 {
		return nil
	}
	switch t.Kind {
	case source.TypeArray:
		return &value{kind: list, of: l.resolve(f, t.Args[0], args, depth-1), nullable: t.Nullable}
	case source.TypeName:
		v := l.resolveName(f, t, args, depth)
		if v != nil && t.Nullable && !v.nullable {
			other := *v
			other.nullable = true
			return &other
		}
		return v
	}
	return nil
}

func (l *lookup) resolveName(f *source.File, t *source.Type, args map[string]*value, depth int) *value {
	if v, isParameter := args[t.Name]; isParameter {
		if v.is(0) {
			return nil
		}
		return v
	}
	switch t.Name {
	case "Promise":
		v := &value{kind: promise}
		if len(t.Args) == 1 {
			v.of = l.resolve(f, t.Args[0], args, depth-1)
		}
		return v
	case "string", "number", "boolean", "bool", "int", "integer", "float", "double", "bigint":
		return &value{kind: primitive, name: t.Name}
	}
	target := l.target(f, t)
	switch {
	case target.Class != nil:
		return &value{kind: instance, file: target.File, class: target.Class, args: l.argsOf(target.Class, f, t, args, depth)}
	case target.Enum != nil:
		return &value{kind: enumCase, file: target.File, enum: target.Enum}
	case target.Type != nil && len(target.Type.TypeParams) == 0 && len(target.Type.Extends) == 0 && target.Type.Type != nil &&
		target.Type.Type.Kind != source.TypeShape:
		return l.resolve(target.File, target.Type.Type, nil, depth-1)
	}
	return nil
}

// argsOf returns what the type parameters of a class are in a written type.
func (l *lookup) argsOf(class *source.Class, f *source.File, t *source.Type, args map[string]*value, depth int) map[string]*value {
	if len(class.TypeParams) == 0 {
		return nil
	}
	given := make(map[string]*value, len(class.TypeParams))
	for i, name := range class.TypeParams {
		given[name] = nil
		if t != nil && i < len(t.Args) {
			given[name] = l.typed(l.resolve(f, t.Args[i], args, depth-1), f, t.Args[i], args)
		}
	}
	return given
}
