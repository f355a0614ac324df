package web

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// builder finds the handlers of requests, and how values are written.
type builder struct {
	*declared.Source
	out   *manifest.Manifest
	forms map[any]*manifest.Form // by class, and by the first field of a shape
}

// Build finds the handlers with their routes, and the beans that take part in the requests of others.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m}
	b.handlers()
	b.intercepting()
	b.misspeltHooks()
	b.dataMembers()
}

// CheckConstraints reports the constraints that are never checked. It is called after everything that binds
// values.
func CheckConstraints(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m}
	b.unchecked()
}

// DescribeData says how values of classes and results of handlers are written. It is called last, for an
// application without mistakes.
func DescribeData(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m, forms: map[any]*manifest.Form{}}
	b.written()
	b.handlerForms()
}
