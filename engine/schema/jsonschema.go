package schema

import (
	"cmp"
	"strconv"
	"strings"
)

// DocumentOptions control how JSON Schemas are written. The zero value is usable.
type DocumentOptions struct {
	// Closed objects allow only the members they list: additionalProperties is false.
	Closed bool
	// ClosedShapes closes the object types that are not classes, whose unknown members are never read.
	ClosedShapes bool
	// InlineRefs writes every class where it is used, for readers that do not follow $ref. Types that contain
	// themselves are under $defs in any case.
	InlineRefs bool
	// Open leaves schemas of libraries undescribed: they check values themselves.
	Open bool
	// Dialect adds the $schema member to documents.
	Dialect bool
}

// JSONSchema returns the JSON Schema 2020-12 document of a complete type: it describes what [JSON] takes,
// constraints included. A class that does not contain itself is written at the root, and the classes within
// it under $defs.
func JSONSchema(t *Type, options DocumentOptions) []byte {
	s := NewSchemas(options)
	return s.Document(s.Root(t)).appendJSON(nil)
}

// Schemas makes the schemas of several types that share their definitions, for a document that the caller
// assembles, such as the schema of a tool's arguments.
type Schemas struct {
	options   DocumentOptions
	names     map[any]string // under $defs, by the identity of the type
	taken     map[string]bool
	recursive map[any]bool                       // whether it contains itself
	hoisted   map[*Description]map[string]string // the names of definitions here, by those that they have there
	defs      Node

	open    *Components // nil but for the components of an OpenAPI document
	written bool        // with open: of what is written, not of what is read
}

// NewSchemas returns a Schemas for a new document.
func NewSchemas(options DocumentOptions) *Schemas {
	return &Schemas{
		options: options, names: map[any]string{}, taken: map[string]bool{}, recursive: map[any]bool{}, hoisted: map[*Description]map[string]string{},
	}
}

// Document adds to the schema at the root the definitions that it refers to.
func (s *Schemas) Document(root Node) Node {
	if s.options.Dialect {
		root = append(Node{{"$schema", "https://json-schema.org/draft/2020-12/schema"}}, root...)
	}
	if len(s.defs) > 0 {
		root = append(root, Member{"$defs", s.defs})
	}
	return root
}

// Definitions returns the members of $defs that the schemas made so far refer to.
func (s *Schemas) Definitions() Node { return s.defs }

// Of returns the schema of a complete type. It refers to #/$defs/<class>; see Definitions.
func (s *Schemas) Of(t *Type) Node {
	s.survey(t)
	return s.schema(t)
}

// Property returns the schema of a field: the schema of its type with the field's comment and default.
func (s *Schemas) Property(f *Field) Node {
	s.survey(f.Type)
	return s.property(f)
}

// Root returns the schema of a complete type for the root of a document, where a class is written out unless
// it contains itself, because readers expect members there.
func (s *Schemas) Root(t *Type) Node {
	s.survey(t)
	switch key := wholeOf(t); {
	case key == nil || t.Nullable:
		return s.schema(t)
	case s.isRecursive(t, key):
		return append(Node{{"type", s.kindName(t)}}, s.schema(t)...)
	default:
		return s.constrained(t, s.form(t))
	}
}

// schema returns the schema of a type: a reference, or written out.
func (s *Schemas) schema(t *Type) Node {
	var node Node
	switch key := wholeOf(t); {
	case key != nil && s.isDefined(t, key):
		node = Node{{"$ref", s.refer(t, key)}}
		if t.Rules != nil {
			node = s.constrained(t, node)
		}
		if t.Nullable {
			return Node{{"anyOf", []any{node, Node{{"type", "null"}}}}}
		}
		return node
	default:
		node = s.constrained(t, s.form(t))
	}
	if t.Nullable {
		return withNullType(node)
	}
	return node
}

