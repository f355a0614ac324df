package manifest

import (
	"fmt"

	"github.com/fwrun/fwrun/fault"
)

// known is something that agents know by a key.
type known struct {
	key     string
	handler int
	spot    spot
}

// agentNames reports names and URIs that stand for two things, at the later one.
func (b *builder) agentNames() {
	var tools, resources, uris, prompts []known
	for _, t := range b.out.Tools {
		tools = append(tools, known{t.Name, t.Handler, t.spot})
	}
	for _, r := range b.out.Resources {
		resources = append(resources, known{r.Name, r.Handler, r.spot})
		uris = append(uris, known{shapeOfURI(r.URI), r.Handler, r.spot})
	}
	for _, p := range b.out.Prompts {
		prompts = append(prompts, known{p.Name, p.Handler, p.spot})
	}
	const rename = "give one of them a name of its own: { name: \"…\" }"
	b.onlyOne("tools are named", tools, rename)
	b.onlyOne("resources are named", resources, rename)
	b.onlyOne("prompts are named", prompts, rename)
	b.onlyOne("resources have the URI", uris, "change one of them: the names of placeholders make no difference")
}

func (b *builder) onlyOne(are string, list []known, hint string) {
	seen := map[string]known{}
	for _, one := range list {
		other, taken := seen[one.key]
		if !taken {
			seen[one.key] = one
			continue
		}
		d := one.spot.problem("agent-duplicate", "two %s %q: %s and %s", are, shortened(one.key), b.out.Handlers[other.handler].Name, b.out.Handlers[one.handler].Name)
		d.Notes = []fault.Note{{Place: other.spot.Place, Text: "the other one is here"}}
		b.report(because(d, "agents could not tell them apart", hint))
	}
}

// endpointTaken reports routes at the path of the MCP endpoint.
func (b *builder) endpointTaken() {
	if b.Agents.Path == "" || !b.out.HasAgents() {
		return
	}
	for _, route := range b.out.Routes {
		if route.Path != b.Agents.Path {
			continue
		}
		h := b.out.Handlers[route.Handler]
		d := spot{route.Place, route.width}.problem("mcp-path", "%s is mapped to %s, which is the path of the MCP endpoint", h.Name, route.Path)
		b.report(because(d, "agents are answered there, since the application has tools, resources or prompts",
			fmt.Sprintf("give the route another path, or set framework.mcp.path in config/application.yml to something else than %s", route.Path)))
	}
}
