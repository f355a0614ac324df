package manifest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// offered is a method of a bean that carries one of the agents' decorators.
type offered struct {
	*agentsBuilder
	d     *Declaration
	bean  *Bean
	owner *declared // which declares the member: the bean's class, or a base of it
	m     *source.Member
	spot  fault.Spot
}

// what names the method for people.
func (o *offered) what() string { return o.bean.TypeName + "." + o.m.Name }

func (o *offered) wrong(code, why, hint, format string, args ...any) {
	o.report(fault.Explain(o.spot.Problem(code, format, args...), why, hint))
}

// offeredBy finds every method of a bean that carries a decorator. A method that a class writes
// again hides its base's.
func (b *agentsBuilder) offeredBy(decorator string) []*offered {
	var list []*offered
	for _, bean := range b.beans {
		if bean.Stereotype == Produced {
			continue
		}
		b.eachMember(bean, func(link *declared, m *source.Member) {
			if d := first(link.on(m.Name), decorator); d != nil {
				o := &offered{b, d, bean, link, m, b.spotOf(link, d)}
				o.onlyOnce()
				list = append(list, o)
			}
		})
	}
	b.offeredByNone(decorator)
	return list
}

// offeredByNone reports the decorator in classes that have no stereotype.
func (b *agentsBuilder) offeredByNone(decorator string) {
	for _, owner := range b.ordered {
		if owner.class == nil || !b.scans(owner) || owner.class.Abstract || b.isBase(owner) || b.isLeftOut(owner) {
			continue
		}
		d := first(owner.members, decorator)
		if found, ok := b.stereotype(owner); d == nil || found != nil || !ok {
			continue
		}
		s := b.spotOf(owner, d)
		if i := slices.IndexFunc(b.out.Beans, func(bean *Bean) bool { return bean.Class == owner.ref }); i >= 0 {
			made := b.out.Beans[i]
			b.report(fault.Explain(s.Problem("agent-class", "%s carries @%s, and %s is made by %s", owner.nameOf(d), decorator, owner.name(), b.makers[made].name()+"."+made.FactoryMethod),
				"what agents use are endpoints of a @RestController, and methods of a @Service or a @Component",
				fmt.Sprintf("write @Service above class %s, or a method of a service that calls it", owner.name())))
			continue
		}
		b.report(noStereotype(s, owner, owner.nameOf(d), d))
	}
}

// onlyOnce reports a decorator that stands there a second time.
func (o *offered) onlyOnce() {
	times := 0
	for _, d := range o.owner.on(o.m.Name) {
		if d.Decorator == o.d.Decorator {
			times++
		}
	}
	if times > 1 {
		o.wrong("agent-twice", "the two say different things of one method", "remove one of them, or put it on a method of its own",
			"%s carries @%s twice", o.what(), o.d.Decorator)
	}
}

// callable reports a member that cannot be called from outside.
func (o *offered) callable(code string) bool {
	what, why, hint := "", "", ""
	switch {
	case o.m.Kind != source.Method:
		what, hint = "is not a method", "write it as one: "+o.m.Name+"(…) { … }"
	case o.m.Abstract:
		what, hint = "is abstract", fmt.Sprintf("write @%s on the methods that implement it", o.d.Decorator)
	case o.m.Access != source.Public:
		what, why, hint = "is not public", "agents call it from outside of the class", "make it public, or put the decorator on a public method that calls it"
	case o.m.Generator:
		what, why, hint = "is a generator", "agents are given one result", "return a list"
	default:
		return true
	}
	o.wrong(code, why, hint, "@%s stands on %s, which %s", o.d.Decorator, o.what(), what)
	return false
}

// ofService reports whether the bean is one whose methods are called as they are.
func (o *offered) ofService() bool {
	return o.bean.Stereotype == Service || o.bean.Stereotype == Component
}

// handlerOf makes the handler of a method that no request leads to.
func (o *offered) handlerOf(params []Param) *Handler {
	h := o.handler(o.out, Handler{
		Name: o.what(), Bean: o.bean.Index, Owner: o.bean.Class, Method: o.m.Name, Async: o.m.Async,
		Wrapped: o.foreign(o.owner.file, o.m.Decorators), Doc: o.m.Doc, Place: o.owner.at(o.m).Place, Params: params,
	})
	o.result(h, o.owner, o.m.Type)
	return h
}

// derivedName is <prefix>_<method> in snake case, where the prefix is the class without what its kind is called.
func derivedName(class, method string) string {
	prefix := class
	for _, kind := range []string{"Controller", "Service", "Component"} {
		if short, ok := strings.CutSuffix(class, kind); ok && short != "" {
			prefix = short
			break
		}
	}
	return snake(prefix) + "_" + snake(method)
}

// isAgentName tells the names that tools and prompts may have.
func isAgentName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '.' && c != '-' {
			return false
		}
	}
	return name != "" && len(name) <= 128
}

// sortByClass puts beans into the order of the names of their classes.
func sortByClass(list []int, beans []*Bean) {
	slices.SortStableFunc(list, func(x, y int) int {
		return cmp.Or(cmp.Compare(beans[x].TypeName, beans[y].TypeName), cmp.Compare(beans[x].Class.File, beans[y].Class.File))
	})
}
