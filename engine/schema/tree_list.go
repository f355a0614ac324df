package schema

import (
	"slices"
	"strconv"
)

// item is one item of a list, and the index that it was sent with.
type item struct {
	index int
	part  part
}

// list binds a list of any kind. Items are texts, so a typed collection takes them as any other list does.
func (b *treeBinder[V]) list(t *Type, parts []part) (V, bool) {
	elem := t.ItemType()
	items, isList := b.items(elem, parts)
	if !isList {
		return b.refuse(t.unfit())
	}
	values, fine := make([]V, len(items)), len(b.found)
	for i, one := range items {
		var ok bool
		if values[i], ok = b.at(step{index: one.index}, elem, []part{one.part}); !ok {
			return b.none, false
		}
	}
	differ := func() bool { return len(b.found) > fine || leavesDiffer(elem, items) }
	if bad := t.Rules.checkItems(len(items), differ); bad != nil {
		return b.none, b.breaks(bad)
	}
	if len(b.found) > 0 {
		return b.none, true
	}
	return b.make.List(values), true
}

// leavesDiffer reports whether items that are texts become values that differ.
func leavesDiffer(elem *Type, items []item) bool {
	var texts []string
	for _, one := range items {
		if n := one.part.node; n.isLeaf() && n.file == nil {
			texts = append(texts, n.text)
		}
	}
	return textsDiffer(elem, texts)
}

// items finds the items: one for each part, or those inside of a single part.
func (b *treeBinder[V]) items(elem *Type, parts []part) (items []item, isList bool) {
	if only := parts[0]; len(parts) == 1 && !only.listed {
		if b.xml {
			if inner, wrapped := wrappedItems(elem, only.node); wrapped {
				parts = inner
			}
		} else if !only.node.isLeaf() {
			return only.node.numbered()
		} else if only.node.isBlank() && elem.Kind != String {
			return nil, true // a form sends an empty list like this
		}
	}
	for i, p := range parts {
		if elem.Kind == Host && p.node.file != nil && p.node.file.Code() != 0 {
			continue // a file input that was left empty
		}
		items = append(items, item{i, p})
	}
	return items, true
}

// numbered returns the parts in the order of the numbers that are their names. There may be gaps.
func (n *node) numbered() (items []item, ok bool) {
	items = make([]item, len(n.parts))
	for i, p := range n.parts {
		if items[i].index, ok = listIndex(p.name); !ok {
			return nil, false
		}
		items[i].part = p
	}
	slices.SortStableFunc(items, func(a, b item) int { return a.index - b.index })
	return items, true
}

// listIndex parses a number within brackets.
func listIndex(name string) (int, bool) {
	if name == "" || len(name) > 9 || len(name) > 1 && name[0] == '0' || !isDigit(name[0]) {
		return 0, false
	}
	n, err := strconv.Atoi(name)
	return n, err == nil
}

// whatever makes a value from the form of the parts, without a type. For a type called array, files are
// represented as PHP does.
func (b *treeBinder[V]) whatever(t *Type, parts []part) (V, bool) {
	if t.Name == rawType && allFiles(parts) {
		return b.rawEntry(parts), true
	}
	elem := &Type{Kind: Any, Name: t.Name}
	object := &Type{Kind: Map, Elem: elem}
	only := parts[0]
	if len(parts) > 1 || only.listed {
		values := make([]V, len(parts))
		for i, p := range parts {
			p.listed = false
			var ok bool
			if values[i], ok = b.at(step{index: i}, elem, []part{p}); !ok {
				return b.none, false
			}
		}
		return b.make.List(values), true
	}
	n := only.node
	switch {
	case n.file != nil:
		return b.throw(b.make.Supply(UploadedFile, n.file))
	case n.json:
		return b.embedded(elem, n.text)
	case n.isLeaf():
		return b.make.String(n.text), true
	case b.xml:
		return b.dictionary(object, n.withText())
	}
	if items, ok := n.numbered(); ok {
		parts := make([]part, len(items))
		for i, one := range items {
			parts[i] = one.part
		}
		return b.whatever(t, asList(parts))
	}
	return b.dictionary(object, n)
}

// asList marks parts as a list, even a single one.
func asList(parts []part) []part {
	for i := range parts {
		parts[i].listed = true
	}
	return parts
}
