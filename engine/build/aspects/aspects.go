package aspects

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// aspects finds the methods with aspects, and the beans that these need.
func (b *builder) aspects() {
	for _, owner := range b.Ordered {
		if owner.Class == nil || !b.Scans(owner) || b.IsLeftOut(owner) {
			continue
		}
		for _, m := range owner.Class.Members {
			if advised := b.advised(owner, m); len(advised.Aspects) > 0 {
				b.out.Advised = append(b.out.Advised, advised)
			}
		}
	}
	for _, bean := range b.out.Beans {
		b.needAspects(bean)
	}
}

// advised collects the aspects of a method: its own decorators, and those on its class for all methods that can
// have them.
func (b *builder) advised(owner *declared.Owner, m *source.Member) *manifest.Advised {
	out := owner.Advised(m)
	if m.Static {
		return out
	}
	var on []*declared.Declaration
	for _, d := range slices.Backward(owner.On(m.Name)) { // in the order in which they are written
		if rankOf(d.Decorator) >= 0 && b.mayAdvise(owner, m, d) && !b.isTwice(owner, d, on) {
			on = append(on, d)
		}
	}
	if declared.ObstacleOf(m) == declared.None {
		for _, d := range slices.Backward(owner.Own) {
			if rankOf(d.Decorator) >= 0 && (d.Decorator == "Around" || declared.First(on, d.Decorator) == nil) {
				on = append(on, d)
			}
		}
	}
	for _, d := range on {
		if aspect, ok := b.aspect(owner, out, d); ok {
			out.Aspects = append(out.Aspects, aspect)
		}
	}
	slices.SortStableFunc(out.Aspects, func(x, y manifest.Aspect) int { return cmp.Compare(rankOf(x.Decorator), rankOf(y.Decorator)) })
	return out
}

func rankOf(decorator string) int { return slices.Index(aspectOrder, decorator) }

// mayAdvise reports whether a member can have an aspect; otherwise it adds a problem.
func (b *builder) mayAdvise(owner *declared.Owner, m *source.Member, d *declared.Declaration) bool {
	if what := declared.ObstacleOf(m); what != declared.None {
		b.ReportObstacle(owner, m, d, what)
		return false
	}
	return d.Decorator != "Async" || b.mayBeAsync(owner, m, d)
}

// mayBeAsync reports whether a method may carry @Async, which callers do not wait for; otherwise it adds a
// problem.
func (b *builder) mayBeAsync(owner *declared.Owner, m *source.Member, d *declared.Declaration) bool {
	s := b.SpotOf(owner, d)
	switch {
	case owner.Find(string(manifest.RestController)) != nil:
		problem := s.Problem(declared.CodeAspectTarget, "@Async is on %s, a method of a controller", owner.NameOf(d))
		b.Report(fault.Explain(problem, "a controller's result is the response, and an async call has no result",
			"move the work to an @Async method of a service, and call that"))
	case !isVoid(m.Type):
		problem := s.Problem(declared.CodeAspectTarget, "@Async is on %s, which returns %s", owner.NameOf(d), fault.Article(m.Type.String()))
		b.Report(fault.Explain(problem, "the caller continues at once and does not get a result", "return nothing, or remove @Async and await the method"))
	default:
		return true
	}
	return false
}

// isVoid reports whether a method with this type returns nothing; an undeclared type may be void.
func isVoid(t *source.Type) bool {
	if t != nil && declared.IsPromise(t) && len(t.Args) == 1 {
		t = t.Args[0]
	}
	return t == nil || slices.Contains([]string{"void", "undefined", "null", "Promise"}, t.String())
}

// isTwice reports whether a decorator is repeated on a method although it cannot be; if so, it adds a problem.
func (b *builder) isTwice(owner *declared.Owner, d *declared.Declaration, before []*declared.Declaration) bool {
	if d.Decorator == "Around" || d.Decorator == "CacheEvict" || declared.First(before, d.Decorator) == nil {
		return false
	}
	problem := b.SpotOf(owner, d).Problem(codeAspectOption, "%s has @%s twice", owner.NameOf(d), d.Decorator)
	b.Report(fault.Explain(problem, "the two contradict each other", "remove one of them"))
	return true
}

// needAspects lets a bean depend on the aspects around its methods, so that they are made first.
func (b *builder) needAspects(bean *manifest.Bean) {
	owner := b.Classes[bean.Class]
	if owner == nil || owner.Class == nil {
		return
	}
	for _, link := range b.Chain(owner) {
		for _, advised := range b.out.Advised {
			if advised.Class != link.Ref {
				continue
			}
			for _, aspect := range advised.Aspects {
				if aspect.Bean >= 0 {
					bean.Aspects = append(bean.Aspects, manifest.Injection{Bean: aspect.Bean, Place: aspect.Place})
				}
			}
		}
	}
}

// aspectBean returns the index of the bean that @Around names. If there is none, it reports that and returns -1.
func (b *builder) aspectBean(owner *declared.Owner, d *declared.Declaration) int {
	ref, _ := d.Options["aspect"].(manifest.Ref)
	s := b.SpotOf(owner, d)
	name := b.ClassName(ref)
	i := slices.IndexFunc(b.out.Beans, func(bean *manifest.Bean) bool { return bean.Class == ref })
	switch {
	case i < 0:
		problem := s.Problem("aspect-bean", "@Around names %s, which is not a bean", name)
		b.Report(fault.Explain(problem, "an aspect must be a bean", fmt.Sprintf("write @Component above class %s", name)))
	case !b.out.Beans[i].Is("Aspect"):
		problem := s.Problem("aspect-bean", "@Around names %s, which is not an aspect", name)
		b.Report(fault.Explain(problem, "an aspect must extend Aspect", fmt.Sprintf("write class %s extends Aspect { "+
			"around(call) { return call.proceed(); } }", name)))
	default:
		return i
	}
	return -1
}
