package web

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// handlers finds every handler, with its parameters and the routes that lead to it.
func (b *builder) handlers() {
	for _, bean := range b.Beans {
		if bean.Stereotype == manifest.RestController {
			b.controller(bean)
		}
	}
	for _, owner := range b.Ordered {
		if owner.Function != nil && b.Scans(owner) {
			b.functionHandler(owner)
		}
	}
	b.duplicateRoutes()
}

// controller reads the mapped methods of a class and of its base classes; a method that the class redeclares hides
// that of its base class.
func (b *builder) controller(bean *manifest.Bean) {
	chain := b.Chain(b.Classes[bean.Class])
	before := b.prefix(chain)
	seen := map[string]bool{}
	for _, owner := range chain {
		for _, d := range owner.Members {
			method := owner.Member(d.Member)
			if d.Target == declared.OnParam || !declared.IsMappingName(d.Decorator) || method == nil || seen[d.Member] {
				continue
			}
			if problem, bad := unmappable(owner, method, d, b.SpotOf(owner, d)); bad {
				b.Report(problem)
				continue
			}
			b.method(bean, owner, method, d, before)
		}
		for _, m := range owner.Class.Members {
			seen[m.Name] = true
		}
	}
}

// unmappable says why a member cannot handle requests.
func unmappable(owner *declared.Owner, m *source.Member, d *declared.Declaration, s fault.Spot) (problem fault.Diagnostic, bad bool) {
	what, hint := "", ""
	switch {
	case m.Kind != source.Method:
		what, hint = "not a method", "write it as a method: "+m.Name+"(…) { … }"
	case m.Abstract:
		what, hint = "abstract", "put the mapping on the methods that implement it"
	case m.Access != source.Public:
		what, hint = "not public", "make it public; every client can call it anyway"
	default:
		return problem, false
	}
	problem = s.Problem("route-target", "@%s is on %s.%s, which is %s", d.Decorator, owner.Name(), m.Name, what)
	problem.Hint = hint
	return problem, true
}

// method makes the handler of a mapping on a method.
func (b *builder) method(bean *manifest.Bean, owner *declared.Owner, m *source.Member, d *declared.Declaration, before *prefix) {
	h := b.Handler(b.out, manifest.Handler{
		Name: bean.TypeName + "." + m.Name, Bean: bean.Index, Owner: bean.Class, Method: m.Name,
		Async: m.Async, Wrapped: b.Foreign(owner.File, m.Decorators), Doc: m.Doc, Place: owner.At(m).Place,
	})
	s := b.SpotOf(owner, d)
	routes := b.routes(h, d, before, s)
	h.Params = b.bind(parameters{
		owner: owner, handler: h.Name, list: m.Params, vars: varsOf(routes), spot: s,
		on: func(i int) []*declared.Declaration { return owner.OnParam(m.Name, i) },
	})
	b.Result(h, owner, m.Type)
}

// functionHandler makes a handler of each mapping around an exported function.
func (b *builder) functionHandler(owner *declared.Owner) {
	f := owner.Function
	for _, d := range owner.Own {
		if !declared.IsMappingName(d.Decorator) {
			continue
		}
		h := b.Handler(b.out, manifest.Handler{
			Name: owner.Name(), Bean: -1, Owner: owner.Ref,
			Async: f.Async, Wrapped: b.Foreign(owner.File, f.Wrappers), Doc: f.Doc, Place: owner.Spot().Place,
		})
		s := b.SpotOf(owner, d)
		routes := b.routes(h, d, nil, s)
		p := parameters{owner: owner, handler: h.Name, list: f.Params, vars: varsOf(routes), spot: s, function: true}
		p.entries, _ = d.Options["params"].(map[string]any)
		p.on = p.fromEntries
		h.Params = b.bind(p)
		b.Result(h, owner, f.Type)
	}
}
