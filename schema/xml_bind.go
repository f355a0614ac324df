package schema

import "strings"

// XML binds a document to the type. The fields of a class are elements, by the name they have
// in JSON, or what [XMLName] says; an attribute goes to a field of its name that no element has.
// A list takes repeated elements, or those inside of a single one: <tag/><tag/> and
// <tags><tag/><tag/></tags>. The name of the root counts only for a class that states one.
//
// Values are coerced as Text does, without the white space around them unless they are
// strings. An empty element is an empty text, object or list; for other types, and where it
// says xsi:nil, it is null, which counts as not sent where the type has no null. Fields without
// a type take texts, lists and objects of them, in which "#text" is the text of an element with
// attributes.
//
// At most 20 mismatches are collected. The error is one a constructor threw.
func XML[V any](m Supplier[V], t *Type, doc *Document) (V, []Mismatch, error) {
	b := &treeBinder[V]{make: m, xml: true, none: m.Absent()}
	if t.Kind == Object && t.Class.XMLRoot != "" && t.Class.XMLRoot != doc.name {
		return b.outcome(b.refuse(Mismatch{
			Code: RefusedRoot, Params: []Member{{"root", t.Class.XMLRoot}}, Expected: "the root element " + t.Class.XMLRoot,
		}))
	}
	if elem := t.itemType(); elem != nil {
		asList(doc.root.parts)
		if len(doc.root.parts) == 0 {
			return b.outcome(b.whole(t, b.make.List(nil), false, true))
		}
		v, ok := b.list(t, doc.root.parts)
		return b.outcome(b.whole(t, v, false, ok))
	}
	v, ok := b.value(t, []part{{name: doc.name, node: doc.root}})
	return b.outcome(b.whole(t, v, doc.root.null, ok))
}

// sortXML gives each field the elements and attributes that are its own.
func sortXML(fields []*Field, n *node) [][]part {
	groups := make([][]part, len(fields))
	var unclaimed []part
	for _, p := range n.parts {
		i := findXML(fields, p)
		switch {
		case i < 0:
			unclaimed = append(unclaimed, p)
		case fields[i].XML.Wrapper != "" && !p.attribute:
			groups[i] = append(groups[i], p.node.wrapped(fields[i].XML.Name)...)
		default:
			groups[i] = append(groups[i], p)
		}
	}
	for _, p := range unclaimed {
		if i := findField(fields, p.name, 0); p.attribute && i >= 0 && len(groups[i]) == 0 && fields[i].XML == (XMLName{}) {
			groups[i] = append(groups[i], p)
		}
	}
	for i, f := range fields {
		if f.XML.Content {
			groups[i] = []part{{node: &node{text: n.text, null: n.null}}}
		}
	}
	return groups
}

// findXML finds the field that an element or an attribute is declared to be.
func findXML(fields []*Field, p part) int {
	for i, f := range fields {
		if f.XML.Attribute == p.attribute && !f.XML.Content && f.xmlName() == p.name {
			return i
		}
	}
	if p.attribute {
		return -1
	}
	for i, f := range fields {
		for _, alias := range f.Aliases {
			if alias == p.name && !f.XML.Attribute && !f.XML.Content {
				return i
			}
		}
	}
	return -1
}

// xmlName is what the element around a field's value is called, or its attribute.
func (f *Field) xmlName() string {
	switch {
	case f.XML.Wrapper != "":
		return f.XML.Wrapper
	case f.XML.Name != "":
		return f.XML.Name
	default:
		return f.JSON
	}
}

// wrapped are the items inside of an element, those of one name or all. Without items it is a
// list all the same, which one blank part says.
func (n *node) wrapped(name string) []part {
	var items []part
	for _, p := range n.parts {
		if !p.attribute && (name == "" || p.name == name) {
			p.listed = true
			items = append(items, p)
		}
	}
	if len(items) == 0 {
		return []part{{node: &node{null: n.null}}}
	}
	return items
}

// wrappedItems tells whether a single element is no item of a list but has the items in it, and
// which these are: elements of one name, which is not that of a field of the items.
func wrappedItems(elem *Type, n *node) (items []part, wrapped bool) {
	if n.isLeaf() && strings.Trim(n.text, xmlSpace) == "" {
		return nil, true
	}
	name := ""
	for _, p := range n.parts {
		switch {
		case p.attribute:
			continue
		case name == "":
			name = p.name
		case name != p.name:
			return nil, false
		}
		items = append(items, p)
	}
	if len(items) == 0 {
		return nil, false
	}
	var fields []*Field
	switch elem.Kind {
	case Object:
		fields = elem.Class.Fields
	case Shape:
		fields = elem.Fields
	case Map:
		return nil, false
	}
	return items, findXML(fields, items[0]) < 0
}

// withText shows the text of an element beside its parts, if there is any.
func (n *node) withText() *node {
	text := strings.Trim(n.text, xmlSpace)
	if text == "" {
		return n
	}
	shown := *n
	shown.parts = append(shown.parts[:len(shown.parts):len(shown.parts)], part{name: textKey, node: &node{text: text}})
	return &shown
}
