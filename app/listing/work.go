package listing

import (
	"cmp"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
)

// Work returns what a call of a handler is for: GET /users/{id}, tool user_find, queue jobs; the handler's name for anything else.
func Work(m *manifest.Manifest, handler int) string {
	for _, r := range m.Routes {
		if r.Handler == handler {
			return cmp.Or(strings.Join(r.Methods, "|"), "*") + " " + r.Path
		}
	}
	for _, t := range m.Tools {
		if t.Handler == handler {
			return "tool " + t.Name
		}
	}
	for _, r := range m.Resources {
		if r.Handler == handler {
			return "resource " + r.URI
		}
	}
	for _, p := range m.Prompts {
		if p.Handler == handler {
			return "prompt " + p.Name
		}
	}
	for _, l := range m.Listeners {
		if l.Handler == handler {
			return "queue " + l.Queue
		}
	}
	if handler >= 0 && handler < len(m.Handlers) {
		return m.Handlers[handler].Name
	}
	return ""
}
