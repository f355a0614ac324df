package schema

import "strings"

// XML binds a document to the type. The fields of a class are elements, named as in JSON or as in [XMLName];
// an attribute is bound to the field of its name if no element is. A list takes repeated elements, or those
// inside of a single one: <tag/><tag/> and <tags><tag/><tag/></tags>. The name of the root is checked only
// for a class that states one.
//
// Values are coerced as in Text; white space around them is removed except for strings. An empty element is
// an empty text, object or list; for other types, and with xsi:nil, it is null, and counts as not sent if the
// type does not allow null. Fields without a type take texts, lists and objects of them, in which "#text" is
// the text of an element with attributes.
//
// At most 20 mismatches are collected. The error is one that a constructor threw. Of the limits count
// the rules for names.
func XML[V any](m Supplier[V], t *Type, doc *Document, limits Limits) (V, []Mismatch, error) {
	b := &treeBinder[V]{make: m, xml: true, json: limits, none: m.Absent()}
	if t.Kind == Object && t.Class.XMLRoot != "" && t.Class.XMLRoot != doc.name {
		return b.outcome(b.refuse(Mismatch{
			Code: RefusedRoot, Params: []Member{{"root", t.Class.XMLRoot}}, Expected: "the root element " + t.Class.XMLRoot,
		}))
	}
	if elem := t.ItemType(); elem != nil {
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

// sortXML assigns the elements and attributes of a node to the fields; unclaimed are those that belong to none.
func sortXML(fields []*Field, n *node) (groups [][]part, unclaimed []part) {
	groups = make([][]part, len(fields))
	var left []part
	for _, p := range n.parts {
		i := findXML(fields, p)
		switch {
		case i < 0:
			left = append(left, p)
		case fields[i].XML.Wrapper != "" && !p.attribute:
			groups[i] = append(groups[i], p.node.wrapped(fields[i].XML.Name)...)
		default:
			groups[i] = append(groups[i], p)
		}
	}
	for _, p := range left {
		if i := findField(fields, p.name, 0); p.attribute && i >= 0 && len(groups[i]) == 0 && fields[i].XML == (XMLName{}) {
			groups[i] = append(groups[i], p)
		} else {
			unclaimed = append(unclaimed, p)
		}
	}
	for i, f := range fields {
		if f.XML.Content {
			groups[i] = []part{{node: &node{text: n.text, null: n.null}}}
		}
	}
	return groups, unclaimed
}

// findXML finds the field that an element or an attribute is declared as.
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

// xmlName returns the name of the element around a field's value, or of its attribute.
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

// wrapped returns the items inside of an element: those of one name, or all. If there are no items, it
// returns one blank part, which makes an empty list.
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

// wrappedItems reports whether a single element is not itself an item of a list but contains the items, and
// returns them: elements of one name, which is not the name of a field of the items.
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

// withText returns the node with its text as an additional part, if it has a text.
func (n *node) withText() *node {
	text := strings.Trim(n.text, xmlSpace)
	if text == "" {
		return n
	}
	shown := *n
	shown.parts = append(shown.parts[:len(shown.parts):len(shown.parts)], part{name: textKey, node: &node{text: text}})
	return &shown
}
