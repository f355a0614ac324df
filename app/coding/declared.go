package coding

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/fwrun/fwrun/app"
)

// route is a route as data.
type route struct {
	Methods    []string    `json:"methods,omitempty"` // all if there are none
	Path       string      `json:"path"`
	Handler    string      `json:"handler"`
	Place      string      `json:"place,omitempty"`
	Consumes   []string    `json:"consumes,omitempty"`
	Produces   []string    `json:"produces,omitempty"`
	Parameters []parameter `json:"parameters,omitempty"`
	MayCall    any         `json:"mayCall,omitempty"`
}

type parameter struct {
	Name     string          `json:"name"`
	In       string          `json:"in"`
	Required bool            `json:"required,omitempty"`
	Schema   json.RawMessage `json:"schema,omitempty"`
}

func (p *project) routes(ctx context.Context, a filtering) (any, error) {
	found, err := app.Inspect(ctx, p.silent)
	if err != nil {
		return nil, err
	}
	list := []route{}
	for _, r := range found.Routes {
		if has(a.Filter, append([]string{r.Path, r.Handler}, r.Methods...)...) {
			list = append(list, routeOf(r))
		}
	}
	shown, left := some(list, a.Limit, 50)
	out := map[string]any{"routes": shown}
	put(out, "leftOff", left)
	if a.Filter == "" {
		put(out, "tools", len(found.Agents.Tools))
		var schedules []string
		for _, s := range found.Schedules {
			schedules = append(schedules, s.Name)
		}
		if schedules != nil {
			out["schedules"] = schedules
		}
	}
	return out, nil
}

func routeOf(r app.Route) route {
	one := route{Methods: r.Methods, Path: r.Path, Handler: r.Handler, Place: r.Place.String(), Consumes: r.Consumes, Produces: r.Produces}
	if r.MayCall != nil {
		one.MayCall = r.MayCall
	}
	for _, x := range r.Parameters {
		one.Parameters = append(one.Parameters, parameter{x.Name, x.In, x.Required, x.Schema})
	}
	return one
}

// put adds a number that is not 0.
func put(out map[string]any, name string, number int) {
	if number > 0 {
		out[name] = number
	}
}

// has reports whether a text is in one of others, whatever its case.
func has(small string, texts ...string) bool {
	small = strings.ToLower(small)
	for _, text := range texts {
		if strings.Contains(strings.ToLower(text), small) {
			return true
		}
	}
	return false
}

// bean is a bean as data.
type bean struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind,omitempty"` // none for those of fwrun
	Type    string   `json:"type,omitempty"`
	Place   string   `json:"place,omitempty"`
	Asks    []string `json:"asks,omitempty"`
	LeftOut string   `json:"leftOut,omitempty"` // why it is not made
}

func (p *project) beans(ctx context.Context, a filtering) (any, error) {
	found, err := app.Inspect(ctx, p.silent)
	if err != nil {
		return nil, err
	}
	list := []bean{}
	for _, b := range found.Beans {
		if has(a.Filter, b.Name, b.Type, b.Kind) {
			list = append(list, bean{b.Name, b.Kind, b.Type, b.Place.String(), b.Asks, ""})
		}
	}
	for _, b := range found.LeftOut {
		if has(a.Filter, b.Name) {
			list = append(list, bean{Name: b.Name, Place: b.Place.String(), LeftOut: b.Why})
		}
	}
	shown, left := some(list, a.Limit, 50)
	out := map[string]any{"beans": shown}
	put(out, "leftOff", left)
	return out, nil
}
