package web

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// builder finds what answers requests, and how values look on the wire.
type builder struct {
	*declared.Source
	out   *manifest.Manifest
	forms map[any]*manifest.Form // by class, and by the first field of a shape
}

// Build finds the handlers with their routes, and what has a part in the requests of others.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m}
	b.handlers()
	b.intercepting()
	b.misspeltHooks()
	b.dataMembers()
}

// CheckConstraints reports the constraints that nothing is held against. It comes when all that binds values is known.
func CheckConstraints(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m}
	b.unchecked()
}

// DescribeData says how values of classes and results of handlers are written. It comes last, for an application without mistakes.
func DescribeData(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m, forms: map[any]*manifest.Form{}}
	b.written()
	b.handlerForms()
}
