package schema

import "github.com/fwrun/fwrun/fault"

// Kind is what a value of a Type is.
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
	Object      // an instance of a class: Class
	List        // Elem
	Map         // text keys, Elem values
	Shape       // an object literal: Fields
	StringList  // typed collections of the specification, with their own coercions
	IntegerList //
	FloatList   //
	Any         // any, unknown, object, mixed: whatever came in
	Void        // a result that is nothing
	Duration    // milliseconds, written as people do: 5s
	Size        // bytes, written as people do: 10MiB
	Host        // a type the host supplies: HttpRequest, ResponseEntity, …: Name
	Untyped     // nothing was written
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
	Elem     *Type    // of List and Map, nil for any; of Host what stands in ResponseEntity<User>, or nil; of Any the items of a stream, or nil
	Fields   []*Field // Shape
	Class    *Class   // Object
	Enum     *Enumeration
	Rules    *Rules      // what its values must fulfil beyond that; nil for nothing
	Place    fault.Place // where it is written, for a named shape where it is declared
}

// Class is a class whose instances hold data, or a bean's class when it is only named
// for injection: fields are resolved on first use, so a service may be named without
// its fields being bindable.
type Class struct {
	Name     string
	File     string // with Export it identifies the class
	Export   string
	Place    fault.Place
	Summary  string
	Abstract bool

	// Fields in declaration order, inherited ones first; empty until they are resolved.
	// They are its public fields that hold data, its constructor's public parameter
	// properties, and whatever carries @JsonProperty; nothing that carries @JsonIgnore. A field of which neither type nor
	// default says anything is Any: it takes whatever JSON is sent.
	Fields []*Field

	// XMLRoot is the only name that its element may have as the root of XML; empty for any.
	XMLRoot string

	// Plain: neither it nor a base class writes a constructor or a field initialiser,
	// so an instance is its prototype and its fields, and need not be constructed.
	Plain bool

	// Checks are the methods that look at an instance once it is made, base classes' first.
	Checks []string

	// RequiredArgs counts constructor parameters without default; a DTO must have none.
	RequiredArgs int

	// OneText: the constructor takes exactly one string, so a raw body can be given to it.
	OneText bool
}

// Field is one property of a class or shape.
type Field struct {
	Name     string // in the script
	JSON     string // on the wire
	Aliases  []string
	XML      XMLName
	Type     *Type
	Required bool // no default, not optional, not nullable, not any
	NotNull  bool // null is refused, where otherwise it counts as not sent
	IsCase   bool // Name is a value of an enumeration that goes by names, and JSON its name
	Default  any  // a literal: string, int64, float64 or bool; nil for any other, and for none
	Doc      string
	Place    fault.Place

	RequiredMessage string // instead of "is required"
}

// Enumeration is a closed set of values. Texts[i] is the wire form, Values[i] is the
// same as a string, int64, float64 or bool. Of one that goes by the names of its cases, Live[i] is what the script has
// for it; else Live is nil, and scripts have the Values.
type Enumeration struct {
	Name   string
	Place  fault.Place
	Texts  []string
	Values []any
	Live   []any
}

// InScript is what a script has for the case of that index.
func (e *Enumeration) InScript(i int) any {
	if e.Live != nil {
		return e.Live[i]
	}
	return e.Values[i]
}

// Names are those of the cases that go by them, by the values that scripts have; nil when there are none.
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

// OnWire is what is said outside of scripts for a default that a script has.
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

// onWire is the value outside of scripts for one that a script has.
func (e *Enumeration) onWire(live any) any {
	for i := range e.Live {
		if e.Live[i] == live {
			return e.Values[i]
		}
	}
	return live
}

// takesNull reports whether null is a value of the type.
func (t *Type) takesNull() bool { return t.Nullable || t.Kind == Any || t.Kind == Untyped }
