package beans

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/schema"
)

// builder finds the beans and what each of them is given.
type builder struct {
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

// Build finds every bean, what it asks for, and what the configuration sets of it.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m, unread: map[*manifest.Settings][]schema.Unset{}}
	b.find()
	b.inject()
	b.settings()
}

// Order puts the beans into the order in which they are created. From then on their indexes are what they are in the
// manifest.
func Order(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m}
	b.renumber(b.order())
	b.listSettings()
}
