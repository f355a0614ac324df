package health

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// Decorators lists @HealthInformer and @InfoInformer.
func Decorators() []declared.Decorator {
	named := []declared.Option{{Name: "name", Kind: declared.Text}}
	return []declared.Decorator{
		{Name: string(manifest.HealthInformer), First: "name", Targets: declared.OnClass, Options: named},
		{Name: string(manifest.InfoInformer), First: "name", Targets: declared.OnClass, Options: named},
	}
}
