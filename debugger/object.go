package debugger

import "encoding/json"

// Object describes a value of a script. Its words are those of Runtime.RemoteObject in the Chrome DevTools Protocol 1.3, which other wires
// can translate.
type Object struct {
	Type           string          `json:"type"`                          // object, function, undefined, string, number, boolean, symbol, bigint
	Subtype        string          `json:"subtype,omitempty"`             // array, null, map, set, error, proxy, promise, typedarray, …
	Class          string          `json:"className,omitempty"`           // the name of the constructor
	JSON           json.RawMessage `json:"value,omitempty"`               // of primitives, and of what was asked for by JSON
	Unserializable string          `json:"unserializableValue,omitempty"` // NaN, Infinity, -Infinity, -0, 12n
	Description    string          `json:"description,omitempty"`
	Handle         string          `json:"objectId,omitempty"` // empty for primitives
	Preview        *Preview        `json:"preview,omitempty"`
}

// Preview is the first few properties of an object.
type Preview struct {
	Type        string            `json:"type"`
	Subtype     string            `json:"subtype,omitempty"`
	Description string            `json:"description,omitempty"`
	Overflow    bool              `json:"overflow"` // there are more
	Properties  []PreviewProperty `json:"properties"`
	Entries     []PreviewEntry    `json:"entries,omitempty"` // of maps and sets
}

// PreviewProperty is a property with a short text of its value.
type PreviewProperty struct {
	Name    string  `json:"name"`
	Type    string  `json:"type"` // accessor for one with a getter or setter
	Subtype string  `json:"subtype,omitempty"`
	Value   *string `json:"value,omitempty"` // not of accessors
}

// PreviewEntry is an entry of a map; Key is nil for one of a set.
type PreviewEntry struct {
	Key   *Preview `json:"key,omitempty"`
	Value *Preview `json:"value"`
}

// PropertyOptions say which properties are asked for.
type PropertyOptions struct {
	Own        bool // not those of prototypes
	Accessors  bool // only those with a getter or setter
	NotIndexed bool // no elements of arrays
	Look       bool // the values have previews
}

// Properties are the answer.
type Properties struct {
	Properties []Property         `json:"result"`
	Internal   []InternalProperty `json:"internalProperties,omitempty"` // [[Prototype]], [[Entries]], [[PromiseState]], [[Target]], …
	Private    []Property         `json:"privateProperties,omitempty"`  // #names
}

// Property is a property of an object. Getters are not called: Get and Set are functions.
type Property struct {
	Name         string  `json:"name"`
	Symbol       *Object `json:"symbol,omitempty"` // for a property whose key is a symbol
	Value        *Object `json:"value,omitempty"`
	Get          *Object `json:"get,omitempty"`
	Set          *Object `json:"set,omitempty"`
	Writable     bool    `json:"writable"`
	Configurable bool    `json:"configurable"`
	Enumerable   bool    `json:"enumerable"`
	Own          bool    `json:"isOwn"`
}

// InternalProperty is a property that scripts cannot name.
type InternalProperty struct {
	Name  string  `json:"name"`
	Value *Object `json:"value,omitempty"`
}
