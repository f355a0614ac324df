package declared

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// SuppliedToHandlers reports whether the host passes objects of one of its types to handlers.
func SuppliedToHandlers(name string) bool {
	switch name {
	case manifest.TypeRequest, manifest.TypeResponse, manifest.TypeToolContext, manifest.TypePrincipal, manifest.TypeSession:
		return true
	}
	return false
}

// ConstrainParam adds the constraints of a parameter's decorators to its type.
func (src *Source) ConstrainParam(t *schema.Type, owner *Owner, p *source.Param, on []*Declaration, handler string) *schema.Type {
	if t != nil && t.Standard != nil {
		src.unconstrained(owner, p, on, handler)
		return t
	}
	return src.Constrain(t, on, fmt.Sprintf("the parameter %s of %s", p.Name, handler), func(d *Declaration) fault.Spot {
		if w, found := src.among(owner, p.Decorators, d.Shown()); found {
			return WrittenAt(owner, w)
		}
		return owner.AtParam(p)
	})
}

// Handler adds a handler to the manifest.
func (src *Source) Handler(m *manifest.Manifest, h manifest.Handler) *manifest.Handler {
	h.Index = len(m.Handlers)
	h.Guarded = h.Bean >= 0 && m.Beans[h.Bean].Is(manifest.TypeControllerInterceptor)
	m.Handlers = append(m.Handlers, &h)
	return &h
}

// Result resolves the type that a handler returns. Nothing is bound to it, so a type that is not read is treated as unknown, with a
// warning: documents cannot describe it.
func (src *Source) Result(h *manifest.Handler, owner *Owner, written *source.Type) {
	t, problem := src.Types.Result(owner.File, written)
	if problem == nil {
		h.Result = t
		problem = src.unreadBody(owner, written, t)
	} else {
		h.Result, src.Misread[h] = &schema.Type{Kind: schema.Untyped, Place: problem.Place}, Naming("the result of "+h.Name, *problem)
	}
	if problem != nil {
		d := Naming("the result of "+h.Name, *problem)
		d.Severity = fault.Warning
		src.Report(d)
	}
}

// unreadBody returns the problem with T in ResponseEntity<T>, which its type has no place for.
func (src *Source) unreadBody(owner *Owner, written *source.Type, t *schema.Type) *fault.Diagnostic {
	for written != nil && written.Name == "Promise" && len(written.Args) == 1 {
		written = written.Args[0]
	}
	if written == nil || t.Kind != schema.Host || t.Elem != nil || len(written.Args) != 1 {
		return nil
	}
	_, problem := src.Types.Result(owner.File, written.Args[0])
	return problem
}

// IsToken reports whether s is an HTTP token (RFC 9110, 5.6.2).
func IsToken(s string) bool {
	for _, r := range s {
		letter := r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r) {
			return false
		}
	}
	return s != ""
}
