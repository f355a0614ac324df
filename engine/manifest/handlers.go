package manifest

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// handlers finds every handler, with its parameters and the routes that lead to it.
func (b *webBuilder) handlers() {
	for _, bean := range b.beans {
		if bean.Stereotype == RestController {
			b.controller(bean)
		}
	}
	for _, owner := range b.ordered {
		if owner.function != nil && b.scans(owner) {
			b.functionHandler(owner)
		}
	}
	b.duplicateRoutes()
}

// controller reads the mapped methods of a class and of its base classes; a method
// that the class writes again hides the base's.
func (b *webBuilder) controller(bean *Bean) {
	chain := b.chain(b.classes[bean.Class])
	before := b.prefix(chain)
	seen := map[string]bool{}
	for _, owner := range chain {
		for _, d := range owner.members {
			method := owner.member(d.Member)
			if d.Target == OnParam || !isMappingName(d.Decorator) || method == nil || seen[d.Member] {
				continue
			}
			if problem, bad := unmappable(owner, method, d, b.spotOf(owner, d)); bad {
				b.report(problem)
				continue
			}
			b.method(bean, owner, method, d, before)
		}
		for _, m := range owner.class.Members {
			seen[m.Name] = true
		}
	}
}

// isMappingName reports whether a decorator maps requests to what it stands on.
func isMappingName(decorator string) bool { return strings.HasSuffix(decorator, "Mapping") }

// unmappable says why a request cannot be answered by a member.
func unmappable(owner *declared, m *source.Member, d *Declaration, s fault.Spot) (problem fault.Diagnostic, bad bool) {
	what, hint := "", ""
	switch {
	case m.Kind != source.Method:
		what, hint = "not a method", "write it as one: "+m.Name+"(…) { … }"
	case m.Abstract:
		what, hint = "abstract", "write the mapping on the methods that implement it"
	case m.Access != source.Public:
		what, hint = "not public", "make it public; whoever can send a request can call it"
	default:
		return problem, false
	}
	problem = s.Problem("route-target", "@%s stands on %s.%s, which is %s", d.Decorator, owner.name(), m.Name, what)
	problem.Hint = hint
	return problem, true
}

// method makes the handler of a mapping on a method.
func (b *webBuilder) method(bean *Bean, owner *declared, m *source.Member, d *Declaration, before *prefix) {
	h := b.handler(b.out, Handler{
		Name: bean.TypeName + "." + m.Name, Bean: bean.Index, Owner: bean.Class, Method: m.Name,
		Async: m.Async, Wrapped: b.foreign(owner.file, m.Decorators), Doc: m.Doc, Place: owner.at(m).Place,
	})
	s := b.spotOf(owner, d)
	routes := b.routes(h, d, before, s)
	h.Params = b.bind(parameters{
		owner: owner, handler: h.Name, list: m.Params, vars: varsOf(routes), spot: s,
		on: func(i int) []*Declaration { return owner.onParam(m.Name, i) },
	})
	b.result(h, owner, m.Type)
}

// functionHandler makes a handler of each mapping around an exported function.
func (b *webBuilder) functionHandler(owner *declared) {
	f := owner.function
	for _, d := range owner.own {
		if !isMappingName(d.Decorator) {
			continue
		}
		h := b.handler(b.out, Handler{
			Name: owner.name(), Bean: -1, Owner: owner.ref,
			Async: f.Async, Wrapped: b.foreign(owner.file, f.Wrappers), Doc: f.Doc, Place: owner.spot().Place,
		})
		s := b.spotOf(owner, d)
		routes := b.routes(h, d, nil, s)
		p := parameters{owner: owner, handler: h.Name, list: f.Params, vars: varsOf(routes), spot: s, function: true}
		p.entries, _ = d.Options["params"].(map[string]any)
		p.on = p.fromEntries
		h.Params = b.bind(p)
		b.result(h, owner, f.Type)
	}
}

// handler adds a handler to the manifest.
func (src *Source) handler(m *Manifest, h Handler) *Handler {
	h.Index = len(m.Handlers)
	h.Guarded = h.Bean >= 0 && m.Beans[h.Bean].Is(typeControllerInterceptor)
	m.Handlers = append(m.Handlers, &h)
	return &h
}

// result resolves what a handler returns. Nothing is bound to it, so a type that has no form
// here is as good as none, and only a name that means nothing is worth a warning.
func (src *Source) result(h *Handler, owner *declared, written *source.Type) {
	t, problem := src.Types.Result(owner.file, written)
	if problem == nil {
		h.Result = t
		return
	}
	d := naming(fmt.Sprintf("the result of %s", h.Name), *problem)
	h.Result, src.misread[h] = &schema.Type{Kind: schema.Untyped, Place: problem.Place}, d
	if problem.Code == schema.CodeUnknown {
		d.Severity = fault.Warning
		src.report(d)
	}
}
