package openapi

import (
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Infer finds the types of results that are not declared. It is called for an application without mistakes, before it is settled how
// results are written.
func Infer(src *declared.Source, m *manifest.Manifest) {
	given := make(map[fault.Place]*source.Type, len(src.Results))
	for _, r := range src.Results {
		given[declared.At(r.Path, r.Pos)] = r.Type
	}
	for _, h := range m.Handlers {
		written := given[h.Place]
		if written == nil || !isOpen(src, h) {
			continue
		}
		if t, problem := src.Types.Result(src.Project.File(h.Place.File), written); problem == nil && says(t) {
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
