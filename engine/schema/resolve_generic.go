package schema

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// generic resolves the built-in names that take arguments; it returns nil if the name is not one of them.
func (r *Resolver) generic(s site, t *source.Type, name string) (*Type, *fault.Diagnostic) {
	arg := t.Args[0]
	switch name {
	case "list", "Array", "ReadonlyArray":
		return r.list(s, t, arg)
	case "array", "Record", "Object", "object":
		return r.keyed(s, t, name)
	case "Set", "ReadonlySet", "Map", "ReadonlyMap":
		return r.scriptCollection(s, t, name)
	case "Promise", "PromiseLike", "Awaited":
		return r.resolve(s, arg)
	case "Readonly":
		return r.resolve(s, arg)
	case "NonNullable":
		resolved, bad := r.resolve(s, arg)
		if bad != nil {
			return nil, bad
		}
		return r.withNull(resolved, false), nil
	case "Partial", "Required", "Pick", "Omit":
		return r.derived(s, t, name)
	case "Generator", "AsyncGenerator", "Iterable", "AsyncIterable", "IterableIterator", "AsyncIterableIterator", "ReadableStream":
		if s.result {
			return r.stream(s, t, arg)
		}
	}
	return nil, nil
}

// keyed resolves array<K, V>, Record<K, V> and Object<K, V>; array<T> is a list.
func (r *Resolver) keyed(s site, t *source.Type, name string) (*Type, *fault.Diagnostic) {
	switch {
	case len(t.Args) == 1 && name == "array":
		return r.list(s, t, t.Args[0])
	case len(t.Args) != 2:
		return nil, s.refuse(t, codeUnsupported, "it needs a key type and a value type", fmt.Sprintf("write %s<string, T>", name))
	}
	key, bad := r.settled(s, t.Args[0])
	if bad != nil {
		return nil, bad
	}
	switch {
	case name == "array" && (key.Kind == Int || key.Kind == Float):
		return r.list(s, t, t.Args[1])
	case key.Kind == String || key.Kind == Int || key.Kind == Float:
		return r.mapOf(s, t, t.Args[1])
	case key.Kind == Enum:
		return r.record(s, t, key.Enum)
	default:
		return nil, s.refuse(t, codeUnsupported, "its keys must be strings or numbers", fmt.Sprintf("write %s<string, T>", name))
	}
}

// record resolves a Record with listed keys, a shape with one required field for each key: Record<"width" |
// "height", int>.
func (r *Resolver) record(s site, t *source.Type, keys *Enumeration) (*Type, *fault.Diagnostic) {
	elem, bad := r.resolve(s, t.Args[1])
	if bad != nil {
		return nil, bad
	}
	shape := s.made(t, Shape, nameOf(t))
	for i, key := range keys.Texts {
		field := r.newField(literalText(keys.InScript(i)), elem, shape.Place)
		field.JSON, field.IsCase = key, field.Name != key
		shape.Fields = append(shape.Fields, field)
	}
	return shape, nil
}

// scriptCollection resolves Set<T> and Map<K, V>, which a handler may return but JSON cannot fill.
func (r *Resolver) scriptCollection(s site, t *source.Type, name string) (*Type, *fault.Diagnostic) {
	isMap := name == "Map" || name == "ReadonlyMap"
	switch {
	case !s.result && isMap:
		return nil, s.refuse(t, codeUnsupported, "JSON objects are not bound to a Map",
			"write Record<string, T>")
	case !s.result:
		return nil, s.refuse(t, codeUnsupported, "JSON lists are not bound to a Set", "write list<T>")
	case isMap && len(t.Args) == 2:
		return r.mapOf(s, t, t.Args[1])
	case isMap:
		return nil, s.refuse(t, codeUnsupported, "it needs a key type and a value type", "write Map<string, T>")
	default:
		return r.list(s, t, t.Args[0])
	}
}

// stream resolves the type of a stream: Any, with the type of its items.
func (r *Resolver) stream(s site, t, item *source.Type) (*Type, *fault.Diagnostic) {
	elem, bad := r.resolve(s, item)
	if bad != nil {
		return nil, bad
	}
	items := s.made(t, Any, nameOf(t))
	items.Elem = elem
	return items, nil
}

// derived resolves Partial, Required, Pick and Omit: a shape with some of the fields of another type. The
// result is a shape for a class, too, since an instance would have to have all of the fields.
func (r *Resolver) derived(s site, t *source.Type, name string) (*Type, *fault.Diagnostic) {
	fields, bad := r.fieldsOf(s, t.Args[0])
	if bad != nil {
		return nil, bad
	}
	var chosen []string
	if name == "Pick" || name == "Omit" {
		if chosen, bad = r.keysIn(s, t); bad != nil {
			return nil, bad
		}
	}
	shape := s.made(t, Shape, nameOf(t))
	for _, f := range fields {
		if chosen != nil && slices.Contains(chosen, f.Name) != (name == "Pick") {
			continue
		}
		c := *f
		switch name {
		case "Partial":
			c.Required = false
		case "Required":
			c.Required = true
		}
		r.weigh(&c)
		shape.Fields = append(shape.Fields, &c)
	}
	return shape, nil
}

// keysIn reads the second argument of Pick and Omit.
func (r *Resolver) keysIn(s site, t *source.Type) ([]string, *fault.Diagnostic) {
	if len(t.Args) == 2 {
		keys, bad := r.settled(s, t.Args[1])
		if bad != nil {
			return nil, bad
		}
		if keys.Kind == Enum {
			return keys.Enum.Texts, nil
		}
	}
	return nil, s.refuse(t, codeUnsupported, "its second argument must list names of fields",
		fmt.Sprintf(`write %s<T, "a" | "b">`, t.Name))
}

// fieldsOf returns the fields of a type that has fields.
func (r *Resolver) fieldsOf(s site, t *source.Type) ([]*Field, *fault.Diagnostic) {
	resolved, bad := r.settled(s, t)
	if bad != nil {
		return nil, bad
	}
	switch resolved.Kind {
	case Shape:
		return resolved.Fields, nil
	case Object:
		return r.fieldsNow(s, t, resolved.Class)
	default:
		return nil, s.refuse(t, codeUnsupported, "only a class, an interface or an object type has fields", "")
	}
}

// settled resolves a type whose result is needed at once, not only when the enclosing type is done.
func (r *Resolver) settled(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	resolved, bad := r.resolve(s, t)
	if bad == nil && r.pending[resolved] != nil {
		bad = s.refuse(t, codeCycle, "it is defined only by itself",
			"write the type out, or declare a class, which may contain itself")
	}
	return resolved, bad
}

// nameOf formats a written type without its nullability, which is handled separately.
func nameOf(t *source.Type) string {
	c := *t
	c.Nullable = false
	return c.String()
}
