package aspects

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
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
	out := &manifest.Advised{
		Name: owner.Name() + "." + m.Name, Class: owner.Ref, Method: m.Name, Async: m.Async || isPromise(m.Type), Place: owner.At(m).Place,
	}
	for _, p := range m.Params {
		out.Params = append(out.Params, p.Name)
	}
	if m.Static {
		return out
	}
	var on []*declared.Declaration
	for _, d := range slices.Backward(owner.On(m.Name)) { // in the order in which they are written
		if rankOf(d.Decorator) >= 0 && b.mayAdvise(owner, m, d) && !b.isTwice(owner, d, on) {
			on = append(on, d)
		}
	}
	if advisable(m) == "" {
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

func isPromise(t *source.Type) bool {
	return t != nil && t.Kind == source.TypeName && t.Name == "Promise"
}

// advisable says why a member cannot have aspects, or returns "".
func advisable(m *source.Member) string {
	switch {
	case m.Kind != source.Method:
		return "not a method"
	case m.Access != source.Public:
		return "not public"
	case m.Abstract:
		return "abstract"
	case m.Generator:
		return "a generator"
	}
	return ""
}

// mayAdvise reports whether a member can have an aspect; otherwise it adds a problem.
func (b *builder) mayAdvise(owner *declared.Owner, m *source.Member, d *declared.Declaration) bool {
	what := advisable(m)
	if what == "" {
		return d.Decorator != "Async" || b.mayBeAsync(owner, m, d)
	}
	why, hint := "an aspect wraps the calls of a method", "write it as a method: "+m.Name+"(…) { … }"
	switch what {
	case "not public":
		why, hint = "an aspect wraps the calls that come from other classes", "make it public, or put the decorator on the public method that calls it"
	case "abstract":
		why, hint = "an abstract method has no body to wrap", "put the decorator on the methods that implement it"
	case "a generator":
		why, hint = "a generator's body runs when its items are read, after the aspect has ended",
			"put it on a method that returns a list"
	}
	problem := b.SpotOf(owner, d).Problem(codeAspectTarget, "@%s is on %s, which is %s", d.Decorator, owner.NameOf(d), what)
	b.Report(fault.Explain(problem, why, hint))
	return false
}

const codeAspectTarget = "aspect-target"

// mayBeAsync reports whether a method may carry @Async, which callers do not wait for; otherwise it adds a
// problem.
func (b *builder) mayBeAsync(owner *declared.Owner, m *source.Member, d *declared.Declaration) bool {
	s := b.SpotOf(owner, d)
	switch {
	case owner.Find(string(manifest.RestController)) != nil:
		problem := s.Problem(codeAspectTarget, "@Async is on %s, a method of a controller", owner.NameOf(d))
		b.Report(fault.Explain(problem, "a controller's result is the response, and an async call has no result",
			"move the work to an @Async method of a service, and call that"))
	case !isVoid(m.Type):
		problem := s.Problem(codeAspectTarget, "@Async is on %s, which returns %s", owner.NameOf(d), fault.Article(m.Type.String()))
		b.Report(fault.Explain(problem, "the caller continues at once and does not get a result", "return nothing, or remove @Async and await the method"))
	default:
		return true
	}
	return false
}

// isVoid reports whether a method with this type returns nothing; an undeclared type may be void.
func isVoid(t *source.Type) bool {
	if t != nil && isPromise(t) && len(t.Args) == 1 {
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
		b.Report(fault.Explain(problem, "an aspect must extend Aspect", fmt.Sprintf("write class %s extends Aspect { around(call) { return call.proceed(); } }", name)))
	default:
		return i
	}
	return -1
}
