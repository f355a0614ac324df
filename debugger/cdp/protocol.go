package cdp

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// domain is one of the description of the protocol.
type domain struct {
	Domain   string      `json:"domain"`
	Commands []described `json:"commands"`
	Events   []described `json:"events"`
	Types    []described `json:"types"`
}

type described struct {
	Name       string      `json:"name"`
	Parameters []described `json:"parameters,omitempty"`
	Type       string      `json:"type,omitempty"`
	Optional   bool        `json:"optional,omitempty"`
}

// protocol describes the commands and events that there are.
func protocol() any {
	domains := map[string]*domain{}
	at := func(name string) (d *domain, short string) {
		first, short, _ := strings.Cut(name, ".")
		if domains[first] == nil {
			domains[first] = &domain{Domain: first, Commands: []described{}, Events: []described{}, Types: []described{}}
		}
		return domains[first], short
	}
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		d, short := at(name)
		d.Commands = append(d.Commands, described{Name: short, Parameters: parameters(methods[name].params)})
	}
	for _, name := range eventNames {
		d, short := at(name)
		d.Events = append(d.Events, described{Name: short})
	}
	all := []*domain{}
	for _, name := range slices.Sorted(maps.Keys(domains)) {
		all = append(all, domains[name])
	}
	return map[string]any{"version": map[string]string{"major": "1", "minor": "3"}, "domains": all}
}

func parameters(t reflect.Type) (list []described) {
	for i := range t.NumField() {
		name, optional := parameter(t.Field(i))
		list = append(list, described{Name: name, Type: typeName(t.Field(i).Type), Optional: optional})
	}
	return list
}
