package metadata

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/engine/source"
)

// nothing is the value of the types of null and undefined.
const nothing = "undefined"

// keywords are the values of types that have a word of their own, or an alias in TypeScript's library or in the typings of fwrun.
var keywords = map[string]string{
	"string": "String", "number": "Number", "boolean": "Boolean", "bigint": "BigInt", "symbol": "Symbol", "object": "Object", "any": "Object",
	"unknown": "Object", "never": nothing, "this": "Object",
}

// aliases are those of global types that are nothing else than their names say.
var aliases = map[string]string{
	"ReadonlyArray": "Array", "Symbol": "Object", "BigInt": "Object", "ClassDecorator": "Function", "PropertyDecorator": "Function",
	"MethodDecorator": "Function", "ParameterDecorator": "Function", "int": "Number", "float": "Number", "double": "Number", "list": "Array",
}

var (
	voidPart  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|\|)\s*void\s*(\||$)`) })
	predicate = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w$]+ is `) })
	constKeys = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\(?\s*typeof ([\w$]+)\s*\)?\s*\[\s*keyof typeof ([\w$]+)\s*\]$`)
	})
)

// node returns the value of a type that is written in a decorated class, by the form in which it is written.
func (w *writer) node(t *source.Type) string {
	if t == nil {
		return "Object"
	}
	if t.Nullable && (w.strict || voidPart().MatchString(t.Text)) && !isNever(t) {
		return "Object" // undefined and something else
	}
	switch t.Kind {
	case source.TypeNull:
		return nothing
	case source.TypeArray, source.TypeTuple:
		return "Array"
	case source.TypeFunction:
		return "Function"
	case source.TypeLiteral:
		return literal(t)
	case source.TypeUnion, source.TypeIntersection:
		return w.parts(t)
	case source.TypeName:
		return w.named(t)
	case source.TypeOther:
		return other(t)
	}
	return "Object"
}

func isNever(t *source.Type) bool { return t.Kind == source.TypeName && t.Name == "never" }

// other returns the value of a type whose form does not matter elsewhere.
func other(t *source.Type) string {
	switch {
	case strings.HasPrefix(t.Text, "asserts "):
		return nothing
	case predicate().MatchString(t.Text):
		return "Boolean"
	case strings.HasPrefix(t.Text, "`") && strings.HasSuffix(t.Text, "`"):
		return "String"
	}
	return "Object"
}

func literal(t *source.Type) string {
	switch t.Literal {
	case source.ValueString:
		return "String"
	case source.ValueBool:
		return "Boolean"
	case source.ValueBigInt:
		return "BigInt"
	}
	return "Number"
}

// parts returns the one value of all parts of a union or an intersection, or Object.
func (w *writer) parts(t *source.Type) string {
	union, common := t.Kind == source.TypeUnion, ""
	for _, part := range t.Args {
		if isNever(part) {
			if union {
				continue
			}
			return nothing
		}
		if !union && part.Kind == source.TypeName && part.Name == "unknown" {
			continue
		}
		value := w.node(part)
		if value == "Object" || common != "" && value != common {
			return "Object"
		}
		common = value
	}
	if common == "" {
		return nothing
	}
	return common
}

// named returns the value of a name.
func (w *writer) named(t *source.Type) string {
	if value, is := keywords[t.Name]; is {
		return value
	}
	if t.From != "" { // import("…").X
		return "Object"
	}
	if constraint, is := w.parameter(t.Name); is {
		return constraint
	}
	first, rest, qualified := strings.Cut(t.Name, ".")
	target, imported := w.project.Lookup(w.file, t.Name), w.file.Import(first)
	switch {
	case target.Class != nil && imported != nil && imported.TypeOnly:
		return "Function"
	case target.Class == nil && target.Found():
		return w.declared(target, 0)
	case w.enumMember(t.Name) != "":
		return w.enumMember(t.Name)
	case imported == nil && target.Class == nil && aliases[t.Name] != "":
		return aliases[t.Name]
	case imported == nil && qualified:
		return "__metadataClass(typeof " + first + ` !== "undefined" && ` + optional(t.Name) + ")"
	case imported == nil:
		return "(typeof " + first + ` === "undefined" ? Object : ` + w.local(first, target.Class) + ")"
	case imported.TypeOnly:
		return "Object"
	}
	return "__metadataClass(" + w.imported(imported, rest) + ")"
}

// local returns the value of a name that is not imported: a class of the file is itself, a name that nothing declares may be any type.
func (w *writer) local(name string, class *source.Class) string {
	if class != nil && !class.Ambient {
		return name
	}
	return "__metadataClass(" + name + ")"
}

// optional returns a path in which nothing but the first name has to be there.
func optional(path string) string { return strings.ReplaceAll(path, ".", "?.") }

// imported returns what an imported name means when it runs.
func (w *writer) imported(i *source.Import, rest string) string {
	at := slices.Index(w.imports, i.From)
	if at < 0 {
		at = len(w.imports)
		w.imports = append(w.imports, i.From)
	}
	name := i.Name
	if name == "*" {
		name, rest, _ = strings.Cut(rest, ".")
	}
	value := Namespace + strconv.Itoa(at) + "[" + strconv.Quote(name) + "]"
	if rest != "" {
		value += "?." + optional(rest)
	}
	return value
}

// enumMember returns the value of a type that is one case of an enum, as in Color.Red; empty if it is something else.
func (w *writer) enumMember(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return ""
	}
	e := w.project.Lookup(w.file, name[:dot]).Enum
	if e == nil {
		return ""
	}
	for _, c := range e.Cases {
		if c.Name == name[dot+1:] {
			return enum(c)
		}
	}
	return ""
}

// parameter returns the value of a type parameter that is in scope, by what it extends. The compiler does not know those of functions.
func (w *writer) parameter(name string) (value string, is bool) {
	for i, around := range slices.Backward(w.scope) {
		at := slices.Index(around.Fn.TypeParams, name)
		if at < 0 {
			continue
		}
		if around.Kind != source.NodeClass || len(around.Fn.Bounds) <= at || around.Fn.Bounds[at] == nil {
			return "Object", true
		}
		outer := *w
		outer.scope = w.scope[:i]
		return outer.kind(w.file, around.Fn.Bounds[at], 0), true
	}
	return "", false
}
