package mcp

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
)

// Entry is something that is offered to agents, as lists show it.
type Entry struct {
	Name    string
	Handler string      // such as Desk.add
	Place   fault.Place // of the method or function
	JSON    []byte      // the entry of the list

	// Demands are made of those who use it: by its decorators and by the rules of paths, as far as these are known without arguments.
	Demands []security.Demand
}

// MayUse describes who meets the demands, without what goes without saying: a client with a role is known.
func (e Entry) MayUse() string {
	var parts []string
	for i, d := range e.Demands {
		if !e.saysElsewhere(i) {
			parts = append(parts, d.String())
		}
	}
	return cmp.Or(strings.Join(parts, ", and "), security.Anyone().String())
}

// saysElsewhere reports whether another demand implies one; of two that say the same the first counts.
func (e Entry) saysElsewhere(i int) bool {
	for j, other := range e.Demands {
		if j != i && other.Implies(e.Demands[i]) && (j < i || !e.Demands[i].Implies(other)) {
			return true
		}
	}
	return false
}

// Tokens estimates how many tokens of a model's context an entry takes: about one for four bytes.
func (e Entry) Tokens() int { return (len(e.JSON) + 3) / 4 }

// Catalogue is everything that an application offers to agents, including what only some callers may see.
type Catalogue struct {
	Tools, Resources, Prompts []Entry
}

// CatalogueOf lists what a manifest offers to agents at the path of its endpoint, where rules of paths may demand something.
func CatalogueOf(m *manifest.Manifest, rules *security.Rules, path string) Catalogue {
	var c Catalogue
	settings := Settings{Rules: rules}
	entry := func(name string, handler int, route *manifest.ToolRoute, place fault.Place, json []byte) Entry {
		h := m.Handlers[handler]
		return Entry{name, h.Name, place, json, append(AtEndpoint(rules, path), settings.demandsOf(h, route)...)}
	}
	for _, t := range m.Tools {
		c.Tools = append(c.Tools, entry(t.Name, t.Handler, t.REST, t.Place, appendToolEntry(nil, &tool{Tool: t})))
	}
	for _, r := range m.Resources {
		c.Resources = append(c.Resources, entry(r.URI, r.Handler, nil, r.Place, newResource(r, m.Handlers[r.Handler]).entry))
	}
	for _, p := range m.Prompts {
		c.Prompts = append(c.Prompts, entry(p.Name, p.Handler, nil, p.Place, newPrompt(p, m.Handlers[p.Handler]).entry))
	}
	return c
}

// AtEndpoint returns what rules demand of all messages to an endpoint, if they say anything of its path.
func AtEndpoint(rules *security.Rules, path string) []security.Demand {
	if rules == nil {
		return nil
	}
	if demand, found := rules.Demand(http.MethodPost, path); found {
		return []security.Demand{demand}
	}
	return nil
}
