package manifest

import "github.com/fwrun/fwrun/platform/fault"

// The base classes of the host for health indicators and info contributors.
const (
	TypeHealthIndicator = "HealthIndicator"
	TypeInfoContributor = "InfoContributor"
)

// Informer is a bean that carries @HealthInformer or @InfoInformer.
type Informer struct {
	Name  string // of the component, or of the class
	Bean  int
	Place fault.Place
	Width int // of the text at Place
}
