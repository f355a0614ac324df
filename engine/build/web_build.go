package build

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// webBuilder finds what answers requests, and how values look on the wire.
type webBuilder struct {
	*declared.Source
	out   *manifest.Manifest
	forms map[any]*manifest.Form // by class, and by the first field of a shape
}

// buildWeb finds the handlers with their routes, and what has a part in the requests of others.
func buildWeb(src *declared.Source, m *manifest.Manifest) {
	b := &webBuilder{Source: src, out: m}
	b.handlers()
	b.intercepting()
	b.misspeltHooks()
	b.dataMembers()
}

// checkConstraints reports the constraints that nothing is held against. It comes when all that binds values is known.
func checkConstraints(src *declared.Source, m *manifest.Manifest) {
	b := &webBuilder{Source: src, out: m}
	b.unchecked()
}

// describeData says how values of classes and results of handlers are written. It comes last, for an application without mistakes.
func describeData(src *declared.Source, m *manifest.Manifest) {
	b := &webBuilder{Source: src, out: m, forms: map[any]*manifest.Form{}}
	b.written()
	b.handlerForms()
}
