package build

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/schema"
)

// beansBuilder finds the beans and what each of them is given.
type beansBuilder struct {
	*declared.Source
	out    *manifest.Manifest
	missed []missed                              // the beans that were left out
	unread map[*manifest.Settings][]schema.Unset // settings that no field reads
}

// missed is a bean that was left out, and what it could have been asked for by.
type missed struct {
	manifest.LeftOut
	types []string
}

// buildBeans finds every bean, what it asks for, and what the configuration sets of it.
func buildBeans(src *declared.Source, m *manifest.Manifest) {
	b := &beansBuilder{Source: src, out: m, unread: map[*manifest.Settings][]schema.Unset{}}
	b.find()
	b.inject()
	b.settings()
}

// orderBeans puts the beans into the order in which they are created. From then on their indexes are what they are in the
// manifest.
func orderBeans(src *declared.Source, m *manifest.Manifest) {
	b := &beansBuilder{Source: src, out: m}
	b.renumber(b.order())
	b.listSettings()
}
