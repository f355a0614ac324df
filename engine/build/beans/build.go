package beans

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// builder finds the beans and their dependencies.
type builder struct {
	*declared.Source
	out    *manifest.Manifest
	byType map[string][]*manifest.Bean           // the beans by each of their types, once all are found
	missed []missed                              // the beans that were left out
	unread map[*manifest.Settings][]schema.Unset // settings that no field reads
}

// missed is a bean that was left out, with the types that it could have been injected as.
type missed struct {
	manifest.LeftOut
	types []string
}

// Build finds every bean, its dependencies, and what the configuration sets in it.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m, unread: map[*manifest.Settings][]schema.Unset{}}
	b.find()
	b.inject()
	b.settings()
}

// Order sorts the beans into the order in which they are created. Their indexes do not change any more after it.
func Order(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m}
	b.renumber(b.order())
	b.listSettings()
}
