package schema

import (
	"strconv"
	"strings"
)

const (
	// deepestForm limits how deep names may nest.
	deepestForm = 32

	expectedObject = "object"
)

// FormField is one field of a form: a text or a file with its name.
type FormField struct {
	Name   string
	Text   string
	IsJSON bool // the text is declared as JSON
	File   Upload
}

// Form binds the fields of a form to the type. A name gives the path of its value: customer[name],
// lines[0][sku], tags[], as PHP and jQuery write them; where the type is a class or a shape also
// customer.name and lines[0].sku, as Spring does. A list takes repeated names and name[]; any other type
// takes the first value.
//
// Values are coerced as in Text. An empty value is a value of strings only: for other types it is null, and
// counts as not sent if the type does not allow null. Fields without a type take texts, lists and objects of
// them. A file can be bound to the host type [UploadedFile], or to any; a type called array gets the entry
// that PHP makes for it. A text that is JSON is bound as JSON, within the limits, where an
// object or a list is expected.
//
// At most 20 mismatches are collected. The error is one that a constructor threw.
func Form[V any](m Supplier[V], t *Type, fields []FormField, limits Limits) (V, []Mismatch, error) {
	b := &treeBinder[V]{make: m, json: limits, none: m.Absent()}
	tree := formBuilder{root: &node{}, known: map[child]*entry{}, dotted: t.Kind == Object || t.Kind == Shape}
	for _, f := range fields {
		if bad := tree.add(t, f); bad != nil && !b.record(*bad) {
			break
		}
	}
	if len(b.found) > 0 {
		return b.none, b.found, nil
	}
	if t.Kind == Any || t.Kind == Untyped {
		v, ok := b.dictionary(&Type{Kind: Map, Elem: &Type{Kind: Any, Name: t.Name}}, tree.root)
		return b.outcome(b.whole(t, v, false, ok))
	}
	v, ok := b.single(t, tree.root)
	return b.outcome(b.whole(t, v, false, ok))
}

// Named binds the fields that make the value of one name to its type, as Form does within a class: filter[status], filter.status, tags[0],
// tags. Every field has that name, or one within it.
func Named[V any](m Supplier[V], t *Type, name string, fields []FormField, limits Limits) (V, []Mismatch, error) {
	b := &treeBinder[V]{make: m, json: limits, none: m.Absent()}
	tree := formBuilder{root: &node{}, known: map[child]*entry{}, dotted: true}
	within := &Type{Kind: Shape, Fields: []*Field{{JSON: name}}}
	for _, f := range fields {
		if bad := tree.add(within, f); bad != nil {
			bad.Path = ""
			return b.none, []Mismatch{*bad}, nil
		}
	}
	v, ok := b.value(t, tree.root.parts)
	return b.outcome(b.whole(t, v, false, ok))
}

// formBuilder builds a tree from names with brackets.
type formBuilder struct {
	root   *node
	known  map[child]*entry
	dotted bool // dots separate keys, too
}

// child identifies a place in the tree.
type child struct {
	parent *node
	name   string
}

// entry is the content of a place in the tree: leaves, or a node that has parts.
type entry struct{ inner *node }

// add puts a field into the tree, or reports what is wrong with its name.
func (f *formBuilder) add(t *Type, field FormField) *Mismatch {
	keys, listed := []string{field.Name}, false
	if !f.isWhole(t, field.Name) {
		keys, listed = splitName(field.Name, f.dotted)
	}
	if len(keys) > deepestForm {
		return &Mismatch{Path: field.Name, Code: RefusedDepth, Expected: "a name with fewer levels"}
	}
	at := f.root
	for _, key := range keys[:len(keys)-1] {
		if at = f.enter(at, key); at == nil {
			return eitherOr(field.Name)
		}
	}
	last := keys[len(keys)-1]
	place := child{at, last}
	if known := f.known[place]; known == nil {
		f.known[place] = &entry{}
	} else if known.inner != nil {
		return eitherOr(field.Name)
	}
	leaf := &node{text: field.Text, file: field.File, json: field.IsJSON}
	at.parts = append(at.parts, part{name: last, node: leaf, listed: listed})
	return nil
}

// eitherOr reports a field that has both a value of its own and fields within it.
func eitherOr(name string) *Mismatch {
	return &Mismatch{Path: name, Code: RefusedForm, Expected: "either a value or nested fields, not both"}
}

// isWhole reports whether a name with brackets or dots is the whole name of a field.
func (f *formBuilder) isWhole(t *Type, name string) bool {
	if !f.dotted {
		return false
	}
	fields := t.Fields
	if t.Kind == Object {
		fields = t.Class.Fields
	}
	return findField(fields, name, 0) >= 0
}

// enter returns the node of a name and makes it if it is new; nil if the name already has values. An empty
// name, as in lines[][sku], makes one more item.
func (f *formBuilder) enter(at *node, key string) *node {
	if key == "" {
		key = strconv.Itoa(len(at.parts))
	}
	place := child{at, key}
	known := f.known[place]
	if known == nil {
		known = &entry{inner: &node{}}
		f.known[place] = known
		at.parts = append(at.parts, part{name: key, node: known.inner})
	}
	return known.inner
}

// splitName splits a[b][] into its keys and reports whether it ends in []. A name whose brackets do not pair
// is a single key.
func splitName(name string, dotted bool) (keys []string, listed bool) {
	head, rest := name, ""
	if at := strings.IndexByte(name, '['); at > 0 {
		head, rest = name[:at], name[at:]
	}
	keys = splitDots(keys, head, dotted)
	for rest != "" {
		end := strings.IndexByte(rest, ']')
		if rest[0] != '[' || end < 0 {
			return []string{name}, false
		}
		key := rest[1:end]
		if rest = rest[end+1:]; key == "" && rest == "" {
			return keys, true
		}
		if keys = append(keys, key); dotted && strings.HasPrefix(rest, ".") {
			between := rest[1:]
			if at := strings.IndexByte(between, '['); at >= 0 {
				between = between[:at]
			}
			rest = rest[1+len(between):]
			keys = splitDots(keys, between, true)
		}
	}
	return keys, false
}

// splitDots appends the parts of a name with dots; a name with an empty part counts as one part.
func splitDots(keys []string, name string, dotted bool) []string {
	if parts := strings.Split(name, "."); dotted && len(parts) > 1 {
		for _, p := range parts {
			if p == "" {
				return append(keys, name)
			}
		}
		return append(keys, parts...)
	}
	return append(keys, name)
}
