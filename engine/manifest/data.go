package manifest

// Form says which parts of a value of a declared type are not written as they are: enumeration cases that are
// written by name, and members that a class hides, even from plain objects with the class as their type. Most
// types have no form.
type Form struct {
	Cases   map[int64]string  // the names of an enumeration's values
	Elem    *Form             // of the items of a list or a stream, or of the values of a map
	Members map[string]Member // of an object, by property
}

// Written says how objects of a class are written as JSON and XML, if not as their properties are. Input is read
// by type, whereas output has only objects, whose rules are found by their class.
type Written struct {
	File   string
	Name   string // of the class in its file
	Export string // empty if the class is not exported
	Root   string // the name of its XML element; empty if none is declared

	// Members holds the members that the class itself declares; those of its base classes are in theirs.
	Members map[string]Member
}

// Member is how one property is written.
type Member struct {
	JSON string // the name in JSON; empty for the name of the property

	// XML is the name in XML, empty for the name in JSON: "@id" is an attribute, "#text" is the element's own text,
	// "lines/line" are elements within an element.
	XML string

	Hidden bool  // the property is not written
	Form   *Form // of its value
}
