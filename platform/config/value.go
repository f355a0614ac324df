package config

// Value is one property: a scalar, a list or a section.
type Value struct {
	Key    string // in the spelling of its source
	Origin Origin
	node   *node
}

// Kind returns the kind of the value.
func (v Value) Kind() Kind {
	if v.node == nil {
		return Null
	}
	return v.node.kind
}

// Text returns a scalar as it was written, or "" for null, lists and sections. It may be a
// secret: use [Value.Shown] for texts that people see.
func (v Value) Text() string {
	if v.node == nil {
		return ""
	}
	return v.node.plainText()
}

// Secret reports whether the value must not be shown: because of its key, or because it was made
// from a secret value.
func (v Value) Secret() bool { return v.node != nil && v.node.secret || IsSecret(v.Key) }

// Shown returns the text of a scalar, fit for logs and endpoints.
func (v Value) Shown() string {
	if v.Secret() {
		return masked
	}
	return Mask(v.Key, v.Text())
}

// Any returns the value as Go data: nil, string, int64, float64, bool, []any or map[string]any
// with names as written. It is a copy.
func (v Value) Any() any {
	if v.node == nil {
		return nil
	}
	return v.node.data()
}

// Items returns the elements of a list, and nil for other values.
func (v Value) Items() []Value {
	if v.node == nil {
		return nil
	}
	var out []Value
	for i, item := range v.node.items {
		out = append(out, newValue(joinIndex(v.Key, i), item))
	}
	return out
}

// Field is one entry of a section.
type Field struct {
	Name  string // as written
	Value Value
}

// Fields returns the entries of a section in the order of the sources, and nil for other values.
func (v Value) Fields() []Field {
	if v.node == nil {
		return nil
	}
	var out []Field
	for _, f := range v.node.fields {
		out = append(out, Field{f.name, newValue(joinName(v.Key, f.name), f.value)})
	}
	return out
}

func newValue(key string, n *node) Value { return Value{Key: key, Origin: n.origin, node: n} }

func (n *node) data() any {
	switch n.kind {
	case List:
		out := make([]any, len(n.items))
		for i, item := range n.items {
			out[i] = item.data()
		}
		return out
	case Map:
		out := make(map[string]any, len(n.fields))
		for _, f := range n.fields {
			out[f.name] = f.value.data()
		}
		return out
	default:
		return n.scalar
	}
}
