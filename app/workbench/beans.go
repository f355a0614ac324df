package workbench

import (
	"net/http"

	"github.com/fwrun/fwrun/engine/manifest"
)

// bean is an object of the container.
type bean struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"` // RestController, Service, …; host for those of fwrun
	Type    string   `json:"type"`
	Place   string   `json:"place,omitempty"`
	Primary bool     `json:"primary,omitempty"`
	Lazy    bool     `json:"lazy,omitempty"`
	Asks    []string `json:"asks"`  // the beans that are injected into it
	Given   []string `json:"given"` // those that it is injected into
}

type leftOut struct {
	Name  string `json:"name"`
	Why   string `json:"why"`
	Place string `json:"place"`
}

// beans lists the beans in the order in which they are made, and those that conditions leave out.
func (p *Parts) beans(*http.Request) (any, error) {
	m := p.Application.Manifest()
	given := map[string][]string{}
	list := []bean{}
	for _, b := range m.BeansInUse() {
		one := bean{
			Name: b.Name, Kind: string(b.Stereotype), Type: b.TypeName, Primary: b.Primary, Lazy: b.Lazy && b.Stereotype != manifest.Supplied,
			Asks: m.NamesOf(b.Asks()), Given: []string{},
		}
		if b.Place.File != "" {
			one.Place = b.Place.String()
		}
		for _, name := range one.Asks {
			given[name] = append(given[name], b.Name)
		}
		list = append(list, one)
	}
	for i := range list {
		list[i].Given = append(list[i].Given, given[list[i].Name]...)
	}
	out := []leftOut{}
	for _, l := range m.LeftOut {
		out = append(out, leftOut{l.Name, l.Why, l.Place.String()})
	}
	return map[string]any{"beans": list, "leftOut": out}, nil
}
