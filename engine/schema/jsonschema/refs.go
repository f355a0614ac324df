package jsonschema

import (
	"net/url"
	"strings"
)

// subschemas returns the schemas within a schema: the value of a keyword, in a list, or by name. Keywords
// that are not enforced count too, since an anchor may be within them.
func subschemas(t *tree) []*tree {
	var found []*tree
	for _, name := range t.names {
		switch v := t.members[name]; name {
		case "items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames",
			"unevaluatedItems", "unevaluatedProperties", "contentSchema":
			found = append(found, v)
		case "anyOf", "allOf", "oneOf", "prefixItems":
			found = append(found, v.items...)
		case "properties", "patternProperties", "dependentSchemas", "$defs", "definitions":
			for _, name := range v.names {
				found = append(found, v.members[name])
			}
		}
	}
	return found
}

// survey collects the names that references can use.
func (c *compiler) survey(t *tree) error {
	if id, ok := t.members["$id"].isText(); ok {
		if t == c.root {
			c.id = strings.TrimSuffix(id, "#")
		} else {
			t.resource = true
		}
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if err := c.anchor(t, t.members[keyword]); err != nil {
			return err
		}
	}
	for _, sub := range subschemas(t) {
		if err := c.survey(sub); err != nil {
			return err
		}
	}
	return nil
}

func (c *compiler) anchor(t, v *tree) error {
	if v == nil || t.resourceAround() != nil {
		return nil
	}
	name, ok := v.isText()
	if !ok {
		return v.mustBe(aString)
	}
	if other := c.anchors[name]; other != nil && other != t {
		return v.mistake("the anchor %q is already used by %s", name, other.pointer)
	}
	c.anchors[name] = t
	return nil
}

// resourceAround returns the nearest schema with an $id of its own that is t or contains t.
func (t *tree) resourceAround() *tree {
	for t != nil && !t.resource {
		t = t.parent
	}
	return t
}

// ref compiles the reference of a schema.
func (c *compiler) ref(n *node, t, v *tree) error {
	text, ok := v.isText()
	if !ok {
		return v.mustBe(aString)
	}
	if around := t.resourceAround(); around != nil {
		return v.mistake("depends on the $id of %s; references within it are not supported", around.pointer)
	}
	own := text
	if !strings.HasPrefix(text, "#") {
		own = strings.TrimPrefix(text, c.id)
	}
	fragment, ok := strings.CutPrefix(own, "#")
	if !ok && own != "" {
		return v.mistake("%q refers to another document", text)
	}
	target := c.target(fragment)
	if target == nil || !target.isSchema() {
		return v.mistake("there is no schema at %q", text)
	}
	var err error
	n.ref, err = c.schema(target)
	return err
}

// target resolves a fragment: a JSON pointer, or an anchor.
func (c *compiler) target(fragment string) *tree {
	fragment, err := url.PathUnescape(fragment)
	switch {
	case err != nil:
		return nil
	case fragment == "", fragment[0] == '/':
		return c.root.at(fragment)
	default:
		return c.anchors[fragment]
	}
}
