package schema

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/fwrun/fwrun/platform/fault"
)

// Components makes the schemas of an OpenAPI document. They are those of [Schemas], and differ from these where such a document is
// read otherwise: definitions are components, so are shapes that have a name, a class says how it is written as XML, files are binary
// texts, examples and deprecations are included, and a default is given in words, since generators take what has a default for required.
//
// What an application reads and what it writes has one component where both are the same, which is nearly always, and two where they
// differ: of a class Job, JobInput is what is read. Where members that nobody declared are refused, that is a third, unless the class
// is used nowhere else.
type Components struct {
	schemas *Schemas
	named   map[any]string // by what wholeOf returns
	inputs  map[any]string // of those that are read otherwise than they are written
	closed  map[any]string // of those that are read without members that nobody declared
	made    map[string]bool
}

// NewComponents returns the Components of a document with some complete types, and with those of bodies that have no members that nobody
// declared. Names are those of classes and shapes, numbered where several have the same, in the order of their files.
func NewComponents(types, closed []*Type) *Components {
	s := NewSchemas(DocumentOptions{})
	c := &Components{schemas: s, named: map[any]string{}, inputs: map[any]string{}, closed: map[any]string{}, made: map[string]bool{}}
	s.open = c
	open, bodies := s.components(types), s.components(closed)
	c.name(open, false)
	c.name(bodies, true)
	return c
}

// components finds the types that are components, and those that contain themselves without one in between.
func (s *Schemas) components(types []*Type) []*Type {
	census := census{seen: map[any]bool{}}
	for _, t := range types {
		s.surveyOpen(t)
		census.enter(t)
	}
	for _, t := range census.found {
		for _, part := range partsOf(t) {
			s.surveyOpen(part)
		}
	}
	return census.found
}

// Read returns the schema of what is read as a type.
func (c *Components) Read(t *Type) Node {
	c.schemas.written, c.schemas.options.Closed = false, false
	return c.schemas.schema(t)
}

// ReadClosed returns the schema of what is read as a type if members that nobody declared are refused.
func (c *Components) ReadClosed(t *Type) Node {
	c.schemas.written, c.schemas.options.Closed = false, true
	return c.schemas.schema(t)
}

// Written returns the schema of what is written for a value of a type.
func (c *Components) Written(t *Type) Node {
	c.schemas.written, c.schemas.options.Closed = true, false
	return c.schemas.schema(t)
}

// Reserve returns a name for a schema of the caller's: the one given, or else that with a number.
func (c *Components) Reserve(name string) string { return c.schemas.freeName(name) }

// All returns the components that schemas made so far refer to, by name.
func (c *Components) All() Node {
	list := slices.Clone(c.schemas.defs)
	slices.SortFunc(list, func(a, b Member) int { return cmp.Compare(a.Key, b.Key) })
	return list
}

// census finds the types that are components.
type census struct {
	seen  map[any]bool
	found []*Type
}

func (c *census) enter(t *Type) {
	key := wholeOf(t)
	if key == nil || c.seen[key] {
		return
	}
	c.seen[key] = true
	if t.Kind == Object || isNamed(t) {
		c.found = append(c.found, t)
	}
	for _, part := range partsOf(t) {
		c.enter(part)
	}
}

// surveyOpen finds the types that contain themselves without a component in between, to which there is a reference anyway.
func (s *Schemas) surveyOpen(t *Type) {
	w := walk{recursive: s.recursive, state: map[any]visit{}, stops: func(t *Type) bool { return t.Kind == Object || isNamed(t) }}
	w.enter(t)
}

// partsOf lists the types that a type is made of.
func partsOf(t *Type) []*Type {
	var parts []*Type
	if t.Elem != nil {
		parts = append(parts, t.Elem)
	}
	parts = append(parts, t.OneOf...)
	for _, f := range t.OwnFields() {
		parts = append(parts, f.Type)
	}
	return parts
}

// isNamed reports whether a shape, a union or an enumeration is known by a name, and not only by its parts: that of a declaration, or Pick<…>.
func isNamed(t *Type) bool {
	if t.Standard != nil {
		return t.Standard.Name != ""
	}
	return (t.Kind == Shape || t.Kind == Enum || t.OneOf != nil) && t.Name != "" &&
		(unicode.IsLetter(rune(t.Name[0])) || t.Name[0] == '_' || t.Name[0] == '$') && !strings.ContainsAny(t.Name, "{&|")
}

