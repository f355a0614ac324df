package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// deepest bounds how deep types are written inside of one another; what is deeper is unknown.
const deepest = 64

// types writes the types of schemas. Those of the document's components have names.
type types struct {
	schemas map[string]*schema
	names   map[string]string // of the types, by the names of the schemas
	used    []string          // the schemas that are referred to
	errs    []error

	alias string // the component whose type is being written, unless it is an interface
	depth int
}

func newTypes(schemas map[string]*schema) *types {
	t := &types{schemas: schemas, names: map[string]string{}}
	var used namer
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		t.names[name] = used.name(typeName(name))
	}
	return t
}

// failed returns the references that lead nowhere.
func (t *types) failed() error { return errors.Join(t.errs...) }

// declarations writes a type for each component that is referred to, sorted by name.
func (t *types) declarations() string {
	byName := map[string]string{}
	for i := 0; i < len(t.used); i++ { // a declaration may refer to others
		byName[t.names[t.used[i]]] = t.declaration(t.used[i])
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		out.WriteString(byName[name])
	}
	return out.String()
}

func (t *types) declaration(name string) string {
	s, is := t.schemas[name], t.names[name]
	about := comment("", t.about(s)...)
	if isInterface(s) {
		return fmt.Sprintf("%sexport interface %s %s\n\n", about, is, t.object(s))
	}
	t.alias = name
	defer func() { t.alias = "" }()
	return fmt.Sprintf("%sexport type %s = %s;\n\n", about, is, t.of(s).text)
}

// about returns the comment of a schema: its description, its default, and the format of its text.
func (t *types) about(s *schema) []string {
	if s == nil {
		return nil
	}
	list := about(s.Deprecated, s.Description)
	if len(s.Default) > 0 {
		list = append(list, "@default "+oneLine(string(s.Default)))
	}
	if s.Format != "" && slices.Contains(s.Type, "string") && !s.isFile() {
		list = append(list, "@format "+oneLine(s.Format))
	}
	return list
}

// isInterface reports whether a schema is an object with members and nothing else.
func isInterface(s *schema) bool {
	return s != nil && len(s.Properties) > 0 && s.Ref == "" && s.OneOf == nil && s.AnyOf == nil && s.AllOf == nil && s.Enum == nil && s.Const == nil &&
		(len(s.Type) == 0 || len(s.Type) == 1 && s.Type[0] == "object")
}

// of returns the type of a schema.
func (t *types) of(s *schema) expression {
	if t.depth++; t.depth > deepest {
		t.depth--
		return atom("unknown")
	}
	defer func() { t.depth-- }()
	switch {
	case s.isAny():
		return atom("unknown")
	case s.never:
		return atom("never")
	}
	parts := t.parts(s)
	if len(parts) == 0 {
		return atom("unknown")
	}
	return intersection(parts)
}

// parts returns the types that a value has to have all of.
func (t *types) parts(s *schema) (parts []expression) {
	if s.Ref != "" {
		parts = append(parts, t.reference(s.Ref))
	}
	for _, one := range s.AllOf {
		parts = append(parts, t.of(one))
	}
	for _, some := range [][]*schema{s.OneOf, s.AnyOf} {
		if some != nil {
			parts = append(parts, t.alternatives(s, some))
		}
	}
	switch {
	case s.Const != nil:
		parts = append(parts, literal(s.Const))
	case s.Enum != nil:
		parts = append(parts, literals(s.Enum))
	case s.Properties != nil || s.Additional != nil || s.Items != nil || s.Prefix != nil || len(s.Type) > 0 || s.isFile():
		if len(parts) == 0 || s.Properties != nil || s.Items != nil {
			parts = append(parts, t.plain(s))
		}
	}
	return parts
}

// alternatives returns the union of schemas. Where a property says which one it is, each gets its value of it.
func (t *types) alternatives(s *schema, some []*schema) expression {
	var list []expression
	for _, one := range some {
		is := t.of(one)
		if s.Discriminator != nil && one.Ref != "" {
			is = t.marked(s, one, is)
		}
		list = append(list, is)
	}
	return union(list)
}

// marked adds the property that says which alternative a value is, unless its type has it as a constant.
func (t *types) marked(s, one *schema, is expression) expression {
	property := s.Discriminator.Property
	name := strings.TrimPrefix(one.Ref, "#/components/schemas/")
	if to := t.schemas[unescape(name)]; to != nil && to.Properties[property] != nil && to.Properties[property].Const != nil {
		return is
	}
	var values []json.RawMessage
	for value, to := range s.Discriminator.Mapping {
		if to == one.Ref || to == name {
			text, _ := json.Marshal(value) // a text can be written
			values = append(values, text)
		}
	}
	if values == nil {
		text, _ := json.Marshal(unescape(name))
		values = append(values, text)
	}
	return intersection([]expression{is, atom("{ " + key(property) + ": " + literals(values).text + " }")})
}

