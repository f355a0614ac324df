package manifest

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fwrun/fwrun/fault"
)

// find finds every bean: supplied by the host, carrying a stereotype, or produced by a
// @Bean method.
func (b *beansBuilder) find() {
	for _, h := range b.HostBeans {
		b.add(&Bean{
			Name: h.Name, Stereotype: Supplied, TypeName: h.Type, Types: []string{hostType(h.Type)},
			Primary: h.Primary, PerAsker: h.PerAsker,
		})
	}
	for _, owner := range b.ordered {
		if owner.class != nil && b.scans(owner) {
			b.component(owner)
		}
	}
	for _, bean := range slices.Clone(b.out.Beans) {
		if bean.Stereotype == Configuration {
			b.produced(bean)
		}
	}
	b.yield()
	b.duplicates()
	b.beans = slices.Clone(b.out.Beans)
}

// yield leaves those beans of the host out whose names the application has taken.
func (b *beansBuilder) yield() {
	for _, h := range b.HostBeans {
		named := func(bean *Bean) bool { return bean.Name == h.Name }
		if !h.Yields || len(b.filter(named)) == 1 {
			continue
		}
		b.out.Beans = slices.DeleteFunc(b.out.Beans, func(bean *Bean) bool { return named(bean) && bean.Stereotype == Supplied })
	}
	for i, bean := range b.out.Beans {
		bean.Index = i
	}
}

func (b *beansBuilder) add(bean *Bean) {
	bean.Index = len(b.out.Beans)
	b.out.Beans = append(b.out.Beans, bean)
}

// component registers a class that carries a stereotype. An abstract one is a base
// for others, not a bean.
func (b *beansBuilder) component(owner *declared) {
	found, ok := b.stereotype(owner)
	if !ok {
		return
	}
	if found == nil {
		b.withoutStereotype(owner)
		return
	}
	if owner.class.Abstract {
		return
	}
	if why, is := b.unmet(owner, owner.own); is {
		b.leaveOut(LeftOut{Name: owner.name(), Why: why, Place: owner.spot().Place}, b.typesOf(owner.file, owner.class))
		b.leftOut[owner] = true
		return
	}
	bean := &Bean{
		Name: found.Options.Text("name"), Stereotype: Stereotype(found.Decorator),
		Class: owner.ref, TypeName: owner.name(), Place: owner.spot().Place, Width: owner.spot().Length,
		Primary: owner.find("Primary") != nil, Lazy: owner.find("Lazy") != nil,
		Types: b.typesOf(owner.file, owner.class),
	}
	if strings.Contains(bean.Name, "/") {
		d := b.spotOf(owner, found).Problem("bean-name",
			"@%s takes the bean's name, and %q looks like a path", found.Decorator, bean.Name)
		d.Hint = fmt.Sprintf("write the path beside it: @%s @RequestMapping(%q)", found.Decorator, bean.Name)
		b.report(d)
	}
	if bean.Name == "" {
		bean.Name = BeanName(owner.name())
	}
	b.members(owner, bean)
	b.add(bean)
}

// stereotype finds the one that a class carries, nil for none. With several, ok is false.
func (src *Source) stereotype(owner *declared) (found *Declaration, ok bool) {
	for _, s := range []Stereotype{RestController, Service, Component, Configuration} {
		d := owner.find(string(s))
		if d == nil {
			continue
		}
		if found != nil {
			problem := src.spotOf(owner, d).Problem("bean-stereotypes",
				"%s carries both @%s and @%s", owner.name(), found.Decorator, d.Decorator)
			src.report(fault.Explain(problem, "a class becomes one bean of one kind", "remove one of them"))
			return nil, false
		}
		found = d
	}
	for _, s := range []Stereotype{Intercepting, Configured} {
		if found == nil {
			found = owner.find(string(s))
		}
	}
	if found == nil && src.isRepository(owner) {
		found = &Declaration{Decorator: string(Storing), Target: OnClass, Owner: owner.ref}
	}
	return found, true
}

// BeanName is the default name of a bean: the class name with a small first letter.
func BeanName(class string) string {
	r, size := utf8.DecodeRuneInString(class)
	return string(unicode.ToLower(r)) + class[size:]
}

