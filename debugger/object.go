package debugger

import "encoding/json"

// Object describes a value of a script. Its words are those of Runtime.RemoteObject in the Chrome DevTools Protocol 1.3, which other wires
// can translate.
type Object struct {
	Type string // object, function, undefined, string, number, boolean, symbol, bigint
	// Subtype is array, null, regexp, date, map, set, weakmap, weakset, iterator, generator, error, proxy, promise, typedarray,
	// arraybuffer or dataview; empty for others.
	Subtype        string
	Class          string          // the name of the constructor
	JSON           json.RawMessage // of primitives, and of what was asked for by JSON
	Unserializable string          // NaN, Infinity, -Infinity, -0, 12n
	Description    string
	Handle         string // empty for primitives
	Preview        *Preview
}

// Preview is the first few properties of an object.
type Preview struct {
	Type, Subtype, Description string
	Overflow                   bool // there are more
	Properties                 []PreviewProperty
	Entries                    []PreviewEntry // of maps and sets
}

// PreviewProperty is a property with a short text of its value.
type PreviewProperty struct {
	Name, Type, Subtype, Value string
	Preview                    *Preview
}

// PreviewEntry is an entry of a map; Key is nil for one of a set.
type PreviewEntry struct{ Key, Value *Preview }

// PropertyOptions say which properties are asked for.
type PropertyOptions struct {
	Own        bool // not those of prototypes
	Accessors  bool // only those with a getter or setter
	NotIndexed bool // no elements of arrays
	Look       bool
}

// Properties are the answer.
type Properties struct {
	Properties []Property
	Internal   []InternalProperty // [[Prototype]], [[Entries]], [[PromiseState]], [[PromiseResult]], [[Target]], [[Handler]], …
	Private    []Property         // #names
	Thrown     *Thrown
}

// Property is a property of an object. Getters are not called: Get and Set are functions.
type Property struct {
	Name                               string
	Symbol                             *Object // for a property whose key is a symbol
	Value, Get, Set                    *Object
	Writable, Configurable, Enumerable bool
	Own                                bool
}

// InternalProperty is a property that scripts cannot name.
type InternalProperty struct {
	Name  string
	Value *Object
}
