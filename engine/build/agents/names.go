package agents

import (
	"fmt"

	"github.com/fwrun/fwrun/platform/fault"
)

// entry is a tool, resource or prompt with the key that agents use.
type entry struct {
	key     string
	handler int
	spot    fault.Spot
}

// agentNames reports names and URIs that two things have, at the later one.
func (b *builder) agentNames() {
	const rename = "give one of them another name: { name: \"…\" }"
	b.onlyOne("tools have the name", b.tools, rename)
	b.onlyOne("resources have the name", b.resources, rename)
	b.onlyOne("prompts have the name", b.prompts, rename)
	b.onlyOne("resources have the URI", b.uris, "change one of them; URIs that differ only in the names of placeholders are the same")
}

func (b *builder) onlyOne(are string, list []entry, hint string) {
	seen := map[string]entry{}
	for _, one := range list {
		other, taken := seen[one.key]
		if !taken {
			seen[one.key] = one
			continue
		}
		d := one.spot.Problem("agent-duplicate", "two %s %q: %s and %s", are, fault.Shortened(one.key, longestShown), b.out.Handlers[other.handler].Name,
			b.out.Handlers[one.handler].Name)
		d.Notes = []fault.Note{{Place: other.spot.Place, Text: "the other is declared here"}}
		b.Report(fault.Explain(d, "agents could not tell them apart", hint))
	}
}

// endpointTaken reports routes with the path of the MCP endpoint.
func (b *builder) endpointTaken() {
	if b.Agents.Path == "" || !b.out.HasAgents() {
		return
	}
	for _, route := range b.out.Routes {
		if route.Path != b.Agents.Path {
			continue
		}
		h := b.out.Handlers[route.Handler]
		d := fault.Spot{Place: route.Place, Length: route.Width}.Problem("mcp-path", "%s is mapped to %s, which is the path of the MCP endpoint",
			h.Name, route.Path)
		b.Report(fault.Explain(d, "the application has tools, resources or prompts, so the MCP endpoint uses that path",
			fmt.Sprintf("give the route another path, or set framework.mcp.path in config/application.yml to a path other than %s", route.Path)))
	}
}