// withoutStereotype reports members that wait for a container that will not come: a
// mapped method in a class that is no controller is a 404 nobody understands.
func (b *beansBuilder) withoutStereotype(owner *declared) {
	if owner.class.Abstract || b.isBase(owner) {
		return
	}
	for _, decorator := range append([]string{"RequestMapping", "Transactional", "Around"}, modifiers...) {
		if d := owner.find(decorator); d != nil {
			b.report(noStereotype(b.spotOf(owner, d), owner, owner.name(), d))
			return
		}
	}
	for _, d := range owner.members {
		if !isDataDecorator(d.Decorator) && d.Decorator != "Validate" && d.Decorator != "Scheduled" && d.Decorator != "Query" && d.Target != OnParam && !isForAgents(d.Decorator) {
			b.report(noStereotype(b.spotOf(owner, d), owner, owner.nameOf(d), d))
			return
		}
	}
}

// noStereotype reports a decorator in a class that is no bean.
func noStereotype(s fault.Spot, owner *declared, what string, d *Declaration) fault.Diagnostic {
	return fault.Explain(s.Problem("bean-no-stereotype", "%s carries @%s, but %s is no bean", what, d.Decorator, owner.name()),
		"a class without a stereotype is never instantiated by the application",
		fmt.Sprintf("write @%s above `class %s`", stereotypeFor(d), owner.name()))
}

// stereotypeFor is the stereotype that a class with such a member is meant to have.
func stereotypeFor(d *Declaration) Stereotype {
	switch {
	case isMappingName(d.Decorator):
		return RestController
	case d.Decorator == "Bean", d.Target == OnMethod && slices.Contains(modifiers, d.Decorator):
		return Configuration
	}
	return Service
}

// members checks what is written in a bean's class against its stereotype, and finds the
// lifecycle methods.
func (b *beansBuilder) members(owner *declared, bean *Bean) {
	chain := b.chain(owner)
	for _, link := range chain {
		for _, d := range link.members {
			wanted := stereotypeFor(d)
			if d.Target != OnMethod || wanted == Service || wanted == bean.Stereotype {
				continue
			}
			problem := b.spotOf(link, d).Problem("bean-stereotype",
				"%s carries @%s, but %s is a @%s", link.nameOf(d), d.Decorator, bean.TypeName, bean.Stereotype)
			b.report(fault.Explain(problem, fmt.Sprintf("only a @%s's methods are looked at for @%s", wanted, d.Decorator),
				fmt.Sprintf("write @%s instead of @%s above `class %s`", wanted, bean.Stereotype, bean.TypeName)))
		}
	}
	bean.Init = b.hooks(chain, "PostConstruct")
	bean.Destroy = b.hooks(chain, "PreDestroy")
	bean.WorkerStart, bean.WorkerStop = b.hooks(chain, "OnWorkerStart"), b.hooks(chain, "OnWorkerStop")
	bean.Ready = b.hooks(chain, "OnApplicationReady")
}

// hooks lists the methods with a lifecycle decorator, base classes' first, each once.
func (b *beansBuilder) hooks(chain []*declared, decorator string) []Hook {
	var hooks []Hook
	for _, owner := range slices.Backward(chain) {
		for _, d := range owner.members {
			m := owner.member(d.Member)
			known := slices.ContainsFunc(hooks, func(h Hook) bool { return h.Method == d.Member })
			if d.Decorator != decorator || m == nil || known {
				continue
			}
			hooks = append(hooks, Hook{d.Member, owner.at(m).Place})
			if requires(m.Params) {
				problem := owner.at(m).Problem("bean-hook", "%s carries @%s and takes parameters", owner.nameOf(d), decorator)
				b.report(fault.Explain(problem, "a lifecycle method is called without arguments",
					"ask for beans in fields or the constructor instead"))
			}
		}
	}
	return hooks
}

// decoratorOf is the one that names a bean of a stereotype.
func decoratorOf(s Stereotype) Stereotype {
	if s == Storing {
		return Service // a repository may carry it, and needs none
	}
	return s
}

// duplicates reports beans of one name.
func (b *beansBuilder) duplicates() {
	seen := map[string]*Bean{}
	for _, bean := range b.out.Beans {
		other, taken := seen[bean.Name]
		if !taken {
			seen[bean.Name] = bean
			continue
		}
		d := fault.Spot{Place: bean.Place, Length: bean.Width}.Problem("bean-duplicate",
			"two beans are named %q: %s and %s", bean.Name, other.TypeName, bean.TypeName)
		d.Hint = fmt.Sprintf("give one of them a name of its own: @%s(\"%s2\")", decoratorOf(bean.Stereotype), bean.Name)
		if other.Place.File != "" {
			d.Notes = []fault.Note{{Place: other.Place, Text: "the other one is here"}}
		} else {
			d.Why = "the name belongs to a bean of the host"
		}
		b.report(d)
	}
}