// reference returns the name of a component's type. A type may not be made of itself except inside of an object or a list; there it is
// unknown.
func (t *types) reference(ref string) expression {
	name, ok := strings.CutPrefix(ref, "#/components/schemas/")
	name = unescape(name)
	is, known := t.names[name]
	if !ok || !known {
		t.errs = append(t.errs, fmt.Errorf("the OpenAPI document refers to %s, which is not among its components", ref))
		return atom("unknown")
	}
	if !slices.Contains(t.used, name) {
		t.used = append(t.used, name)
	}
	if t.alias != "" && t.madeOf(name, t.alias, nil) {
		return atom("unknown")
	}
	return atom(is)
}

// madeOf reports whether a component's type is another one's, or a union or an intersection with it.
func (t *types) madeOf(name, of string, seen []string) bool {
	if name == of {
		return true
	}
	s := t.schemas[name]
	if s == nil || isInterface(s) || slices.Contains(seen, name) {
		return false
	}
	seen = append(seen, name)
	var reaches func(s *schema) bool
	reaches = func(s *schema) bool {
		to, is := strings.CutPrefix(s.Ref, "#/components/schemas/")
		return is && t.madeOf(unescape(to), of, seen) || slices.ContainsFunc(slices.Concat(s.OneOf, s.AnyOf, s.AllOf), reaches)
	}
	return reaches(s)
}

// plain returns the type that type and the keywords of objects and lists describe.
func (t *types) plain(s *schema) expression {
	if s.isFile() {
		return atom("Blob")
	}
	kinds := s.Type
	switch {
	case len(kinds) > 0:
	case s.Items != nil || s.Prefix != nil:
		kinds = names{"array"}
	default:
		kinds = names{"object"}
	}
	var list []expression
	for _, kind := range kinds {
		switch kind {
		case "integer", "number":
			list = append(list, atom("number"))
		case "string", "boolean", "null":
			list = append(list, atom(kind))
		case "array":
			list = append(list, t.inside(func() expression { return t.list(s) }))
		case "object":
			list = append(list, t.inside(func() expression { return t.record(s) }))
		default:
			list = append(list, atom("unknown"))
		}
	}
	return union(list)
}

// inside writes a type where names may refer to the type that they are a part of.
func (t *types) inside(write func() expression) expression {
	alias := t.alias
	t.alias = ""
	defer func() { t.alias = alias }()
	return write()
}

func (t *types) list(s *schema) expression {
	if s.Prefix == nil {
		return atom(t.of(s.Items).operand() + "[]")
	}
	var items []string
	for _, one := range s.Prefix {
		items = append(items, t.of(one).text)
	}
	if s.Items == nil || !s.Items.never {
		items = append(items, "..."+t.of(s.Items).operand()+"[]")
	}
	return atom("[" + strings.Join(items, ", ") + "]")
}

// record returns the type of an object.
func (t *types) record(s *schema) expression {
	if len(s.Properties) > 0 {
		return atom(onOneLine(t.object(s)))
	}
	if s.Additional == nil {
		return atom("{ [key: string]: unknown }")
	}
	return atom("{ [key: string]: " + t.of(s.Additional).text + " }")
}

// onOneLine writes an object of one member without a comment on one line.
func onOneLine(object string) string {
	if strings.Count(object, "\n") != 2 {
		return object
	}
	return "{ " + strings.TrimSuffix(strings.TrimSpace(strings.Trim(object, "{}\n")), ";") + " }"
}

// object writes the members of an object, sorted by name. Further members have the type unknown, since TypeScript cannot tell them
// apart.
func (t *types) object(s *schema) string {
	var out strings.Builder
	out.WriteString("{\n")
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		out.WriteString(t.member(name, s.Properties[name], slices.Contains(s.Required, name), nil))
	}
	if s.Additional != nil && !s.Additional.never {
		out.WriteString("  [key: string]: unknown;\n")
	}
	out.WriteString("}")
	return out.String()
}

// member writes a member of an object, with the comment of its schema or the one that is given.
func (t *types) member(name string, s *schema, required bool, about []string) string {
	is, mark := t.of(s), ""
	if !required {
		is, mark = union([]expression{is, atom("undefined")}), "?"
	}
	if about == nil {
		about = t.about(s)
	}
	return comment("  ", about...) + "  " + key(name) + mark + ": " + indented(is.text, "  ") + ";\n"
}
