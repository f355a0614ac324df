package schema

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/pollution"
	"github.com/tidwall/gjson"
)

// instance binds a node to a class.
func (b *treeBinder[V]) instance(c *Class, n *node) (V, bool) {
	values, _, ok := b.fields(c.Fields, n)
	if !ok || len(b.found) > 0 {
		return b.none, ok
	}
	return b.throw(b.make.Instance(c, values))
}

// shape binds a node to the type of an object literal; members that were not sent are left out.
func (b *treeBinder[V]) shape(fields []*Field, n *node) (V, bool) {
	values, sent, ok := b.fields(fields, n)
	if !ok || len(b.found) > 0 {
		return b.none, ok
	}
	var keys []string
	kept := values[:0]
	for i, f := range fields {
		if sent[i] {
			keys = append(keys, f.Name)
			kept = append(kept, values[i])
		}
	}
	return b.make.Map(keys, kept), true
}

// fields binds the parts of a node to their fields.
func (b *treeBinder[V]) fields(fields []*Field, n *node) (values []V, sent []bool, ok bool) {
	if n.file != nil || !b.xml && n.isLeaf() && n.text != "" {
		_, ok = b.refuse(unfitObject())
		return nil, nil, ok
	}
	groups, unclaimed := b.sort(fields, n)
	if !b.refuseUnclaimed(fields, unclaimed) {
		return nil, nil, false
	}
	values, sent = make([]V, len(fields)), make([]bool, len(fields))
	for i, f := range fields {
		values[i] = b.none
		switch parts := groups[i]; {
		case f.NotNull && len(parts) == 1 && parts[0].node.null:
			bad := f.Type.unfitNull()
			bad.Path = renderPath(b.path, f.JSON)
			if !b.record(bad) {
				return nil, nil, false
			}
		case len(parts) > 0 && !b.isLeftOut(f.Type, parts):
			sent[i] = true
			if values[i], ok = b.at(step{name: f.JSON, index: -1}, f.Type, parts); !ok {
				return nil, nil, false
			}
		case f.Required:
			missing := f.Type.missing(f.RequiredMessage)
			missing.Path = renderPath(b.path, f.JSON)
			if !b.record(missing) {
				return nil, nil, false
			}
		}
	}
	return values, sent, true
}

// isLeftOut reports whether the parts are null for a field that does not allow null, which counts as not
// sent.
func (b *treeBinder[V]) isLeftOut(t *Type, parts []part) bool {
	if t.takesNull() {
		return false
	}
	return len(parts) == 1 && parts[0].node.null || b.isNothing(t, parts)
}

// refuseUnclaimed records parts that belong to no field, each name once.
func (b *treeBinder[V]) refuseUnclaimed(fields []*Field, unclaimed []part) bool {
	for i, p := range unclaimed {
		if slices.ContainsFunc(unclaimed[:i], func(before part) bool { return before.name == p.name }) {
			continue
		}
		bad := undeclared(fields)
		if bad.Path = renderPath(b.path, p.name); !b.record(bad) {
			return false
		}
	}
	return true
}

// sort assigns the parts of a node to the fields; unclaimed are those that belong to none, if
// that matters.
func (b *treeBinder[V]) sort(fields []*Field, n *node) (groups [][]part, unclaimed []part) {
	if b.xml {
		if groups, unclaimed = sortXML(fields, n); !b.json.RefuseUnknown {
			unclaimed = nil
		}
		return groups, unclaimed
	}
	groups = make([][]part, len(fields))
	next := 0
	for _, p := range n.parts {
		if i := findField(fields, p.name, next); i >= 0 {
			groups[i] = append(groups[i], p)
			next = i
		} else if b.json.RefuseUnknown {
			unclaimed = append(unclaimed, p)
		}
	}
	return groups, unclaimed
}

// dictionary binds a node to a map; the parts of one name are one value.
func (b *treeBinder[V]) dictionary(t *Type, n *node) (V, bool) {
	if n.file != nil || !b.xml && n.isLeaf() && n.text != "" {
		return b.refuse(unfitObject())
	}
	elem := t.Elem
	if elem == nil {
		elem = anyItem
	}
	all, groups := n.byName()
	names, values := all[:0], make([]V, 0, len(all))
	for i, name := range all {
		if b.json.Proto != pollution.Kept && pollution.Reaches(b.within(), name) {
			if b.json.Proto == pollution.Dropped {
				continue
			}
			return b.refuse(Mismatch{Code: RefusedForm, Expected: "an object without the name " + name})
		}
		value, ok := b.at(step{name: name, index: -1}, elem, groups[i])
		if !ok {
			return b.none, false
		}
		names, values = append(names, name), append(values, value)
	}
	if bad := t.Rules.checkItems(len(names), nil); bad != nil {
		return b.none, b.breaks(bad)
	}
	if len(b.found) > 0 {
		return b.none, true
	}
	return b.make.Map(names, values), true
}

// within returns the name of the object that is bound.
func (b *treeBinder[V]) within() string {
	if len(b.path) == 0 {
		return ""
	}
	return b.path[len(b.path)-1].name
}

// byName groups the parts, in the order in which their names first appear.
func (n *node) byName() (names []string, groups [][]part) {
	known := make(map[string]int, len(n.parts))
	for _, p := range n.parts {
		i, ok := known[p.name]
		if !ok {
			i = len(names)
			known[p.name] = i
			names, groups = append(names, strings.Clone(p.name)), append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return names, groups
}

// embedded binds a part of a form that is itself JSON.
func (b *treeBinder[V]) embedded(t *Type, text string) (V, bool) {
	v, found, err := JSON(b.make, t, gjson.Result{Type: gjson.JSON, Raw: text}, b.json)
	if wrong, isSyntax := err.(*Syntax); isSyntax { //nolint:errorlint // JSON does not wrap its errors
		bad := wrong.Mismatch(RefusedJSON)
		bad.Expected, bad.Message = "JSON", ""
		return b.refuse(bad)
	}
	if err != nil {
		return b.throw(v, err)
	}
	for _, m := range found {
		if !b.record(m.Under(renderPath(b.path, ""))) {
			return b.none, false
		}
	}
	return v, true
}