// name gives each of some types a name, or one for being read closed.
func (c *Components) name(types []*Type, closed bool) {
	groups := map[string][]*Type{}
	for _, t := range types {
		base := componentName(t)
		groups[base] = append(groups[base], t)
	}
	var bases []string
	for base := range groups {
		bases = append(bases, base)
	}
	slices.Sort(bases)
	for _, base := range bases {
		list := groups[base]
		slices.SortStableFunc(list, byPlace)
		for i, t := range list {
			if same := slices.IndexFunc(list[:i], func(other *Type) bool { return isSame(t, other, map[[2]any]bool{}) }); same >= 0 {
				key := wholeOf(list[same])
				c.take(t, c.named[key], c.inputs[key], c.closed[key])
				continue
			}
			switch known := c.named[wholeOf(t)]; {
			case closed && t.Kind == Enum && known != "":
				c.take(t, known, "", known)
				continue
			case closed:
				c.take(t, "", "", c.closedName(t))
				continue
			}
			name, input := c.schemas.freeName(base), ""
			if differs(t, map[any]bool{}) {
				input = c.schemas.freeName(name + "Input")
			}
			c.take(t, name, input, "")
		}
	}
}

// closedName returns the name of a type that is read closed.
func (c *Components) closedName(t *Type) string {
	base := componentName(t)
	if c.schemas.taken[base] {
		base += "Input"
	}
	return c.schemas.freeName(base)
}

func (c *Components) take(t *Type, name, input, closed string) {
	key := wholeOf(t)
	if name != "" {
		c.named[key] = name
	}
	if input != "" {
		c.inputs[key] = input
	}
	if closed != "" {
		c.closed[key] = closed
	}
}

// declaredAt returns the place of the declaration of a type that has a name.
func (t *Type) declaredAt() fault.Place {
	switch t.Kind {
	case Object:
		return t.Class.Place
	case Enum:
		return t.Enum.Place
	default:
		return t.Place
	}
}

func byPlace(a, b *Type) int {
	at, bt := a.declaredAt(), b.declaredAt()
	return cmp.Or(cmp.Compare(at.File, bt.File), cmp.Compare(at.Line, bt.Line), cmp.Compare(at.Col, bt.Col))
}

// differs reports whether values of a type are read otherwise than they are written: quantities are written as the numbers that scripts
// have.
func differs(t *Type, seen map[any]bool) bool {
	if t.Kind == Duration || t.Kind == Size {
		return true
	}
	if t.Standard != nil {
		return t.Standard.differs()
	}
	key := wholeOf(t)
	if key == nil || seen[key] {
		return false
	}
	seen[key] = true
	return slices.ContainsFunc(partsOf(t), func(part *Type) bool { return differs(part, seen) })
}

// isSame reports whether two types, which may have been resolved at two places, are the same in a document.
func isSame(a, b *Type, assumed map[[2]any]bool) bool {
	if a.Kind != b.Kind || a.Standard != b.Standard || a.Nullable != b.Nullable || a.Class != b.Class || !sameRules(a, b) ||
		(a.Elem == nil) != (b.Elem == nil) ||
		len(a.Fields) != len(b.Fields) ||
		len(a.OneOf) != len(b.OneOf) {
		return false
	}
	if a.Kind == Enum && !slices.Equal(a.Enum.Texts, b.Enum.Texts) {
		return false
	}
	pair := [2]any{wholeOf(a), wholeOf(b)}
	if pair[0] == nil || assumed[pair] {
		return true
	}
	assumed[pair] = true
	for i, f := range a.Fields {
		other := b.Fields[i]
		if f.JSON != other.JSON || f.Required != other.Required || f.Doc != other.Doc || !isSame(f.Type, other.Type, assumed) {
			return false
		}
	}
	for i, part := range a.OneOf {
		if !isSame(part, b.OneOf[i], assumed) {
			return false
		}
	}
	return a.Elem == nil || isSame(a.Elem, b.Elem, assumed)
}

func sameRules(a, b *Type) bool {
	if a.Rules == b.Rules {
		return true
	}
	s := NewSchemas(DocumentOptions{})
	return string(s.constrained(a, Node{}).appendJSON(nil)) == string(s.constrained(b, Node{}).appendJSON(nil))
}

