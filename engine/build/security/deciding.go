package security

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/platform/fault"
)

func isDeciding(decorator string) bool {
	return decorator == preAuthorize || decorator == postAuthorize
}

// deciding returns the decorator with a function that decides on the calls of a method, and the class that has it: the one that declares
// the method, or else one that this extends.
func (g *guard) deciding(owner *declared.Owner, method, decorator string) (declares *declared.Owner, d *declared.Declaration) {
	chain := g.Chain(owner)
	for _, link := range chain[declaring(chain, method):] {
		if d := declared.First(link.On(method), decorator); d != nil {
			return link, d
		}
	}
	return nil, nil
}

// checkDeciding reports functions that contradict each other, or that decide on the result of a method that has none.
func (b *builder) checkDeciding(owner *declared.Owner, member string) {
	seen := map[string]bool{}
	list := owner.On(member)
	for _, d := range list {
		switch {
		case !isDeciding(d.Decorator):
			continue
		case seen[d.Decorator]:
			problem := b.SpotOf(owner, d).Problem(codeDemand, "%s has @%s twice", owner.NameOf(d), d.Decorator)
			b.Report(fault.Explain(problem, "one function decides", "write one function that asks both: (who, args) => … && …"))
		case d.Decorator == postAuthorize && declared.First(list, "Async") != nil:
			problem := b.SpotOf(owner, d).Problem(codeDemand, "%s has both @PostAuthorize and @Async", owner.NameOf(d))
			b.Report(fault.Explain(problem, "the caller continues at once and does not get a result", "write @PreAuthorize, which decides before the call"))
		}
		seen[d.Decorator] = true
	}
}