// isDefined reports whether a type belongs under $defs: classes, and types that contain themselves.
func (s *Schemas) isDefined(t *Type, key any) bool {
	if t.Standard != nil && (s.options.Open || s.description(t).root == nil) {
		return false // nothing is said of it
	}
	isPart := t.Kind == Object || t.Standard != nil && t.Standard.Name != ""
	return s.isRecursive(t, key) || isPart && !s.options.InlineRefs || s.open != nil && isNamed(t)
}

// refer returns a reference to a type, which it defines if that has not happened.
func (s *Schemas) refer(t *Type, key any) string {
	if s.open != nil {
		return s.prefix() + s.open.define(t, key)
	}
	return s.prefix() + s.define(t, key)
}

// define makes the definition of a type that has no definition yet, and returns its name.
func (s *Schemas) define(t *Type, key any) string {
	if name, known := s.names[key]; known {
		return name
	}
	name := s.freeName(definitionName(t))
	s.names[key] = name
	s.writeOut(name, t)
	return name
}

// writeOut adds a definition.
func (s *Schemas) writeOut(name string, t *Type) {
	at := len(s.defs)
	s.defs = append(s.defs, Member{name, nil})
	plain := *t
	plain.Rules, plain.Nullable = nil, false
	s.defs[at].Value = s.form(&plain)
}

// freeName returns a name that no other definition has.
func (s *Schemas) freeName(name string) string {
	free := name
	for n := 2; s.taken[free]; n++ {
		free = name + strconv.Itoa(n)
	}
	s.taken[free] = true
	return free
}

// definitionName returns the type's name reduced to characters that need no escape in a reference.
func definitionName(t *Type) string {
	name := t.Name
	if t.Kind == Object {
		name = t.Class.Name
	}
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return -1
	}, name)
	return cmp.Or(name, "Type")
}

// form writes a type out, without null and constraints.
func (s *Schemas) form(t *Type) Node {
	switch t.Kind {
	case Object:
		node := s.object(t.Class.Fields)
		if t.Class.Summary != "" {
			node = append(Node{{"description", t.Class.Summary}}, node...)
		}
		if s.open != nil {
			node = about(node, t.Class)
		}
		return node
	case Shape:
		node := s.object(t.Fields)
		if s.options.ClosedShapes && !s.options.Closed {
			node = append(node, Member{"additionalProperties", false})
		}
		return node
	case Map:
		node := Node{{"type", "object"}}
		if t.Elem != nil && !t.Elem.isOpen() {
			node = append(node, Member{"additionalProperties", s.schema(t.Elem)})
		}
		return node
	case Enum:
		return t.Enum.schema()
	case Any:
		if t.OneOf != nil {
			return s.union(t.OneOf)
		}
		if t.Standard != nil {
			return s.standard(t)
		}
		return Node{}
	default:
		if t.Kind.IsList() {
			return s.list(t.ItemType())
		}
		if s.open != nil {
			return s.open.scalar(t)
		}
		return scalarSchema(t.Kind)
	}
}

// isOpen reports whether a schema can say nothing of the values of the type.
func (t *Type) isOpen() bool { return t.Kind == Any && t.OneOf == nil && t.Standard == nil }

// union describes a value of one of several types. Which of them it is, a field may say.
func (s *Schemas) union(parts []*Type) Node {
	list, mapping := make([]any, len(parts)), Node{}
	name, texts := discriminator(parts)
	for i, part := range parts {
		node := s.schema(part)
		list[i] = node
		if ref, ok := node.Get("$ref").(string); ok && texts != nil {
			mapping = append(mapping, Member{texts[i], ref})
		}
	}
	if name == "" {
		return Node{{"anyOf", list}} // several may describe a value
	}
	node := Node{{"oneOf", list}}
	if s.open != nil && len(mapping) == len(parts) {
		node = append(node, Member{"discriminator", Node{{"propertyName", name}, {"mapping", mapping}}})
	}
	return node
}

func (s *Schemas) list(item *Type) Node {
	node := Node{{"type", "array"}}
	if !item.isOpen() {
		node = append(node, Member{"items", s.schema(item)})
	}
	return node
}

