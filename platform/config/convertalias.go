package config

import (
	"fmt"
	"maps"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"github.com/fwrun/fwrun/platform/fault"
)

// mergeSources returns the maps of a merge key: one, or a list of them.
func (c *converter) mergeSources(value ast.Node, depth int) []*node {
	n := c.convert(value, depth+1)
	sources := []*node{n}
	if n.kind == List {
		sources = n.items
	}
	for _, s := range sources {
		if s.kind != Map && len(c.problems) == 0 {
			c.fail(c.file.problem("config-alias", c.file.tokenPlace(value.GetToken()),
				"<< must be followed by a map, but this is "+s.kind.String(), "write <<: *name, with the name of an anchor whose value is a map"))
		}
	}
	return sources
}

// fillFields adds the entries of a merged map that the map does not have. Unlike in fill,
// sections are not joined, because a merge key is shallow.
func fillFields(n, from *node) *node {
	fields := n.fields
	for _, f := range from.fields {
		if _, exists := n.field(f.name); !exists {
			fields = append(slices.Clip(fields), f)
		}
	}
	return newMap(fields, n.origin)
}

func (c *converter) anchor(n *ast.AnchorNode, depth int) *node {
	name := n.Name.GetToken().Value
	c.anchors[name] = nil
	value := c.convert(n.Value, depth)
	c.anchors[name] = value
	return value
}

func (c *converter) alias(n *ast.AliasNode) *node {
	name := n.Value.GetToken().Value
	value, known := c.anchors[name]
	place := c.file.tokenPlace(n.GetToken())
	switch {
	case !known && c.secret > 0:
		return c.fail(c.file.problem("config-alias", place, "no anchor of this name is defined above this line",
			"put a value that begins with * in quotes"))
	case !known:
		d := c.file.problem("config-alias", place, fmt.Sprintf("no anchor &%s is defined above this line", name), "")
		d.Hint = "define the anchor first: &" + name + ", or put a value that begins with * in quotes"
		if near := fault.Nearest(name, slices.Sorted(maps.Keys(c.anchors))); near != "" {
			d.Hint, d.Mend = "did you mean *"+near+"?", &fault.Mend{Old: "*" + name, New: "*" + near}
		}
		return c.fail(d)
	case value == nil:
		return c.fail(c.file.problem("config-alias", place,
			fmt.Sprintf("the alias *%s is used within its own anchor", name), "refer to another anchor"))
	default:
		return value
	}
}

// tagged converts a value with a type before it: !!str 007.
func (c *converter) tagged(n *ast.TagNode, depth int) *node {
	tag := n.GetToken().Value
	if n.Value == nil {
		return newText("", c.origin(n.GetToken()))
	}
	value := c.convert(n.Value, depth)
	isScalar := value.kind != List && value.kind != Map
	switch {
	case tag == "!!str" && isScalar:
		return newText(value.text, value.origin)
	case tag == "!!map" && value.kind == Map, tag == "!!seq" && value.kind == List:
		return value
	case isScalar && (tag == "!!int" || tag == "!!float" || tag == "!!bool" || tag == "!!null"):
		return plainScalar(value.text, value.origin)
	}
	if c.secret > 0 {
		tag = "after !"
	}
	return c.fail(c.file.problem("config-syntax", c.file.tokenPlace(n.GetToken()),
		fmt.Sprintf("the type %s is unknown, or does not match the value", tag),
		"put a value that begins with ! in quotes; types are !!str !!int !!float !!bool !!null !!seq !!map"))
}
