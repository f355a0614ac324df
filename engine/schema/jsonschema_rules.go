package schema

import "strings"

// constrained adds the keywords of a type's constraints. Constraints that have no keyword are mentioned in
// the description.
func (s *Schemas) constrained(t *Type, node Node) Node {
	if t.Rules == nil {
		return node
	}
	var expected []string
	for i := range t.Rules.list {
		c := &t.Rules.list[i]
		for _, k := range c.keywords {
			node = addKeyword(node, k)
		}
		if len(c.keywords) == 0 {
			expected = append(expected, c.expected)
		}
	}
	var sentences []string
	if expected != nil {
		sentences = append(sentences, sentence(strings.Join(expected, " and ")))
	}
	for i := range t.Rules.own {
		sentences = append(sentences, t.Rules.own[i].described())
	}
	if sentences != nil {
		node = Describe(node, strings.Join(sentences, " "))
	}
	return node
}

// addKeyword adds one keyword. If it is present already, the stricter bound counts; for any other keyword a
// second schema is added beside the first.
func addKeyword(node Node, k Member) Node {
	switch old := node.Get(k.Key); {
	case old == nil:
		return append(node, k)
	case strings.HasPrefix(k.Key, "min") || k.Key == "exclusiveMinimum":
		return node.Set(k.Key, stricter(old, k.Value, 1))
	case strings.HasPrefix(k.Key, "max") || k.Key == "exclusiveMaximum":
		return node.Set(k.Key, stricter(old, k.Value, -1))
	case k.Key == "uniqueItems":
		return node
	default:
		all, _ := node.Get("allOf").([]any)
		return node.Set("allOf", append(all, Node{k}))
	}
}

// stricter returns the greater of two bounds if sign is 1, and the lesser if it is -1.
func stricter(a, b any, sign float64) any {
	if sign*asFloat(b) > sign*asFloat(a) {
		return b
	}
	return a
}

func asFloat(v any) float64 {
	if i, ok := v.(int64); ok {
		return float64(i)
	}
	f, _ := v.(float64)
	return f
}
