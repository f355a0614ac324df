package older

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// version is the one that is written: the last of 3.0 that everybody reads.
const version = "3.0.3"

// converter converts one document.
type converter struct {
	document  schema.Node
	forgotten map[string]bool // security schemes that 3.0 does not have
	scoped    map[string]bool // security schemes that have scopes in 3.0
}

// Document returns an OpenAPI 3.1 document as one of 3.0.
func Document(document schema.Node) schema.Node {
	c := &converter{document: document, forgotten: map[string]bool{}, scoped: map[string]bool{}}
	c.survey()
	out := c.members(document, map[string]change{
		"openapi": replacedBy(version), "info": c.info, "paths": c.paths, "components": c.components, "security": c.security,
		"webhooks": omitted, "jsonSchemaDialect": omitted,
	})
	if out.Get("paths") == nil {
		out = append(out, schema.Member{Key: "paths", Value: schema.Node{}})
	}
	return out
}

// change returns a value in the words of 3.0; false leaves the member out.
type change func(value any) (any, bool)

func omitted(any) (any, bool) { return nil, false }

func replacedBy(value any) change { return func(any) (any, bool) { return value, true } }

// members returns a copy of a node in which members of some names are changed.
func (c *converter) members(n schema.Node, changes map[string]change) schema.Node {
	out := make(schema.Node, 0, len(n))
	for _, m := range n {
		if to := changes[m.Key]; to != nil {
			value, is := to(m.Value)
			if !is {
				continue
			}
			m.Value = value
		}
		out = append(out, m)
	}
	return out
}

// each returns a change of every member of a node.
func (c *converter) each(to change) change {
	return func(value any) (any, bool) {
		n, _ := value.(schema.Node)
		out := make(schema.Node, 0, len(n))
		for _, m := range n {
			if changed, is := to(m.Value); is {
				out = append(out, schema.Member{Key: m.Key, Value: changed})
			}
		}
		return out, true
	}
}

// extended returns a change of every member of a node that may have extensions, which stay.
func (c *converter) extended(to change) change {
	return func(value any) (any, bool) {
		n, _ := value.(schema.Node)
		changes := map[string]change{}
		for _, m := range n {
			if !strings.HasPrefix(m.Key, "x-") {
				changes[m.Key] = to
			}
		}
		return c.members(n, changes), true
	}
}

// all returns a change of every item of a list.
func (c *converter) all(to change) change {
	return func(value any) (any, bool) {
		list, _ := value.([]any)
		out := make([]any, 0, len(list))
		for _, item := range list {
			if changed, is := to(item); is {
				out = append(out, changed)
			}
		}
		return out, true
	}
}

// object returns a change of an object, which may be a reference; in 3.0 that has nothing beside it.
func (c *converter) object(to func(n schema.Node) schema.Node) change {
	return func(value any) (any, bool) {
		n, _ := value.(schema.Node)
		if reference := n.Get("$ref"); reference != nil {
			return schema.Node{{Key: "$ref", Value: reference}}, true
		}
		return to(n), true
	}
}

func (c *converter) info(value any) (any, bool) {
	n, _ := value.(schema.Node)
	return c.members(n, map[string]change{
		"summary": omitted,
		"license": func(value any) (any, bool) {
			license, _ := value.(schema.Node)
			return c.members(license, map[string]change{"identifier": omitted}), true
		},
	}), true
}

func (c *converter) components(value any) (any, bool) {
	n, _ := value.(schema.Node)
	out := c.members(n, map[string]change{
		"schemas": c.each(c.schema), "parameters": c.each(c.object(c.parameter)), "headers": c.each(c.object(c.parameter)),
		"requestBodies": c.each(c.object(c.content)), "responses": c.each(c.object(c.response)),
		"callbacks": c.each(c.callback), "pathItems": omitted, "securitySchemes": c.schemes,
	})
	return out, len(out) > 0
}

func (c *converter) paths(value any) (any, bool) { return c.extended(c.path)(value) }

func (c *converter) callback(value any) (any, bool) {
	n, _ := value.(schema.Node)
	if n.Get("$ref") != nil {
		return c.object(nil)(value)
	}
	return c.extended(c.path)(value)
}

// path changes the operations of a path. One that is among the components, where 3.0 has none, is written out.
func (c *converter) path(value any) (any, bool) {
	n, _ := value.(schema.Node)
	if reference, is := n.Get("$ref").(string); is {
		found, _ := c.find(reference).(schema.Node)
		return c.path(slices.DeleteFunc(slices.Clone(found), func(m schema.Member) bool { return m.Key == "$ref" }))
	}
	changes := map[string]change{"parameters": c.all(c.object(c.parameter))}
	for _, method := range []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"} {
		changes[method] = c.operation
	}
	return c.members(n, changes), true
}

func (c *converter) operation(value any) (any, bool) {
	n, _ := value.(schema.Node)
	out := c.members(n, map[string]change{
		"parameters": c.all(c.object(c.parameter)), "requestBody": c.object(c.content), "responses": c.extended(c.object(c.response)),
		"callbacks": c.each(c.callback), "security": c.security,
	})
	if responses, _ := out.Get("responses").(schema.Node); len(responses) == 0 { // in 3.0 there has to be one
		out = out.Set("responses", schema.Node{{Key: "default", Value: schema.Node{{Key: "description", Value: "Any answer"}}}})
	}
	return out, true
}

// parameter changes a parameter or a header.
func (c *converter) parameter(n schema.Node) schema.Node {
	return c.content(c.members(n, map[string]change{"schema": c.schema}))
}

func (c *converter) response(n schema.Node) schema.Node {
	return c.content(c.members(n, map[string]change{"headers": c.each(c.object(c.parameter))}))
}

// content changes what is in the member content.
func (c *converter) content(n schema.Node) schema.Node {
	media := func(value any) (any, bool) {
		n, _ := value.(schema.Node)
		return c.members(n, map[string]change{
			"schema": c.schema,
			"encoding": c.each(func(value any) (any, bool) {
				n, _ := value.(schema.Node)
				return c.members(n, map[string]change{"headers": c.each(c.object(c.parameter))}), true
			}),
		}), true
	}
	return c.members(n, map[string]change{"content": c.each(media)})
}

// find returns what a reference refers to; nil for nothing.
func (c *converter) find(reference string) any {
	pointer, is := strings.CutPrefix(reference, "#/")
	if !is {
		return nil
	}
	var value any = c.document
	for name := range strings.SplitSeq(pointer, "/") {
		n, _ := value.(schema.Node)
		value = n.Get(strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~"))
	}
	return value
}
