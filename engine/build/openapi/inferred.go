package openapi

import (
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
)

// Infer finds the types of results that are not declared. It is called for an application without mistakes, before it is settled how
// results are written.
func Infer(src *declared.Source, m *manifest.Manifest) {
	type spot struct {
		path   string
		offset int
	}
	given := make(map[spot]*source.Type, len(src.Results))
	for _, r := range src.Results {
		given[spot{r.Path, r.Offset}] = r.Type
	}
	for _, h := range m.Handlers {
		if !isOpen(src, h) {
			continue
		}
		file, at := writtenAt(src, h)
		if file == nil {
			continue
		}
		written := given[spot{file.Path, at.Offset}]
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

// writtenAt returns where the name of a handler is written.
func writtenAt(src *declared.Source, h *manifest.Handler) (file *source.File, at source.Pos) {
	if h.Method == "" {
		if owner := src.Function(h.Owner); owner != nil {
			return owner.File, owner.Function.Pos
		}
		return nil, at
	}
	owner := src.Classes[h.Owner]
	if owner == nil || owner.Class == nil {
		return nil, at
	}
	chain := src.Chain(owner)
	i := slices.IndexFunc(chain, func(link *declared.Owner) bool { return link.Member(h.Method) != nil })
	if i < 0 {
		return nil, at
	}
	return chain[i].File, chain[i].Member(h.Method).Pos
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
