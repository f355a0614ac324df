package manifest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// Advised is a method with aspects around it. It is that of one class: who inherits it,
// inherits them.
type Advised struct {
	Name    string // OrderService.place
	Class   Ref
	Method  string
	Async   bool     // it is known to give a promise
	Params  []string // by name, "" for a pattern
	Aspects []Aspect // the outermost first
	Place   fault.Place
}

// Aspect is what one decorator puts around a method.
type Aspect struct {
	Decorator string
	// Options are checked and complete: durations are time.Duration, texts have no placeholders
	// any more, and a key or the name of a lock is a *[Template] unless it is a function.
	Options Options
	Bean    int // Around: the aspect; else -1
	Record  int // the declaration's, for what is a value of the script
	Place   fault.Place
}

// aspects finds the methods with aspects, and what those need.
func (b *aspectsBuilder) aspects() {
	for _, owner := range b.ordered {
		if owner.class == nil || !b.scans(owner) || b.isLeftOut(owner) {
			continue
		}
		for _, m := range owner.class.Members {
			if advised := b.advised(owner, m); len(advised.Aspects) > 0 {
				b.out.Advised = append(b.out.Advised, advised)
			}
		}
	}
	for _, bean := range b.out.Beans {
		b.needAspects(bean)
	}
}

// advised collects what stands on a method, and on its class for all methods that can have it.
func (b *aspectsBuilder) advised(owner *declared, m *source.Member) *Advised {
	out := &Advised{
		Name: owner.name() + "." + m.Name, Class: owner.ref, Method: m.Name, Async: m.Async || isPromise(m.Type), Place: owner.at(m).Place,
	}
	for _, p := range m.Params {
		out.Params = append(out.Params, p.Name)
	}
	if m.Static {
		return out
	}
	var on []*Declaration
	for _, d := range slices.Backward(owner.on(m.Name)) { // as they are written
		if rankOf(d.Decorator) >= 0 && b.mayAdvise(owner, m, d) && !b.isTwice(owner, d, on) {
			on = append(on, d)
		}
	}
	if advisable(m) == "" {
		for _, d := range slices.Backward(owner.own) {
			if rankOf(d.Decorator) >= 0 && (d.Decorator == "Around" || first(on, d.Decorator) == nil) {
				on = append(on, d)
			}
		}
	}
	for _, d := range on {
		if aspect, ok := b.aspect(owner, out, d); ok {
			out.Aspects = append(out.Aspects, aspect)
		}
	}
	slices.SortStableFunc(out.Aspects, func(x, y Aspect) int { return cmp.Compare(rankOf(x.Decorator), rankOf(y.Decorator)) })
	return out
}

func rankOf(decorator string) int { return slices.Index(aspectOrder, decorator) }

func isPromise(t *source.Type) bool {
	return t != nil && t.Kind == source.TypeName && t.Name == "Promise"
}

// advisable says what a member is that no aspect can stand around, or "".
func advisable(m *source.Member) string {
	switch {
	case m.Kind != source.Method:
		return "no method"
	case m.Access != source.Public:
		return "not public"
	case m.Abstract:
		return "abstract"
	case m.Generator:
		return "a generator"
	}
	return ""
}

// mayAdvise reports an aspect on a member that cannot have it.
func (b *aspectsBuilder) mayAdvise(owner *declared, m *source.Member, d *Declaration) bool {
	what := advisable(m)
	if what == "" {
		return d.Decorator != "Async" || b.mayBeAsync(owner, m, d)
	}
	why, hint := "an aspect stands around the calls of a method", "write it as one: "+m.Name+"(…) { … }"
	switch what {
	case "not public":
		why, hint = "an aspect stands around what others call", "make it public, or put the decorator on the public method that calls it"
	case "abstract":
		why, hint = "there is nothing yet to stand around", "write the decorator on the methods that implement it"
	case "a generator":
		why, hint = "a generator's body runs when its items are asked for, and the aspect would be over by then",
			"put it on a method that returns a list"
	}
	problem := b.spotOf(owner, d).Problem(codeAspectTarget, "@%s stands on %s, which is %s", d.Decorator, owner.nameOf(d), what)
	b.report(fault.Explain(problem, why, hint))
	return false
}

const codeAspectTarget = "aspect-target"

// mayBeAsync reports a method whose result somebody waits for.
func (b *aspectsBuilder) mayBeAsync(owner *declared, m *source.Member, d *Declaration) bool {
	s := b.spotOf(owner, d)
	switch {
	case owner.find(string(RestController)) != nil:
		problem := s.Problem(codeAspectTarget, "@Async stands on %s, a method of a controller", owner.nameOf(d))
		b.report(fault.Explain(problem, "a controller answers, and what runs later cannot",
			"put the work into a service whose method is @Async, and call that"))
	case !isVoid(m.Type):
		problem := s.Problem(codeAspectTarget, "@Async stands on %s, which returns %s", owner.nameOf(d), fault.Article(m.Type.String()))
		b.report(fault.Explain(problem, "who calls it goes on at once, before there is a result", "return nothing, or take @Async away and await the method"))
	default:
		return true
	}
	return false
}

// isVoid tells the type of a method without a result; none that is written may be one.
func isVoid(t *source.Type) bool {
	if t != nil && isPromise(t) && len(t.Args) == 1 {
		t = t.Args[0]
	}
	return t == nil || slices.Contains([]string{"void", "undefined", "null", "Promise"}, t.String())
}

// isTwice reports a decorator that stands on a method a second time, where one has no room.
func (b *aspectsBuilder) isTwice(owner *declared, d *Declaration, before []*Declaration) bool {
	if d.Decorator == "Around" || d.Decorator == "CacheEvict" || first(before, d.Decorator) == nil {
		return false
	}
	problem := b.spotOf(owner, d).Problem(codeAspectOption, "%s carries @%s twice", owner.nameOf(d), d.Decorator)
	b.report(fault.Explain(problem, "the two say different things of one method", "remove one of them"))
	return true
}

// needAspects has the aspects that stand around a bean's methods made before it.
func (b *aspectsBuilder) needAspects(bean *Bean) {
	owner := b.classes[bean.Class]
	if owner == nil || owner.class == nil {
		return
	}
	for _, link := range b.chain(owner) {
		for _, advised := range b.out.Advised {
			if advised.Class != link.ref {
				continue
			}
			for _, aspect := range advised.Aspects {
				if aspect.Bean >= 0 {
					bean.Aspects = append(bean.Aspects, Injection{Bean: aspect.Bean, Place: aspect.Place})
				}
			}
		}
	}
}

// aspectBean finds the bean that @Around names; -1 when there is none, which is reported.
func (b *aspectsBuilder) aspectBean(owner *declared, d *Declaration) int {
	ref, _ := d.Options["aspect"].(Ref)
	s := b.spotOf(owner, d)
	name := b.className(ref)
	i := slices.IndexFunc(b.out.Beans, func(bean *Bean) bool { return bean.Class == ref })
	switch {
	case i < 0:
		problem := s.Problem("aspect-bean", "@Around names %s, which is no bean", name)
		b.report(fault.Explain(problem, "an aspect is made once, and can ask for other beans", fmt.Sprintf("write @Component above class %s", name)))
	case !b.out.Beans[i].Is("Aspect"):
		problem := s.Problem("aspect-bean", "@Around names %s, which is no aspect", name)
		b.report(fault.Explain(problem, "an aspect extends Aspect", fmt.Sprintf("write class %s extends Aspect { around(call) { return call.proceed(); } }", name)))
	default:
		return i
	}
	return -1
}
