package beans

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// find finds every bean: supplied by the host, with a stereotype, or produced by a @Bean method. The host's are made when
// something asks for them, since most applications use few of them.
func (b *builder) find() {
	for _, h := range b.HostBeans {
		b.add(&manifest.Bean{
			Name: h.Name, Stereotype: manifest.Supplied, TypeName: h.Type, Types: []string{manifest.HostType(h.Type)},
			Primary: h.Primary, PerAsker: h.PerAsker, Lazy: true,
		})
	}
	for _, owner := range b.Ordered {
		if owner.Class != nil && b.Scans(owner) {
			b.component(owner)
		}
	}
	for _, bean := range slices.Clone(b.out.Beans) {
		if bean.Stereotype == manifest.Configuration {
			b.produced(bean)
		}
	}
	b.yield()
	b.duplicates()
	b.Beans = slices.Clone(b.out.Beans)
}

// yield removes the beans of the host that yield to a bean of the application with the same name.
func (b *builder) yield() {
	for _, h := range b.HostBeans {
		named := func(bean *manifest.Bean) bool { return bean.Name == h.Name }
		if !h.Yields || len(b.filter(named)) == 1 {
			continue
		}
		b.out.Beans = slices.DeleteFunc(b.out.Beans, func(bean *manifest.Bean) bool { return named(bean) && bean.Stereotype == manifest.Supplied })
	}
	for i, bean := range b.out.Beans {
		bean.Index = i
	}
}

func (b *builder) add(bean *manifest.Bean) {
	bean.Index = len(b.out.Beans)
	b.out.Beans = append(b.out.Beans, bean)
}

// component registers a class that carries a stereotype. An abstract class is a base class for others, not a bean.
func (b *builder) component(owner *declared.Owner) {
	found, ok := b.Stereotype(owner)
	if !ok {
		return
	}
	if found == nil {
		b.withoutStereotype(owner)
		return
	}
	if owner.Class.Abstract {
		return
	}
	if why, is := b.unmet(owner, owner.Own); is {
		b.leaveOut(manifest.LeftOut{Name: owner.Name(), Why: why, Place: owner.Spot().Place}, b.TypesOf(owner.File, owner.Class))
		b.LeftOut[owner] = true
		return
	}
	bean := &manifest.Bean{
		Name: found.Options.Text("name"), Stereotype: manifest.Stereotype(found.Decorator),
		Class: owner.Ref, TypeName: owner.Name(), Place: owner.Spot().Place, Width: owner.Spot().Length,
		Primary: owner.Find("Primary") != nil, Lazy: owner.Find("Lazy") != nil,
		Types: b.TypesOf(owner.File, owner.Class),
	}
	if strings.Contains(bean.Name, "/") {
		d := b.SpotOf(owner, found).Problem("bean-name",
			"@%s takes the bean's name, but %q looks like a path", found.Decorator, bean.Name)
		d.Hint = fmt.Sprintf("write the path in a @RequestMapping: @%s @RequestMapping(%q)", found.Decorator, bean.Name)
		b.Report(d)
	}
	if bean.Name == "" {
		bean.Name = manifest.BeanName(owner.Name())
	}
	b.members(owner, bean)
	b.add(bean)
}

// withoutStereotype reports decorated members of a class that is not a bean. They would have no effect: a mapped
// method in a class that is not a controller would answer 404.
func (b *builder) withoutStereotype(owner *declared.Owner) {
	if owner.Class.Abstract || b.IsBase(owner) {
		return
	}
	for _, decorator := range append([]string{"RequestMapping", "Transactional", "Around"}, declared.Modifiers...) {
		if d := owner.Find(decorator); d != nil {
			b.Report(declared.NoStereotype(b.SpotOf(owner, d), owner, owner.Name(), d))
			return
		}
	}
	for _, d := range owner.Members {
		if !declared.IsDataDecorator(d.Decorator) && d.Decorator != "Validate" && d.Decorator != "Scheduled" && d.Decorator != "QueueListener" &&
			d.Decorator != "Query" && d.Target != declared.OnParam && !declared.IsForAgents(d.Decorator) {
			b.Report(declared.NoStereotype(b.SpotOf(owner, d), owner, owner.NameOf(d), d))
			return
		}
	}
}

// members checks what is written in a bean's class against its stereotype, and finds the lifecycle methods.
func (b *builder) members(owner *declared.Owner, bean *manifest.Bean) {
	chain := b.Chain(owner)
	for _, link := range chain {
		for _, d := range link.Members {
			wanted := declared.StereotypeFor(d)
			if d.Target != declared.OnMethod || wanted == manifest.Service || wanted == bean.Stereotype {
				continue
			}
			problem := b.SpotOf(link, d).Problem("bean-stereotype",
				"%s has @%s, but %s is a @%s", link.NameOf(d), d.Decorator, bean.TypeName, bean.Stereotype)
			b.Report(fault.Explain(problem, fmt.Sprintf("@%s works only in a @%s", d.Decorator, wanted),
				fmt.Sprintf("write @%s instead of @%s above `class %s`", wanted, bean.Stereotype, bean.TypeName)))
		}
	}
	bean.Init = b.hooks(chain, "PostConstruct")
	bean.Destroy = b.hooks(chain, "PreDestroy")
	bean.WorkerStart, bean.WorkerStop = b.hooks(chain, "OnWorkerStart"), b.hooks(chain, "OnWorkerStop")
	bean.Ready = b.hooks(chain, "OnApplicationReady")
}

// hooks lists the methods with a lifecycle decorator, those of base classes first, each once.
func (b *builder) hooks(chain []*declared.Owner, decorator string) []manifest.Hook {
	var hooks []manifest.Hook
	for _, owner := range slices.Backward(chain) {
		for _, d := range owner.Members {
			m := owner.Member(d.Member)
			known := slices.ContainsFunc(hooks, func(h manifest.Hook) bool { return h.Method == d.Member })
			if d.Decorator != decorator || m == nil || known {
				continue
			}
			hooks = append(hooks, manifest.Hook{Method: d.Member, Place: owner.At(m).Place})
			if declared.Requires(m.Params) {
				problem := owner.At(m).Problem("bean-hook", "%s has @%s and required parameters", owner.NameOf(d), decorator)
				b.Report(fault.Explain(problem, "a lifecycle method is called without arguments",
					"inject beans into fields or the constructor instead"))
			}
		}
	}
	return hooks
}

// decoratorOf returns the decorator that names a bean of a stereotype.
func decoratorOf(s manifest.Stereotype) manifest.Stereotype {
	if s == manifest.Storing {
		return manifest.Service // a repository may carry @Service, but needs no stereotype
	}
	return s
}

// duplicates reports beans with the same name.
func (b *builder) duplicates() {
	seen := map[string]*manifest.Bean{}
	for _, bean := range b.out.Beans {
		other, taken := seen[bean.Name]
		if !taken {
			seen[bean.Name] = bean
			continue
		}
		d := fault.Spot{Place: bean.Place, Length: bean.Width}.Problem("bean-duplicate",
			"two beans are named %q: %s and %s", bean.Name, other.TypeName, bean.TypeName)
		d.Hint = fmt.Sprintf("give one of them another name: @%s(\"%s2\")", decoratorOf(bean.Stereotype), bean.Name)
		if other.Place.File != "" {
			d.Notes = []fault.Note{{Place: other.Place, Text: "the other is declared here"}}
		} else {
			d.Why = "a built-in bean has that name"
		}
		b.Report(d)
	}
}