// componentName returns the name of a type as one word: of Page<User[]>, it is PageUserList.
func componentName(t *Type) string {
	name := t.Name
	if t.Kind == Object {
		name = t.Class.Name
	}
	name = strings.ReplaceAll(name, "[]", "<List")
	var b strings.Builder
	begins := false
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z' && begins && b.Len() > 0:
			b.WriteRune(r - 'a' + 'A')
			begins = false
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_':
			b.WriteRune(r)
			begins = false
		default:
			begins = true
		}
	}
	return cmp.Or(b.String(), "Type")
}

// define returns the name by which a document refers to a type, which it defines if that has not happened.
func (c *Components) define(t *Type, key any) string {
	name := c.named[key]
	if input := c.inputs[key]; input != "" && !c.schemas.written {
		name = input
	}
	if c.schemas.options.Closed {
		name = c.closed[key]
	}
	if name == "" { // a list or a map that contains itself
		return c.schemas.define(t, key)
	}
	if !c.made[name] {
		c.made[name] = true
		c.schemas.writeOut(name, t)
	}
	return name
}

// scalar returns the schema of a type that has no parts. Scripts have numbers for a duration and a size.
func (c *Components) scalar(t *Type) Node {
	switch {
	case t.Kind == Host && t.Name == UploadedFile:
		return Node{{"type", "string"}, {"format", "binary"}}
	case t.Kind == Duration && c.schemas.written:
		return Node{{"description", "Milliseconds."}, {"type", "number"}}
	case t.Kind == Size && c.schemas.written:
		return Node{{"description", "Bytes."}, {"type", "number"}}
	case t.Kind == Int:
		return Node{{"type", "integer"}, {"format", c.intFormat(t)}}
	}
	return scalarSchema(t.Kind)
}

// intFormat says how many bits an integer needs, without which generators of clients take 32 for enough.
func (c *Components) intFormat(t *Type) string {
	bounds := c.schemas.constrained(t, Node{})
	low, high := bounds.Get("minimum"), bounds.Get("maximum")
	if low != nil && high != nil && asFloat(low) >= math.MinInt32 && asFloat(high) <= math.MaxInt32 {
		return "int32"
	}
	return "int64"
}

// tell adds what a document says of a field besides its type.
func tell(node Node, f *Field) Node {
	if f.Default != nil {
		text := string(appendValue(nil, f.Type.OnWire(f.Default)))
		node = describeAfter(node, "Default: "+text+".")
	}
	if value, ok := exampleOf(f.Type, f.Example); ok {
		node = append(node, Member{"examples", []any{value}})
	}
	if f.Format != "" {
		node = node.Set("format", f.Format)
	}
	if f.Deprecated {
		node = append(node, Member{"deprecated", true})
	}
	return asXML(node, f)
}

// describeAfter adds a sentence to the description of a schema.
func describeAfter(node Node, sentence string) Node {
	if before, ok := node.Get("description").(string); ok {
		return node.Set("description", before+" "+sentence)
	}
	return append(Node{{"description", sentence}}, node...)
}

// asXML adds how a field is written as XML, where that is not as in JSON. What OpenAPI cannot say, the text of an element, is left out.
func asXML(node Node, f *Field) Node {
	var x Node
	if f.XML.Name != "" && f.XML.Name != f.JSON {
		x = Node{{"name", f.XML.Name}}
	}
	if f.XML.Attribute {
		x = append(x, Member{"attribute", true})
	}
	items, isList := node.Get("items").(Node)
	if isList && x != nil { // each item is an element
		node, x = node.Set("items", append(slices.Clone(items), Member{"xml", x})), nil
	}
	if f.XML.Wrapper != "" {
		x = Node{{"name", f.XML.Wrapper}, {"wrapped", true}}
	}
	if x != nil {
		node = append(node, Member{"xml", x})
	}
	return node
}

// about adds what a document says of a class besides its fields.
func about(node Node, class *Class) Node {
	if class.Example != "" {
		if value, ok := parsedExample(class.Example); ok {
			node = append(node, Member{"examples", []any{value}})
		}
	}
	if class.Deprecated {
		node = append(node, Member{"deprecated", true})
	}
	if class.XMLRoot != "" {
		node = append(node, Member{"xml", Node{{"name", class.XMLRoot}}})
	}
	return node
}
