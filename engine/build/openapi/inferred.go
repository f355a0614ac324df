package openapi

import (
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/infer"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
)

// Infer finds the types of results that are not declared. It is called for an application without mistakes, before it is settled how
// results are written.
func Infer(src *declared.Source, m *manifest.Manifest) {
	types := infer.New(src.Project)
	for _, h := range m.Handlers {
		if !isOpen(src, h) {
			continue
		}
		file, class, gives := returned(src, h)
		written := types.Result(file, class, gives)
		if written == nil {
			continue
		}
		if t, problem := src.Types.Result(file, written); problem == nil && says(t) {
			h.Inferred = t
		}
	}
}

// isOpen reports whether the result of a handler is not declared, and may be what its code returns: a ResponseEntity that it is given is
// another way to answer.
func isOpen(src *declared.Source, h *manifest.Handler) bool {
	_, isMisread := src.Misread[h]
	return h.Operation != nil && h.Result != nil && h.Result.Kind == schema.Untyped && !h.Wrapped && !isMisread &&
		!slices.ContainsFunc(h.Params, func(p manifest.Param) bool {
			return p.Origin == manifest.FromHost && p.Type.Name == manifest.TypeResponse
		})
}

// returned returns what a handler gives, and where that is written.
func returned(src *declared.Source, h *manifest.Handler) (*source.File, *source.Class, *source.Expr) {
	if h.Method == "" {
		if owner := src.Function(h.Owner); owner != nil {
			return owner.File, nil, owner.Function.Gives
		}
		return nil, nil, nil
	}
	owner := src.Classes[h.Owner]
	if owner == nil || owner.Class == nil {
		return nil, nil, nil
	}
	chain := src.Chain(owner)
	at := slices.IndexFunc(chain, func(link *declared.Owner) bool { return link.Member(h.Method) != nil })
	if at < 0 {
		return nil, nil, nil
	}
	return chain[at].File, chain[at].Class, chain[at].Member(h.Method).Gives
}

// says reports whether a type says more than that there is a result.
func says(t *schema.Type) bool {
	switch t.Kind {
	case schema.Untyped:
		return false
	case schema.Any:
		return t.OneOf != nil || t.Elem != nil
	case schema.Host:
		return t.Elem == nil || says(t.Elem)
	}
	return true
}
