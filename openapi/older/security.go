package older

import "github.com/fwrun/fwrun/engine/schema"

// survey finds the security schemes that 3.0 does not have, and those that have scopes there.
func (c *converter) survey() {
	components, _ := c.document.Get("components").(schema.Node)
	schemes, _ := components.Get("securitySchemes").(schema.Node)
	for _, m := range schemes {
		scheme, _ := m.Value.(schema.Node)
		switch scheme.Get("type") {
		case "mutualTLS":
			c.forgotten[m.Key] = true
		case "oauth2", "openIdConnect":
			c.scoped[m.Key] = true
		}
	}
}

func (c *converter) schemes(value any) (any, bool) {
	n, _ := value.(schema.Node)
	out := schema.Node{}
	for _, m := range n {
		if !c.forgotten[m.Key] {
			out = append(out, m)
		}
	}
	return out, len(out) > 0
}

// security changes what is demanded. A way that needs a scheme which 3.0 does not have is left out, and if it
// was the only one, nothing is said about security rather than that everybody is let in.
func (c *converter) security(value any) (any, bool) {
	list, _ := value.([]any)
	out := []any{}
	for _, item := range list {
		demand, _ := item.(schema.Node)
		if way, is := c.demand(demand); is {
			out = append(out, way)
		}
	}
	return out, len(out) > 0 || len(list) == 0
}

func (c *converter) demand(n schema.Node) (schema.Node, bool) {
	out := make(schema.Node, 0, len(n))
	for _, m := range n {
		if c.forgotten[m.Key] {
			return nil, false
		}
		if !c.scoped[m.Key] { // in 3.0 only these say more than their names
			m.Value = []any{}
		}
		out = append(out, m)
	}
	return out, true
}
