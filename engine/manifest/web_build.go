package manifest

// webBuilder finds what answers requests, and how values look on the wire.
type webBuilder struct {
	*Source
	out   *Manifest
	forms map[any]*Form // by class, and by the first field of a shape
}

// buildWeb finds the handlers with their routes, and what has a part in the requests of others.
func buildWeb(src *Source, m *Manifest) {
	b := &webBuilder{Source: src, out: m}
	b.handlers()
	b.intercepting()
	b.misspeltHooks()
	b.dataMembers()
}

// checkConstraints reports the constraints that nothing is held against. It comes when all that binds values is known.
func checkConstraints(src *Source, m *Manifest) {
	b := &webBuilder{Source: src, out: m}
	b.unchecked()
}

// describeData says how values of classes and results of handlers are written. It comes last, for an application without mistakes.
func describeData(src *Source, m *Manifest) {
	b := &webBuilder{Source: src, out: m, forms: map[any]*Form{}}
	b.written()
	b.handlerForms()
}
