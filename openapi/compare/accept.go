package compare

import (
	"maps"
	"slices"
	"strings"
)

// maxShapes bounds the alternatives of one schema. A schema with more is compared by its text.
const maxShapes = 256

// accepts returns what a schema accepts.
func (d *document) accepts(s schema) *accepted {
	key := s.key()
	if known, is := d.known[key]; is {
		return known
	}
	r := shapeReader{document: d, reading: map[string]bool{}}
	var shapes []*shape
	for i, n := range s {
		if read := r.read(n); i == 0 {
			shapes = read
		} else {
			shapes = r.product(shapes, read, n)
		}
	}
	if len(s) == 0 {
		shapes = append(shapes, newShape(s))
	}
	a := settle(shapes)
	d.known[key] = a
	for _, n := range s {
		a.readUse(n)
		a.readUse(d.resolve(n))
	}
	return a
}

// readUse reads what a schema says about the property that it belongs to.
func (a *accepted) readUse(n node) {
	a.hidden[input] = a.hidden[input] || n.get("readOnly").is()
	a.hidden[output] = a.hidden[output] || n.get("writeOnly").is()
	if n.has("default") && a.fallback == "" {
		a.fallback = canonical(n.get("default").value)
	}
}

// shapeReader reads the shapes of one schema.
type shapeReader struct {
	*document
	reading map[string]bool // places of the schemas that are being read, which may refer to themselves
}

// read returns the alternatives that a schema accepts, null among the kinds of each.
func (r shapeReader) read(n node) []*shape {
	s := newShape(schema{n})
	if n.value == false {
		s.kinds = 0
	}
	if *r.steps--; n.object() == nil || r.reading[n.at] || *r.steps <= 0 {
		return []*shape{s}
	}
	r.reading[n.at] = true
	defer delete(r.reading, n.at)
	if n.has("$ref") {
		return r.refer(n, s)
	}
	return r.write(n, s)
}

// refer reads a reference, with what stands beside it; in 3.0 that does not count.
func (r shapeReader) refer(n node, s *shape) []*shape {
	target, found := r.find(n.get("$ref").text())
	if !found {
		s.plain["$ref"] = canonical(n.get("$ref").value)
		return []*shape{s}
	}
	shapes := r.read(target)
	if len(shapes) == 1 {
		shapes[0].name = target.at[strings.LastIndexByte(target.at, '/')+1:]
	}
	if r.legacy || len(n.object()) == 1 {
		return shapes
	}
	return r.product(shapes, r.write(n, s), n)
}

// write reads everything but a reference into the shape, of which alternatives may make several.
func (r shapeReader) write(n node, s *shape) []*shape {
	s.readKeywords(n)
	s.readObject(n)
	s.readList(n)
	shapes := []*shape{s}
	for _, part := range n.get("allOf").items() {
		shapes = r.product(shapes, r.read(part), n)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if parts := n.get(keyword).items(); len(parts) > 0 {
			var all []*shape
			for _, part := range parts {
				all = append(all, r.read(part)...)
			}
			shapes = r.product(shapes, all, n)
		}
	}
	if r.legacy && n.get("nullable").is() {
		for _, one := range shapes {
			one.kinds |= aNull
		}
	}
	return shapes
}

// product returns the shapes of what two lists of alternatives accept at once.
func (r shapeReader) product(a, b []*shape, n node) []*shape {
	*r.steps -= len(a) * len(b)
	if len(a)*len(b) > maxShapes {
		opaque := newShape(schema{n})
		opaque.plain["anyOf"] = canonical(n.value)
		return []*shape{opaque}
	}
	var all []*shape
	for _, x := range a {
		for _, y := range b {
			all = append(all, x.merge(y))
		}
	}
	return all
}

// merge returns the shape of what two shapes accept at once.
func (s *shape) merge(other *shape) *shape {
	m := s.clone()
	if m.name == "" {
		m.name = other.name
	}
	m.kinds &= other.kinds
	m.mergeValues(other)
	for keyword, limit := range other.ranges {
		m.limit(keyword, limit)
	}
	for keyword, text := range other.plain {
		if own, has := m.plain[keyword]; has && own != text {
			texts := []string{own, text}
			slices.Sort(texts)
			text = strings.Join(texts, " and ")
		}
		m.plain[keyword] = text
	}
	for name, property := range other.properties {
		m.properties[name] = m.properties[name].and(property...)
	}
	maps.Copy(m.required, other.required)
	m.open, m.additional = max(m.open, other.open), m.additional.and(other.additional...)
	for i, item := range other.prefix {
		if i == len(m.prefix) {
			m.prefix = append(m.prefix, nil)
		}
		m.prefix[i] = m.prefix[i].and(item...)
	}
	m.items = m.items.and(other.items...)
	return m
}

func (s *shape) mergeValues(other *shape) {
	if s.values == nil || other.values == nil {
		if other.values != nil {
			s.values = maps.Clone(other.values)
		}
		return
	}
	maps.DeleteFunc(s.values, func(text string, _ kinds) bool {
		_, has := other.values[text]
		return !has
	})
}

// settle brings alternatives into their last form: null apart, each of one family or free.
func settle(shapes []*shape) *accepted {
	a := &accepted{}
	for _, s := range shapes {
		if s.values != nil {
			s.kinds &= s.kindsOfValues()
		}
		a.null = a.null || s.kinds&aNull != 0
		s.kinds &^= aNull
		delete(s.values, "null")
		if s.free() {
			a.shapes = append(a.shapes, s)
			continue
		}
		for _, family := range families {
			if s.kinds&family != 0 {
				a.shapes = append(a.shapes, s.restrictTo(family))
			}
		}
	}
	a.shapes = joinValues(a.shapes)
	return a
}

func (s *shape) kindsOfValues() kinds {
	var all kinds
	for _, kind := range s.values {
		all |= kind
	}
	return all
}

// joinValues makes one list of values out of several alternatives of a family that are nothing but that.
func joinValues(shapes []*shape) (all []*shape) {
	lists := map[kinds]*shape{}
	for _, s := range shapes {
		if !s.onlyValues() {
			all = append(all, s)
			continue
		}
		if first := lists[s.family()]; first != nil {
			first.kinds |= s.kinds
			maps.Copy(first.values, s.values)
			continue
		}
		lists[s.family()] = s
		all = append(all, s)
	}
	if both := lists[aBoolean]; both != nil && len(both.values) == 2 {
		both.values = nil
	}
	return all
}

func (s *shape) onlyValues() bool {
	return s.values != nil && len(s.ranges)+len(s.plain)+len(s.properties)+len(s.required)+len(s.prefix)+len(s.items) == 0 && s.open == anything
}
