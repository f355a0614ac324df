package openapi

import (
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// Untyped lists the handlers of documented routes whose answers have no type, neither a declared one nor one that their code shows.
func Untyped(m *manifest.Manifest) []string {
	names := []string{}
	for _, r := range m.Routes {
		h := m.Handlers[r.Handler]
		if h.Operation != nil && !h.Operation.Hidden && !isTyped(h, r) && !slices.Contains(names, h.Name) {
			names = append(names, h.Name)
		}
	}
	slices.Sort(names)
	return names
}

// isTyped reports whether the successes of a handler have a type, or need none.
func isTyped(h *manifest.Handler, r *manifest.Route) bool {
	t := h.Answers()
	if isEntity(t) {
		t = t.Elem
	}
	if t != nil && t.Kind != schema.Untyped {
		return true
	}
	mayBeObject := func(m media) bool { return m.isJSON() || m.isXML() || m.isRange() }
	if stated := mediaList(r.Produces); len(stated) > 0 && !slices.ContainsFunc(stated, mayBeObject) {
		return true
	}
	declares := false
	for _, a := range h.Operation.Answers {
		if a.Status[0] == '2' && a.Type == nil && a.Media == "" && a.Status != "204" && a.Status != "205" {
			return false
		}
		declares = declares || a.Status[0] == '2' || a.Status[0] == '3'
	}
	return declares
}
