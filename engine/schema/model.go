package schema

import (
	"slices"

	"github.com/fwrun/fwrun/platform/fault"
)

// Kind is the kind of the values of a Type.
type Kind uint8

// The kinds of types.
const (
	String Kind = iota
	Int         // a whole number within ±(2^53−1)
	Float
	Bool
	Date
	Bytes // Uint8Array; base64 in text and JSON
	Enum
	Object      // an instance of Class
	List        // items of type Elem
	Map         // text keys, values of type Elem
	Shape       // an object literal with Fields
	StringList  // typed collections of the specification, with their own coercions
	IntegerList //
	FloatList   //
	Any         // any, unknown, object, mixed: any value as it was sent
	Void        // the result of a function that returns nothing
	Duration    // in milliseconds, written for people: 5s
	Size        // in bytes, written for people: 10MiB
	Host        // the type that the host calls Name: HttpRequest, ResponseEntity, …
	Untyped     // no type was written
)

// IsList reports whether values of this kind are lists.
func (k Kind) IsList() bool {
	switch k {
	case List, StringList, IntegerList, FloatList:
		return true
	default:
		return false
	}
}

// Type is a resolved type.
type Type struct {
	Kind     Kind
	Name     string // for people: "int", "list<User>", "User"
	Nullable bool
	Elem     *Type    // of items of a List, Map or stream, nil for any; the type argument of a Host, or nil
	OneOf    []*Type  // of an Any that is a union of different types, which only results are
	Fields   []*Field // of Shape
	Class    *Class   // of Object
	Enum     *Enumeration
	Standard *Standard   // of Any: the schema that takes what was sent and makes the values, which the engine runs; mostly nil
	Rules    *Rules      // further conditions on its values; nil if there are none
	Coerce   *bool       // instead of the Coerce of [Limits]; nil for that
	Place    fault.Place // where it is written, for a named shape where it is declared
}

// Class is a class whose instances hold data, or a bean's class that is only named for injection. Fields are
// resolved on first use, so a service may be named although its fields cannot be bound.
type Class struct {
	Name     string
	File     string // File and Export identify the class
	Export   string
	Place    fault.Place
	Summary  string
	Abstract bool

	// Fields in declaration order, inherited ones first; empty until they are resolved. They are its public
	// fields that hold data, its constructor's public parameter properties, and every member with
	// @JsonProperty, except members with @JsonIgnore. A field with neither a type nor a default is Any: it
	// takes any JSON value.
	Fields []*Field

	// XMLRoot is the required name of the root element in XML; any name if empty.
	XMLRoot string

	// Plain is true if neither the class nor a base class has a constructor, a field initialiser or a private member. An
	// instance is then its prototype and its fields, and need not be constructed.
	Plain bool

	// Checks are the methods that validate an instance once it is made, base classes' first.
	Checks []string

	// RequiredArgs counts constructor parameters without default; a DTO must have 0.
	RequiredArgs int

	// OneText is true if the constructor takes exactly one string, so that a raw body can be passed to it.
	OneText bool

	Example    string // in its comment
	Deprecated bool   // by its comment
}

// Field is one property of a class or shape.
type Field struct {
	Name     string // in the script
	JSON     string // on the wire
	Aliases  []string
	XML      XMLName
	Type     *Type
	Required bool // no default, not optional, not nullable, not any
	NotNull  bool // null is refused instead of counting as not sent
	IsCase   bool // Name is a case of an enumeration whose cases have names on the wire, and JSON is that name
	Default  any  // a literal: string, int64, float64 or bool; nil for any other default, and if there is none
	Doc      string
	Place    fault.Place

	RequiredMessage string // instead of "is required"

	Format string // that documents tell of a text

	Example    string // in its comment
	Deprecated bool   // by its comment
}

// Enumeration is a closed set of values. Texts[i] is the wire form; Values[i] is the same as a string, int64,
// float64 or bool. If the wire form is the name of the case, Live[i] is the value in scripts; otherwise Live
// is nil, and scripts have the Values.
type Enumeration struct {
	Name   string
	Place  fault.Place
	Texts  []string
	Values []any
	Live   []any
}

// InScript returns the value that scripts have for the case with the given index.
func (e *Enumeration) InScript(i int) any {
	if e.Live != nil {
		return e.Live[i]
	}
	return e.Values[i]
}

// Names maps the values in scripts to the names of the cases; nil if the wire form is not the name.
func (e *Enumeration) Names() map[int64]string {
	var names map[int64]string
	for i, live := range e.Live {
		value, isNumber := live.(int64)
		name, isName := e.Values[i].(string)
		if !isNumber || !isName {
			continue
		}
		if names == nil {
			names = map[int64]string{}
		}
		names[value] = name
	}
	return names
}

// OnWire returns the wire form of a default value of a script.
func (t *Type) OnWire(value any) any {
	items, isList := value.([]any)
	switch {
	case t.Kind == Enum:
		return t.Enum.onWire(value)
	case t.Kind == List && t.Elem != nil && isList:
		given := make([]any, len(items))
		for i, item := range items {
			given[i] = t.Elem.OnWire(item)
		}
		return given
	default:
		return value
	}
}

// onWire returns the wire form of a value of a script.
func (e *Enumeration) onWire(live any) any {
	for i := range e.Live {
		if e.Live[i] == live {
			return e.Values[i]
		}
	}
	return live
}

// OwnFields returns the fields of a class or a shape.
func (t *Type) OwnFields() []*Field {
	if t.Kind == Object {
		return t.Class.Fields
	}
	return t.Fields
}

// HasField reports whether a class or a shape has a field with this name in scripts.
func (t *Type) HasField(name string) bool {
	return slices.ContainsFunc(t.OwnFields(), func(f *Field) bool { return f.Name == name })
}

// IsNested reports whether values are objects or lists of them, which take several texts.
func (t *Type) IsNested() bool {
	switch t.Kind {
	case Object, Shape, Map:
		return true
	case List:
		return t.Elem != nil && t.Elem.IsNested()
	case Any:
		return t.Standard != nil && t.Standard.Read.Kind() == "object"
	default:
		return false
	}
}

// Holds reports whether a complete type, or a type of its items and fields, however deep, is one for which is returns true.
func (t *Type) Holds(is func(*Type) bool) bool { return t.holds(is, map[any]bool{}) }

func (t *Type) holds(is func(*Type) bool, seen map[any]bool) bool {
	if is(t) {
		return true
	}
	key := wholeOf(t)
	if key == nil || seen[key] {
		return false
	}
	seen[key] = true
	return slices.ContainsFunc(partsOf(t), func(part *Type) bool { return part.holds(is, seen) })
}

// takesNull reports whether null is a value of the type.
func (t *Type) takesNull() bool { return t.Nullable || t.Kind == Any || t.Kind == Untyped }
