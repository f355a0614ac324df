package manifest

// Form says what of a value of a declared type is not written as it is: the cases of enumerations that go by their names, and
// what a class keeps to itself, of plain objects that stand for it too. Most types have none.
type Form struct {
	Cases   map[int64]string  // the names of an enumeration's values
	Elem    *Form             // of the items of a list or a stream, and of the values of a map
	Members map[string]Member // of an object, by property
}

// Written says how objects of a class are written as JSON and XML, where that is not as their properties are. Reading has
// it in the types; writing has objects, and finds it by their class.
type Written struct {
	File   string
	Name   string // of the class in its file
	Export string // empty when nobody outside the file can have it
	Root   string // the name of its element in XML; empty when nothing states one

	// Members are what the class itself says of properties; what its bases say is said of them.
	Members map[string]Member
}

// Member is how one property is written.
type Member struct {
	JSON string // its name; empty for that of the property

	// XML is the name there, empty for that in JSON: "@id" is an attribute, "#text" the element's own text, "lines/line"
	// elements within one of their own.
	XML string

	Hidden bool  // it is not written
	Form   *Form // of its value
}
