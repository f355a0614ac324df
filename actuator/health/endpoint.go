package health

import (
	"context"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/platform/fault"
)

// answer is the JSON of a component, of a group or of everything.
type answer struct {
	Status     string            `json:"status"`
	Groups     []string          `json:"groups,omitempty"`
	Components map[string]answer `json:"components,omitempty"`
	Details    Details           `json:"details,omitempty"`
}

// Endpoint returns the endpoint health, which answers for everything, for groups and for components.
func (c *Checks) Endpoint() actuator.Endpoint {
	return actuator.Endpoint{ID: "health", Operations: []actuator.Operation{
		actuator.Get("", c.whole), actuator.Get("*path", c.part),
	}}
}

// Probe returns an endpoint at a path of its own that answers for a group with its status alone.
func (c *Checks) Probe(path, group string) actuator.Endpoint {
	return actuator.Endpoint{ID: strings.TrimPrefix(path, "/"), Path: path, Operations: []actuator.Operation{
		actuator.Get("", func(r *actuator.Request) (actuator.Answer, error) {
			i := slices.IndexFunc(c.settings.Groups, func(g Group) bool { return g.Name == group })
			if i < 0 {
				return actuator.Answer{}, notThere()
			}
			status := worst(c.settings.Order, c.askAll(r.Context(), c.members(&c.settings.Groups[i])))
			return c.answerWith(answer{Status: status})
		}),
	}}
}

// whole answers for all components.
func (c *Checks) whole(r *actuator.Request) (actuator.Answer, error) {
	a := c.answerFor(r.Context(), c.list, c.shows(c.settings.Show, r))
	for _, g := range c.settings.Groups {
		a.Groups = append(a.Groups, g.Name)
	}
	slices.Sort(a.Groups)
	return c.answerWith(a)
}

// part answers for a group, for a component of a group, or for a component.
func (c *Checks) part(r *actuator.Request) (actuator.Answer, error) {
	first, rest, _ := strings.Cut(r.Selector, "/")
	list, shown, path := c.list, c.shows(c.settings.Show, r), r.Selector
	if i := slices.IndexFunc(c.settings.Groups, func(g Group) bool { return g.Name == first }); i >= 0 {
		g := &c.settings.Groups[i]
		list, path = c.members(g), rest
		if g.Show != "" {
			shown = c.shows(g.Show, r)
		}
		shown = shown && !g.Plain
		if rest == "" {
			return c.answerWith(c.answerFor(r.Context(), list, shown))
		}
	}
	one := find(list, path)
	if one == nil || !shown {
		return actuator.Answer{}, notThere()
	}
	return c.answerWith(shownOf(c.ask(r.Context(), one)))
}

func notThere() error {
	return fault.New("health.part", fault.NotFound, "there is no such component")
}

// find returns the component at a path, or nil.
func find(list []*component, path string) *component {
	name, rest, isBelow := strings.Cut(path, "/")
	i := slices.IndexFunc(list, func(one *component) bool { return one.Name == name })
	switch {
	case i < 0:
		return nil
	case isBelow:
		return find(list[i].parts, rest)
	}
	return list[i]
}

// members returns the components of a group.
func (c *Checks) members(g *Group) (list []*component) {
	for _, one := range c.list {
		if g.includes(one.Name) {
			list = append(list, one)
		}
	}
	return list
}

// shows reports whether a client sees components and details.
func (c *Checks) shows(show Show, r *actuator.Request) bool {
	return show == Always || show == WhenAuthorized && r.Known
}

// answerFor asks components, and makes one answer of theirs.
func (c *Checks) answerFor(ctx context.Context, list []*component, shown bool) answer {
	found := c.askAll(ctx, list)
	a := answer{Status: worst(c.settings.Order, found)}
	if shown {
		a.Components = shownAll(found)
	}
	return a
}

func shownAll(found map[string]Health) map[string]answer {
	all := make(map[string]answer, len(found))
	for name, h := range found {
		all[name] = shownOf(h)
	}
	return all
}

func shownOf(h Health) answer {
	a := answer{Status: h.Status, Details: h.Details}
	if len(h.Parts) > 0 {
		a.Components = shownAll(h.Parts)
	}
	return a
}

// answerWith answers with the HTTP status that belongs to the status.
func (c *Checks) answerWith(a answer) (actuator.Answer, error) {
	return actuator.Answer{Status: c.settings.code(a.Status), JSON: a}, nil
}
