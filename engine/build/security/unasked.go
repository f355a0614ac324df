package security

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// checkUnasked reports demands on methods that only the application itself calls: there is no user to check, so the decorator would
// promise what does not happen.
func (b *builder) checkUnasked() {
	listens := map[int]bool{}
	for _, l := range b.out.Listeners {
		listens[l.Handler] = true
	}
	asked := map[methodOf]bool{}
	for i, h := range b.out.Handlers {
		if !listens[i] {
			asked[methodOf{h.Owner, h.Method}] = true
		}
	}
	seen := map[*declared.Declaration]bool{}
	check := func(class manifest.Ref, method, why string) {
		owner := b.Classes[class]
		if method == "" || owner == nil || owner.Class == nil || asked[methodOf{class, method}] {
			return
		}
		chain := b.Chain(owner)
		for _, link := range chain[declaring(chain, method):] {
			for _, d := range link.On(method) {
				if isDemand(d.Decorator) && !seen[d] {
					seen[d] = true
					problem := b.SpotOf(link, d).Problem(codeDemand, "@%s of %s has no caller to check", d.Decorator, link.NameOf(d))
					b.Report(fault.Explain(problem, why,
						"remove it; if other callers need the check, give them a method of their own with the decorator"))
				}
			}
		}
	}
	for _, l := range b.out.Listeners {
		h := b.out.Handlers[l.Handler]
		check(h.Owner, h.Method, "fwrun calls it with messages of a queue, and does not check who sent them")
	}
	for _, s := range b.out.Schedules {
		check(b.out.Beans[s.Bean].Class, s.Method, "fwrun calls it on a schedule, without a user")
	}
}
