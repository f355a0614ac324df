package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// hostModule is the module that scripts import the framework from.
const hostModule = "fwrun"

// scalars maps the names that have one meaning each to their kinds. Where PHP, JavaScript and TypeScript use
// different names, all of them work.
var scalars = map[string]Kind{
	"int": Int, "integer": Int,
	"float": Float, "double": Float, "number": Float, "Number": Float,
	"string": String, "String": String,
	"bool": Bool, "boolean": Bool, "Boolean": Bool,
	"Date":       Date,
	"Uint8Array": Bytes, "ArrayBuffer": Bytes,
	"any": Any, "unknown": Any, "mixed": Any, "object": Any, "Object": Any, "array": Any,
	"void": Void, "undefined": Void, "null": Void,
	"Duration": Duration, "DataSize": Size,
	"StringList": StringList, "IntegerList": IntegerList, "FloatList": FloatList,
}

// reserved are the names that a declaration cannot redefine.
var reserved = map[string]bool{
	"int": true, "integer": true, "float": true, "double": true, "number": true, "string": true, "bool": true,
	"boolean": true, "any": true, "unknown": true, "mixed": true, "object": true, "void": true, "undefined": true,
	"list": true, "array": true,
}

// plainNames are the names shown for kinds that have several.
var plainNames = map[string]string{
	"integer": "int", "double": "float", "String": "string", "Number": "number", "boolean": "bool",
	"Boolean": "bool", "Object": "object", "undefined": "void", "null": "void",
}

// refusals maps well-known names that cannot be bound to advice on what to write instead.
var refusals = map[string]string{
	"bigint":   "write int, which holds whole numbers up to ±9007199254740991, or string",
	"symbol":   "write string, or an enum",
	"Symbol":   "write string, or an enum",
	"Function": "leave it out, or write any",
	"never":    "leave the type out, or write void",
	"Set":      "write list<T>",
	"WeakSet":  "write list<T>",
	"Map":      "write Record<string, T>",
	"WeakMap":  "write Record<string, T>",
	"RegExp":   "write string",
	"Error":    "write a class with these fields",
	"Buffer":   "write Uint8Array",
}

// named resolves a name with its arguments. Declarations of the application take precedence over built-in
// names; only the lower-case names cannot be redefined.
func (r *Resolver) named(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	if given, ok := s.bound[t.Name]; ok {
		return r.refer(given), nil
	}
	if slices.Contains(s.params, t.Name) {
		return nil, r.unknown(s, t)
	}
	target := r.lookup(s.file, t)
	switch {
	case target.Class != nil:
		return r.classType(s, t, target)
	case target.Enum != nil:
		return r.enumType(s, t, target)
	case target.Type != nil:
		return r.alias(s, t, target)
	case target.Function != nil:
		return nil, s.refuse(t, codeUnsupported, "it is a function, not a type", "use a class, an interface or an enum")
	case target.From == hostModule:
		return r.builtin(s, t, target.Name, true)
	case target.From != "":
		return nil, s.refuseImport(t, target)
	case target.File != s.file:
		return nil, r.notExported(s, t, target)
	default:
		return r.builtin(s, t, t.Name, false)
	}
}

// builtin resolves the names that the language or the framework supplies.
func (r *Resolver) builtin(s site, t *source.Type, name string, imported bool) (*Type, *fault.Diagnostic) {
	if len(t.Args) > 0 {
		if resolved, bad := r.generic(s, t, name); resolved != nil || bad != nil {
			return resolved, bad
		}
	}
	if kind, ok := scalars[name]; ok {
		if plain, ok := plainNames[name]; ok {
			name = plain
		}
		return s.made(t, kind, name), nil
	}
	if r.host[name] {
		return r.hostType(s, t, name)
	}
	switch name {
	case "list", "Array", "ReadonlyArray":
		list := s.made(t, List, "list<any>")
		list.Elem = s.made(t, Any, "any")
		return list, nil
	case "Promise", "PromiseLike":
		return &Type{Kind: Untyped, Place: s.place(t.Pos)}, nil
	}
	return nil, r.noBuiltin(s, t, name, imported)
}

func (r *Resolver) noBuiltin(s site, t *source.Type, name string, imported bool) *fault.Diagnostic {
	if hint, ok := refusals[name]; ok {
		return s.refuse(t, codeUnsupported, "it cannot be bound", hint)
	}
	if !imported {
		return r.unknown(s, t)
	}
	hint := "the typings list the exports of fwrun"
	if near := fault.Nearest(name, append(builtinNames(), r.options.HostTypes...)); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return s.refuse(t, CodeUnknown, fmt.Sprintf("fwrun exports no type %s", name), hint)
}

// hostType resolves a class of the host. An argument, as in ResponseEntity<User>, is kept as Elem if it can
// be resolved; an argument with an undeclared name is a mistake.
func (r *Resolver) hostType(s site, t *source.Type, name string) (*Type, *fault.Diagnostic) {
	host := s.made(t, Host, name)
	if len(t.Args) == 1 {
		elem, bad := r.resolve(s, t.Args[0])
		if bad != nil && bad.Code == CodeUnknown {
			return nil, bad
		}
		host.Elem = elem
	}
	return host, nil
}

// builtinNames lists the built-in names, for suggestions.
func builtinNames() []string {
	names := []string{
		"list", "Array", "ReadonlyArray", "Record", "Promise", "Partial", "Required", "Readonly", "Pick", "Omit",
	}
	for name := range scalars {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// other resolves the one further form in daily use, the type of a const object's values: (typeof
// Colour)[keyof typeof Colour].
func (r *Resolver) other(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	text := strings.NewReplacer("(", "", ")", "", " ", "").Replace(t.Text)
	if object, keys, ok := strings.Cut(text, "[keyoftypeof"); ok && object == "typeof"+strings.TrimSuffix(keys, "]") {
		name := strings.TrimPrefix(object, "typeof")
		if target := r.project.Lookup(s.file, name); target.Enum != nil {
			return r.enumType(s, t, target)
		}
	}
	return nil, s.refuse(t, codeUnsupported, "it is computed, or not a type, and is not evaluated",
		"write the type out, or declare a class with its fields")
}

// lookup finds the declaration of a named type in a file. The names of the framework's own types cannot be
// redefined: int is int, even where a file declares it for the editor.
func (r *Resolver) lookup(file *source.File, t *source.Type) source.Target {
	if t.Kind != source.TypeName || t.From == "" && reserved[t.Name] {
		return source.Target{File: file, Name: t.Name}
	}
	return r.project.LookupType(file, t)
}
