package bodies

import (
	"github.com/fwrun/fwrun/engine/source"
)

// value is what is known of a value; nil if nothing is.
type value struct {
	kind kind
	file *source.File // in which its class, enum or function is declared, or which the namespace is

	class    *source.Class
	args     map[string]*value // what the type parameters of the class are
	enum     *source.Enum
	call     *signature
	of       *value // what a promise becomes; what a list has
	name     string // of a primitive type
	made     string // the function that has returned this promise
	nullable bool
	typ      *source.Type // of a type argument, as it means in each file; of one that says no more the kind is 0
}

type kind uint8

const (
	instance kind = iota + 1
	static        // the class itself
	enumObject
	enumCase
	namespace
	promise
	callable
	primitive
	list
)

func (v *value) is(k kind) bool { return v != nil && v.kind == k }

// isStatus reports whether a value is an HttpStatus of "fwrun".
func (q *inquiry) isStatus(v *value) bool {
	return v.is(instance) && v.file == q.types && v.class.Name == "HttpStatus"
}

// signature is how a function is called.
type signature struct {
	name       string
	file       *source.File
	typeParams []string
	params     []*source.Param
	result     *source.Type
	async      bool
	generator  bool
	overloaded bool
	varied     bool              // its overloads return different types
	typed      bool              // its name has a type of its own, which says what its parameters are
	free       bool              // arguments may be missing all the same
	args       map[string]*value // what type parameters are; nil for those of its own
	this       *value
}

// deepestValue is how many expressions or types stand for one another.
const deepestValue = 12

// resolve returns what a written type means in a file. Type parameters are what args say.
func (q *inquiry) resolve(f *source.File, t *source.Type, args map[string]*value, depth int) *value {
	if t == nil || depth == 0 {
		return nil
	}
	switch t.Kind {
	case source.TypeArray:
		return &value{kind: list, of: q.resolve(f, t.Args[0], args, depth-1), nullable: t.Nullable}
	case source.TypeName:
		v := q.resolveName(f, t, args, depth)
		if v != nil && t.Nullable && !v.nullable {
			other := *v
			other.nullable = true
			return &other
		}
		return v
	}
	return nil
}

func (q *inquiry) resolveName(f *source.File, t *source.Type, args map[string]*value, depth int) *value {
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
			v.of = q.resolve(f, t.Args[0], args, depth-1)
		}
		return v
	case "string", "number", "boolean", "bool", "int", "integer", "float", "double", "bigint":
		return &value{kind: primitive, name: t.Name}
	}
	target := q.target(f, t)
	switch {
	case target.Class != nil:
		return &value{kind: instance, file: target.File, class: target.Class, args: q.argsOf(target.Class, f, t, args, depth)}
	case target.Enum != nil:
		return &value{kind: enumCase, file: target.File, enum: target.Enum}
	case target.Type != nil && len(target.Type.TypeParams) == 0 && len(target.Type.Extends) == 0 && target.Type.Type != nil &&
		target.Type.Type.Kind != source.TypeShape:
		return q.resolve(target.File, target.Type.Type, nil, depth-1)
	}
	return nil
}

// argsOf returns what the type parameters of a class are in a written type.
func (q *inquiry) argsOf(class *source.Class, f *source.File, t *source.Type, args map[string]*value, depth int) map[string]*value {
	if len(class.TypeParams) == 0 {
		return nil
	}
	given := make(map[string]*value, len(class.TypeParams))
	for i, name := range class.TypeParams {
		given[name] = nil
		if t != nil && i < len(t.Args) {
			given[name] = q.typed(q.resolve(f, t.Args[i], args, depth-1), f, t.Args[i], args)
		}
	}
	return given
}

// target finds the declaration that a type names; one that "fwrun" exports is found in the typings.
func (q *inquiry) target(f *source.File, t *source.Type) source.Target {
	if f == q.types {
		return q.host.Lookup(f, t.Name)
	}
	q.look(f)
	target := q.project.LookupType(f, t)
	q.look(target.File)
	return q.declared(target)
}

// declared replaces a name that "fwrun" exports by its declaration.
func (q *inquiry) declared(target source.Target) source.Target {
	if target.Found() || !isHost(target.From) || !q.exports[target.Name] {
		return target
	}
	found := q.host.Lookup(q.types, target.Name)
	if found.Class != nil && found.Class.Export == "" || found.Type != nil && found.Type.Export == "" {
		return source.Target{From: target.From, Name: target.Name}
	}
	return found
}

// baseOf returns what a class, or an instance of it, inherits from; nil if that is not known.
func (q *inquiry) baseOf(v *value) *value {
	if v == nil || v.class.Extends == nil || v.class.Extends.Kind != source.TypeName {
		return nil
	}
	target := q.target(v.file, v.class.Extends)
	if target.Class == nil || target.Class == v.class {
		return nil
	}
	return &value{
		kind: v.kind, file: target.File, class: target.Class,
		args: q.argsOf(target.Class, v.file, v.class.Extends, v.args, deepestValue),
	}
}