func scalarSchema(k Kind) Node {
	switch k {
	case String:
		return Node{{"type", "string"}}
	case Int:
		return Node{{"type", "integer"}}
	case Float:
		return Node{{"type", "number"}}
	case Bool:
		return Node{{"type", "boolean"}}
	case Date:
		return Node{{"type", "string"}, {"format", "date-time"}}
	case Bytes:
		return Node{{"type", "string"}, {"contentEncoding", "base64"}}
	case Duration:
		return Node{{"type", "string"}, {"examples", []string{"5s"}}}
	case Size:
		return Node{{"type", "string"}, {"examples", []string{"10MiB"}}}
	case Void:
		return Node{{"type", "null"}}
	default:
		return Node{}
	}
}

// schema lists the values, with their type if they share one.
func (e *Enumeration) schema() Node {
	names := map[string]bool{}
	name := ""
	for _, v := range e.Values {
		switch v.(type) {
		case string:
			name = "string"
		case bool:
			name = "boolean"
		case int64:
			name = "integer"
		case float64:
			name = "number"
		}
		names[name] = true
	}
	if len(names) == 2 && names["integer"] && names["number"] {
		names, name = map[string]bool{"number": true}, "number"
	}
	if len(names) != 1 {
		return Node{{"enum", e.Values}}
	}
	return Node{{"type", name}, {"enum", e.Values}}
}

// object writes the fields of a class or shape.
func (s *Schemas) object(fields []*Field) Node {
	properties, required := Node{}, []string{}
	for _, f := range fields {
		properties = append(properties, Member{f.JSON, s.property(f)})
		if f.Required {
			required = append(required, f.JSON)
		}
	}
	node := Node{{"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		node = append(node, Member{"required", required})
	}
	if s.options.Closed {
		node = append(node, Member{"additionalProperties", false})
	}
	return node
}

func (s *Schemas) property(f *Field) Node {
	node := s.schema(f.Type)
	node = DescribeUse(node, f.Type, f.Doc)
	if f.NotNull && f.Type.takesNull() {
		node = node.Set("not", Node{{"type", "null"}})
	}
	if s.open != nil {
		return tell(node, f)
	}
	if f.Default != nil {
		node = node.Set("default", f.Type.OnWire(f.Default))
	}
	return node
}

// DescribeUse puts the comment of a parameter or field in front of the schema of its type. It replaces the
// class comment of a class that is written out.
func DescribeUse(node Node, t *Type, doc string) Node {
	if doc == "" {
		return node
	}
	if t.Kind == Object && t.Class.Summary != "" && node.Get("description") == t.Class.Summary {
		return node.Set("description", doc)
	}
	return Describe(node, doc)
}

// Describe puts a comment in front of a schema, and keeps the description that its constraints have there.
func Describe(node Node, doc string) Node {
	if more, ok := node.Get("description").(string); ok {
		return node.Set("description", doc+" "+more)
	}
	return append(Node{{"description", doc}}, node...)
}

func (s *Schemas) kindName(t *Type) string {
	switch {
	case t.Standard != nil && s.description(t).Kind() != "":
		return s.description(t).Kind()
	case t.Kind.IsList():
		return "array"
	}
	return "object"
}

// withNullType allows null in a schema that is written out.
func withNullType(node Node) Node {
	if values, ok := node.Get("enum").([]any); ok {
		node = node.Set("enum", append(values[:len(values):len(values)], nil))
	}
	if name, ok := node.Get("type").(string); ok {
		node = node.Set("type", []string{name, "null"})
	}
	if node.Get("oneOf") != nil { // a discriminator beside it knows no null
		return Node{{"anyOf", []any{node, Node{{"type", "null"}}}}}
	}
	if list, ok := node.Get("anyOf").([]any); ok {
		node = node.Set("anyOf", append(list[:len(list):len(list)], Node{{"type", "null"}}))
	}
	return node
}
