package mcp

import (
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
)

// Entry is something that is offered to agents, as lists show it.
type Entry struct {
	Name    string
	Handler string      // such as Desk.add
	Place   fault.Place // of the method or function
	JSON    []byte      // the entry of the list
}

// Tokens estimates how many tokens of a model's context an entry takes: about one for four bytes.
func (e Entry) Tokens() int { return (len(e.JSON) + 3) / 4 }

// Catalogue is everything that an application offers to agents, including what only some callers may see.
type Catalogue struct {
	Tools, Resources, Prompts []Entry
}

// CatalogueOf lists what a manifest offers to agents.
func CatalogueOf(m *manifest.Manifest) Catalogue {
	var c Catalogue
	for _, t := range m.Tools {
		c.Tools = append(c.Tools, Entry{t.Name, m.Handlers[t.Handler].Name, t.Place, appendToolEntry(nil, &tool{Tool: t})})
	}
	for _, r := range m.Resources {
		c.Resources = append(c.Resources, Entry{r.URI, m.Handlers[r.Handler].Name, r.Place, newResource(r, m.Handlers[r.Handler]).entry})
	}
	for _, p := range m.Prompts {
		c.Prompts = append(c.Prompts, Entry{p.Name, m.Handlers[p.Handler].Name, p.Place, newPrompt(p, m.Handlers[p.Handler]).entry})
	}
	return c
}
