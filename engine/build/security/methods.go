package security

import (
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
)

// guard puts demands around the methods that other beans call, and functions that decide around those that have one.
type guard struct {
	*builder
	guarded     map[*declared.Owner]bool // the classes whose prototypes may be changed
	called      map[methodOf]bool        // the methods that the application calls itself, in the classes that have them
	controllers map[manifest.Ref]bool    // the classes that have handlers of requests, whose demands are for these alone
}

type methodOf struct {
	class  manifest.Ref
	method string
}

func newGuard(b *builder) *guard {
	g := &guard{b, map[*declared.Owner]bool{}, map[methodOf]bool{}, map[manifest.Ref]bool{}}
	for _, owner := range b.Ordered {
		if owner.Class != nil && b.Scans(owner) && !b.IsLeftOut(owner) {
			g.guarded[owner] = true
		}
	}
	for _, h := range b.out.Handlers {
		g.call(h.Owner, h.Method)
	}
	for _, s := range b.out.Schedules {
		g.call(b.out.Beans[s.Bean].Class, s.Method)
	}
	for _, f := range b.out.Finders {
		g.call(b.out.Beans[f.Bean].Class, manifest.FinderMethod)
	}
	for _, bean := range b.out.Beans {
		if bean.Stereotype == manifest.Produced {
			g.call(b.out.Beans[bean.Factory].Class, bean.FactoryMethod)
		}
		for _, hook := range slices.Concat(bean.Init, bean.Destroy, bean.WorkerStart, bean.Ready, bean.WorkerStop) {
			g.call(bean.Class, hook.Method)
		}
	}
	for _, r := range b.out.Routes {
		if owner := b.Classes[b.out.Handlers[r.Handler].Owner]; owner != nil && owner.Class != nil {
			for _, link := range b.Chain(owner) {
				g.controllers[link.Ref] = true
			}
		}
	}
	return g
}

// call notes that the application calls a method itself, on behalf of a caller who was checked elsewhere, or of nobody.
func (g *guard) call(class manifest.Ref, method string) {
	owner := g.Classes[class]
	if method == "" || owner == nil || owner.Class == nil {
		return
	}
	chain := g.Chain(owner)
	for _, link := range chain[:declaring(chain, method)+1] {
		g.called[methodOf{link.Ref, method}] = true
	}
}

// methods puts what asks callers around all methods that have it. Those that a class inherits come last, since they go around what their own
// class has put around them.
func (g *guard) methods() {
	var inherited []*manifest.Advised
	for _, owner := range g.Ordered {
		if !g.guarded[owner] {
			continue
		}
		chain := g.Chain(owner)
		seen := map[string]bool{}
		for at, link := range chain {
			for _, m := range link.Class.Members {
				if m.Static || seen[m.Name] {
					continue
				}
				seen[m.Name] = true
				if advised := g.method(chain[:at+1], m); advised != nil && at > 0 {
					inherited = append(inherited, advised)
				}
			}
		}
	}
	g.out.Advised = append(g.out.Advised, inherited...)
}

// method puts around a method of a class, which the last class of the chain declares, what asks its callers, if that is not around it
// yet. It returns the method if the class inherits it.
func (g *guard) method(chain []*declared.Owner, m *source.Member) *manifest.Advised {
	owner, declares := chain[0], chain[len(chain)-1]
	list := g.asking(chain, m)
	if len(list) == 0 {
		return nil
	}
	if what := declared.ObstacleOf(m); what != declared.None {
		g.checkObstacle(declares, m, what)
		return nil
	}
	list = slices.DeleteFunc(list, func(a manifest.Aspect) bool { return a.Demand != nil && a.Demand.AllowsAnyone() })
	if len(list) == 0 {
		return nil
	}
	if owner == declares {
		g.put(owner, m, list)
		return nil
	}
	advised := owner.Advised(m)
	advised.Place = declares.At(m).Place
	advised.Aspects = list
	return advised
}

// asking lists what asks the callers of a method, from the outside in, without what a base class puts around it.
func (g *guard) asking(chain []*declared.Owner, m *source.Member) (list []manifest.Aspect) {
	owner := chain[0]
	above := func(puts func(link *declared.Owner) bool) bool {
		return slices.ContainsFunc(chain[1:], func(link *declared.Owner) bool { return g.guarded[link] && puts(link) })
	}
	demand := g.demandOn(owner, m.Name)
	if demand != nil && !above(func(link *declared.Owner) bool { return g.demandOn(link, m.Name) != nil }) {
		list = append(list, manifest.Aspect{Decorator: demand.Decorator, Bean: -1, Demand: demand, Place: demand.Place})
	}
	for _, decorator := range []string{preAuthorize, postAuthorize} {
		declares, d := g.deciding(owner, m.Name, decorator)
		if d == nil || above(func(*declared.Owner) bool { return true }) {
			continue
		}
		list = append(list, manifest.Aspect{
			Decorator: decorator, Bean: -1, Record: d.Record, Place: g.SpotOf(declares, d).Place,
			Options: manifest.Options{"mayWait": g.called[methodOf{owner.Ref, m.Name}], "rest": len(m.Params) > 0 && m.Params[len(m.Params)-1].Rest},
		})
	}
	return list
}

// demandOn returns what is demanded of those who call a method of a class, unless the application calls it itself.
func (g *guard) demandOn(owner *declared.Owner, method string) *manifest.Demand {
	if g.called[methodOf{owner.Ref, method}] {
		return nil
	}
	return g.ofMethod(owner, method, !g.controllers[owner.Ref])
}

// checkObstacle reports a decorator on a member that cannot have an aspect. An abstract method says what is demanded for those which
// implement it, and a class says nothing of the members that cannot have it.
func (g *guard) checkObstacle(owner *declared.Owner, m *source.Member, what declared.Obstacle) {
	if what == declared.Abstract {
		return
	}
	for _, d := range owner.On(m.Name) {
		if isDemand(d.Decorator) || isDeciding(d.Decorator) {
			g.ReportObstacle(owner, m, d, what)
			return
		}
	}
}

// put puts what asks callers around a method that a class declares: within its own aspects of the application, and outside of all others, since
// it is the caller who is asked, and a value of a cache is not for everybody.
func (g *guard) put(owner *declared.Owner, m *source.Member, list []manifest.Aspect) {
	i := slices.IndexFunc(g.out.Advised, func(a *manifest.Advised) bool { return a.Class == owner.Ref && a.Method == m.Name })
	if i < 0 {
		i = len(g.out.Advised)
		g.out.Advised = append(g.out.Advised, owner.Advised(m))
	}
	advised := g.out.Advised[i]
	at := slices.IndexFunc(advised.Aspects, func(a manifest.Aspect) bool { return a.Decorator != "Around" })
	if at < 0 {
		at = len(advised.Aspects)
	}
	advised.Aspects = slices.Insert(advised.Aspects, at, list...)
}
