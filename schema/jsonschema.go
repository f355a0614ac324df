package schema

import (
	"cmp"
	"strconv"
	"strings"
)

// DocumentOptions say how JSON Schemas are written. The zero value works.
type DocumentOptions struct {
	// Closed objects allow no members but those they list: additionalProperties is false.
	Closed bool
	// ClosedShapes closes the object types that are no classes, whose unknown members nobody reads.
	ClosedShapes bool
	// InlineRefs writes every class where it is used, for readers that do not follow $ref.
	// What contains itself is under $defs all the same.
	InlineRefs bool
	// Dialect adds the $schema member to documents.
	Dialect bool
}

// JSONSchema writes the JSON Schema 2020-12 document of a complete type: what [JSON] takes,
// its constraints included. A class that does not contain itself is written at the root,
// the classes within it under $defs.
func JSONSchema(t *Type, options DocumentOptions) []byte {
	s := NewSchemas(options)
	return s.Document(s.Root(t)).appendJSON(nil)
}

// Schemas writes the schemas of several types that share their definitions, for a document
// that someone else puts together, such as that of a tool's arguments.
type Schemas struct {
	options   DocumentOptions
	names     map[any]string // under $defs, by identity of what is there
	taken     map[string]bool
	recursive map[any]bool // contains itself
	defs      Node
}

// NewSchemas begins a document.
func NewSchemas(options DocumentOptions) *Schemas {
	return &Schemas{options: options, names: map[any]string{}, taken: map[string]bool{}, recursive: map[any]bool{}}
}

// Document completes the schema at the root with what it refers to.
func (s *Schemas) Document(root Node) Node {
	if s.options.Dialect {
		root = append(Node{{"$schema", "https://json-schema.org/draft/2020-12/schema"}}, root...)
	}
	if len(s.defs) > 0 {
		root = append(root, Member{"$defs", s.defs})
	}
	return root
}

// Definitions are the members of $defs that the schemas made so far refer to.
func (s *Schemas) Definitions() Node { return s.defs }

// Of gives the schema of a complete type. It refers to #/$defs/<class>; see Definitions.
func (s *Schemas) Of(t *Type) Node {
	s.survey(t)
	return s.schema(t)
}

// Property gives the schema of a field: that of its type with its comment and its default.
func (s *Schemas) Property(f *Field) Node {
	s.survey(f.Type)
	return s.property(f)
}

// Root gives the schema of a complete type for the root of a document, where a class is
// written out unless it contains itself: readers expect members there.
func (s *Schemas) Root(t *Type) Node {
	s.survey(t)
	switch key := wholeOf(t); {
	case key == nil || t.Nullable:
		return s.schema(t)
	case s.recursive[key]:
		return append(Node{{"type", kindName(t)}}, s.schema(t)...)
	default:
		return s.constrained(t, s.form(t))
	}
}

// schema is that of a type: a reference, or written out.
func (s *Schemas) schema(t *Type) Node {
	var node Node
	switch key := wholeOf(t); {
	case key != nil && s.isDefined(t, key):
		node = Node{{"$ref", "#/$defs/" + s.define(t, key)}}
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

// isDefined tells what stands under $defs: classes, and whatever contains itself.
func (s *Schemas) isDefined(t *Type, key any) bool {
	return s.recursive[key] || t.Kind == Object && !s.options.InlineRefs
}

// define makes the definition of a type that has none yet, and names it.
func (s *Schemas) define(t *Type, key any) string {
	if name, known := s.names[key]; known {
		return name
	}
	name := s.freeName(definitionName(t))
	s.names[key] = name
	at := len(s.defs)
	s.defs = append(s.defs, Member{name, nil})
	plain := *t
	plain.Rules, plain.Nullable = nil, false
	s.defs[at].Value = s.form(&plain)
	return name
}

// freeName makes a name that no other definition has.
func (s *Schemas) freeName(name string) string {
	free := name
	for n := 2; s.taken[free]; n++ {
		free = name + strconv.Itoa(n)
	}
	s.taken[free] = true
	return free
}

// definitionName keeps what needs no escape in a reference.
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

// form writes a type out, null and constraints left aside.
func (s *Schemas) form(t *Type) Node {
	switch t.Kind {
	case Object:
		node := s.object(t.Class.Fields)
		if t.Class.Summary != "" {
			node = append(Node{{"description", t.Class.Summary}}, node...)
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
		if t.Elem != nil && t.Elem.Kind != Any {
			node = append(node, Member{"additionalProperties", s.schema(t.Elem)})
		}
		return node
	case Enum:
		return t.Enum.schema()
	default:
		if t.Kind.IsList() {
			return s.list(t.itemType())
		}
		return scalarSchema(t.Kind)
	}
}

func (s *Schemas) list(item *Type) Node {
	node := Node{{"type", "array"}}
	if item.Kind != Any {
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
	if f.Default != nil {
		node = node.Set("default", f.Type.OnWire(f.Default))
	}
	return node
}

// DescribeUse puts the comment of a parameter or field in front of the schema of its type. What a class that is written out
// says of itself gives way to what is said of it here.
func DescribeUse(node Node, t *Type, doc string) Node {
	if doc == "" {
		return node
	}
	if t.Kind == Object && t.Class.Summary != "" && node.Get("description") == t.Class.Summary {
		return node.Set("description", doc)
	}
	return Describe(node, doc)
}

// Describe puts a comment in front of a schema, and keeps what its constraints say there.
func Describe(node Node, doc string) Node {
	if more, ok := node.Get("description").(string); ok {
		return node.Set("description", doc+" "+more)
	}
	return append(Node{{"description", doc}}, node...)
}

func kindName(t *Type) string {
	if t.Kind.IsList() {
		return "array"
	}
	return "object"
}

// withNullType lets null be a value of what is written out.
func withNullType(node Node) Node {
	if values, ok := node.Get("enum").([]any); ok {
		node = node.Set("enum", append(values[:len(values):len(values)], nil))
	}
	if name, ok := node.Get("type").(string); ok {
		node = node.Set("type", []string{name, "null"})
	}
	return node
}
