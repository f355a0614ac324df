package listing

import (
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// Bean describes one object of the container.
type Bean struct {
	Name    string
	Kind    string      // RestController, Service, …; Bean for the result of a @Bean method; empty for the host's own
	Type    string      // its class, or the type by which it is injected
	Place   fault.Place // zero for the host's own
	Primary bool
	Lazy    bool     // it is made on first use
	Asks    []string // the names of the beans injected into it, and of the bean with its @Bean method
}

// LeftOut is a bean that its condition excludes.
type LeftOut struct {
	Name  string // its class, or its @Bean method
	Why   string
	Place fault.Place
}

// Beans lists the beans; of the host's own, those that are injected somewhere.
func Beans(m *manifest.Manifest) []Bean {
	beans := m.BeansInUse()
	list := make([]Bean, 0, len(beans))
	for _, bean := range beans {
		one := Bean{
			Name: bean.Name, Kind: string(bean.Stereotype), Type: bean.TypeName, Place: bean.Place, Primary: bean.Primary, Lazy: bean.Lazy,
			Asks: m.NamesOf(bean.Asks()),
		}
		if bean.Stereotype == manifest.Supplied {
			one.Kind = ""
		}
		list = append(list, one)
	}
	return list
}

// LeftOuts lists the beans that their conditions exclude.
func LeftOuts(m *manifest.Manifest) []LeftOut {
	list := make([]LeftOut, len(m.LeftOut))
	for i, out := range m.LeftOut {
		list[i] = LeftOut{out.Name, out.Why, out.Place}
	}
	return list
}
