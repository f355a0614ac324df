package schema

import (
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Options hold what a Resolver cannot read from the source. The zero value is usable.
type Options struct {
	// HostTypes are the classes that the module "fwrun" exports. A plain script may name them in a comment
	// without importing them.
	HostTypes []string

	// Property returns the arguments of @JsonProperty on a member, or on a parameter of the constructor,
	// counted from 0; param is -1 for the member itself. They are known once the decorators have run; the
	// result is false if there is no @JsonProperty. The class is given by the name it is exported under, or
	// else by the name in its declaration.
	Property func(file, class, member string, param int) (Property, bool)

	// XMLRoot returns the required name of the root element of a class; any name if empty.
	XMLRoot func(file, class string) string

	// Constraints returns the constraints of a member, or of a parameter of the constructor, counted from 0;
	// param is -1 for the member itself.
	Constraints func(file, class, member string, param int) []Constraint

	// Standard returns the schema that a file exports under a name; nil if that is none.
	Standard func(file, export string) *Standard

	// Checks lists the methods of a class that have @Validate.
	Checks func(file, class string) []string
}

// Property holds the arguments of @JsonProperty on a field. A zero value means that the option was not given.
type Property struct {
	Name      string // on the wire
	Aliases   []string
	ListClass *ClassRef // the field is a list of this class
	Type      string    // a type written as in a comment
	Required  *bool
	Nillable  *bool
	Coerce    *bool
	Format    string
	XML       XMLName
	Ignored   bool // it is not part of the data, as @JsonIgnore says

	RequiredMessage string
}

// ClassRef names a class by its file and the name it is exported under.
type ClassRef struct {
	File, Export string
}

// Resolver turns written types into types. It works in two phases: a class that is named is at first only a
// header — [Class.Fields] is empty — and gets its fields, together with those of every class they name, by
// [Resolver.ResolveFields] or [Resolver.Complete]. A service can thus be named for injection although its
// fields cannot be bound.
//
// A Resolver belongs to one goroutine, that of the boot. Its results are frozen once its last call has
// returned, and may then be read by all goroutines.
type Resolver struct {
	project *source.Project
	options Options
	host    map[string]bool

	classes map[*source.Class]*Class
	decls   map[*Class]*declaration
	aliases map[aliasKey]*Type
	pending map[*Type]*unfinished // placeholders of aliases being resolved, and their copies
	depth   int
}

// NewResolver returns a Resolver for the files of a project.
func NewResolver(project *source.Project, options Options) *Resolver {
	host := make(map[string]bool, len(options.HostTypes))
	for _, name := range options.HostTypes {
		host[name] = true
	}
	return &Resolver{
		project: project, options: options, host: host,
		classes: map[*source.Class]*Class{}, decls: map[*Class]*declaration{},
		aliases: map[aliasKey]*Type{}, pending: map[*Type]*unfinished{},
	}
}

// Resolve resolves a type as it is written in the file; a missing type is Untyped. A promise is resolved as
// the type it yields. Classes are headers until their fields are resolved.
//
// A type that has no meaning here — an unknown name, a name from an npm package, a function, a tuple, string
// | int — gives a Diagnostic with the place of the type. Its message begins with the type, so that a caller
// can put the member before it.
func (r *Resolver) Resolve(file *source.File, t *source.Type) (*Type, *fault.Diagnostic) {
	return r.resolve(site{file: file}, t)
}

// Result resolves the type of what a handler returns. Such values are not made from text or JSON, so Result
// also accepts Set<T> and tuples as lists, Map<string, T> as a map, a class that is not exported, and a union
// of different types as any. The fields of a class are resolved by the rules of Resolve all the same: there
// is one Class for both uses.
func (r *Resolver) Result(file *source.File, t *source.Type) (*Type, *fault.Diagnostic) {
	return r.resolve(site{file: file, result: true}, t)
}

// site is the place where a type is written; it decides what names mean.
type site struct {
	file   *source.File
	params []string         // type parameters of the enclosing declaration
	bound  map[string]*Type // the arguments given for them
	owner  string           // the name of that declaration
	result bool
}

// deepestType limits the nesting of types, and so stops generic aliases that expand into ever larger ones.
const deepestType = 512

func (r *Resolver) resolve(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	if t == nil {
		return &Type{Kind: Untyped, Place: fault.Place{File: s.file.Path}}, nil
	}
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > deepestType {
		return nil, s.refuse(t, codeCycle, "it expands endlessly into itself", "")
	}
	resolved, bad := r.form(s, t)
	if bad != nil || !t.Nullable {
		return resolved, bad
	}
	return r.withNull(resolved, true), nil
}

// form resolves a type by its form, without its nullability.
func (r *Resolver) form(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	if resolved, bad := r.standard(s, t); resolved != nil || bad != nil {
		return resolved, bad
	}
	switch t.Kind {
	case source.TypeName:
		return r.named(s, t)
	case source.TypeArray:
		return r.list(s, t, t.Args[0])
	case source.TypeUnion:
		return r.union(s, t)
	case source.TypeIntersection:
		return r.intersection(s, t)
	case source.TypeTuple:
		return r.tuple(s, t)
	case source.TypeShape:
		return r.shape(s, t)
	case source.TypeLiteral:
		return r.literal(s, t)
	case source.TypeElsewhere:
		return r.resolve(site{file: r.project.File(t.From), result: s.result}, t.Args[0])
	case source.TypeNull:
		return s.made(t, Void, "void"), nil
	case source.TypeAny:
		return s.made(t, Any, "any"), nil
	case source.TypeFunction:
		return nil, s.refuse(t, codeUnsupported, "a function is not data", "leave it out, or write any")
	default:
		return r.other(s, t)
	}
}

func (s site) made(t *source.Type, kind Kind, name string) *Type {
	return &Type{Kind: kind, Name: name, Place: s.place(t.Pos)}
}

func (s site) place(pos source.Pos) fault.Place {
	return fault.Place{File: s.file.Path, Line: pos.Line, Col: pos.Col}
}

// list resolves T[] and its other spellings.
func (r *Resolver) list(s site, t, item *source.Type) (*Type, *fault.Diagnostic) {
	elem, bad := r.resolve(s, item)
	if bad != nil {
		return nil, bad
	}
	list := s.made(t, List, "list<"+elem.display()+">")
	list.Elem = elem
	return list, nil
}

func (r *Resolver) mapOf(s site, t, item *source.Type) (*Type, *fault.Diagnostic) {
	elem, bad := r.resolve(s, item)
	if bad != nil {
		return nil, bad
	}
	m := s.made(t, Map, "array<string, "+elem.display()+">")
	m.Elem = elem
	return m, nil
}

// tuple resolves a tuple as a list, where it is only read.
func (r *Resolver) tuple(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	if !s.result {
		return nil, s.refuse(t, codeUnsupported, "a tuple cannot be bound",
			"write list<T>, or an object with a name for each part: {first: string, second: int}")
	}
	list := s.made(t, List, "list<any>")
	list.Elem = s.made(t, Any, "any")
	return list, nil
}

// display returns the name with its nullability, for use inside other names.
func (t *Type) display() string {
	if t.Nullable {
		return "?" + t.Name
	}
	return t.Name
}

// withNull returns the type with the given nullability. For a type that is still being resolved it returns a
// copy that is filled in later.
func (r *Resolver) withNull(t *Type, nullable bool) *Type {
	state := r.pending[t]
	if t.Nullable == nullable && state == nil {
		return t
	}
	c := *t
	c.Nullable = nullable
	if state != nil {
		state.copies = append(state.copies, &c)
		r.pending[&c] = state
	}
	return &c
}
