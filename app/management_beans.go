package app

import "github.com/fwrun/fwrun/actuator"

// describeBeans describes the beans of the application, and of fwrun's own those that are injected somewhere.
func (g *generation) describeBeans() []actuator.Bean {
	var list []actuator.Bean
	for _, b := range beansOf(g.engine.Manifest()) {
		one := actuator.Bean{Name: b.Name, Scope: "singleton", Type: b.Type, Dependencies: b.Asks}
		if b.Place.File != "" {
			one.Resource = b.Place.String()
		}
		list = append(list, one)
	}
	return list
}
