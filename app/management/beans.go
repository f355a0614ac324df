package management

import (
	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/engine/manifest"
)

// beansOf describes the beans of the application, and of fwrun's own those that are injected somewhere.
func beansOf(m *manifest.Manifest) []actuator.Bean {
	var list []actuator.Bean
	for _, b := range m.BeansInUse() {
		one := actuator.Bean{Name: b.Name, Scope: "singleton", Type: b.TypeName, Dependencies: m.NamesOf(b.Asks())}
		if b.Place.File != "" {
			one.Resource = b.Place.String()
		}
		list = append(list, one)
	}
	return list
}
