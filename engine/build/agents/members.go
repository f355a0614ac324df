package agents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// offered is a method of a bean that carries a decorator for agents.
type offered struct {
	*builder
	d     *declared.Declaration
	bean  *manifest.Bean
	owner *declared.Owner // the class that declares the member: the bean's class, or a base class of it
	m     *source.Member
	spot  fault.Spot
}

// what returns the name of the method for messages.
func (o *offered) what() string { return o.bean.TypeName + "." + o.m.Name }

func (o *offered) wrong(code, why, hint, format string, args ...any) {
	o.Report(fault.Explain(o.spot.Problem(code, format, args...), why, hint))
}

// offeredBy lists the methods of beans that carry a decorator. A method that a class redeclares hides that of its
// base class.
func (b *builder) offeredBy(decorator string) []*offered {
	var list []*offered
	for _, bean := range b.Beans {
		if bean.Stereotype == manifest.Produced {
			continue
		}
		b.EachMember(bean, func(link *declared.Owner, m *source.Member) {
			if d := declared.First(link.On(m.Name), decorator); d != nil {
				o := &offered{b, d, bean, link, m, b.SpotOf(link, d)}
				o.onlyOnce()
				list = append(list, o)
			}
		})
	}
	b.offeredByNone(decorator)
	return list
}

// offeredByNone reports the decorator in classes without a stereotype.
func (b *builder) offeredByNone(decorator string) {
	for _, owner := range b.Ordered {
		if owner.Class == nil || !b.Scans(owner) || owner.Class.Abstract || b.IsBase(owner) || b.IsLeftOut(owner) {
			continue
		}
		d := declared.First(owner.Members, decorator)
		if found, ok := b.Stereotype(owner); d == nil || found != nil || !ok {
			continue
		}
		s := b.SpotOf(owner, d)
		if i := slices.IndexFunc(b.out.Beans, func(bean *manifest.Bean) bool { return bean.Class == owner.Ref }); i >= 0 {
			made := b.out.Beans[i]
			b.Report(fault.Explain(s.Problem("agent-class", "%s has @%s, but %s is made by %s", owner.NameOf(d), decorator, owner.Name(),
				b.Makers[made].Name()+"."+made.FactoryMethod),
				"agents can use endpoints of a @RestController, and methods of a @Service or a @Component",
				fmt.Sprintf("write @Service above class %s, or a method of a service that calls it", owner.Name())))
			continue
		}
		b.Report(declared.NoStereotype(s, owner, owner.NameOf(d), d))
	}
}

// onlyOnce reports a decorator that is repeated on the method.
func (o *offered) onlyOnce() {
	times := 0
	for _, d := range o.owner.On(o.m.Name) {
		if d.Decorator == o.d.Decorator {
			times++
		}
	}
	if times > 1 {
		o.wrong("agent-twice", "the two contradict each other", "remove one of them, or write a second method",
			"%s has @%s twice", o.what(), o.d.Decorator)
	}
}

// callable reports a member that cannot be called from outside.
func (o *offered) callable(code string) bool {
	what, why, hint := "", "", ""
	switch {
	case o.m.Kind != source.Method:
		what, hint = "is not a method", "write it as a method: "+o.m.Name+"(…) { … }"
	case o.m.Abstract:
		what, hint = "is abstract", fmt.Sprintf("write @%s on the methods that implement it", o.d.Decorator)
	case o.m.Access != source.Public:
		what, why, hint = "is not public", "agents call it from outside of the class",
			"make it public, or put the decorator on a public method that calls it"
	case o.m.Generator:
		what, why, hint = "is a generator", "agents get one result", "return a list"
	default:
		return true
	}
	o.wrong(code, why, hint, "@%s is on %s, which %s", o.d.Decorator, o.what(), what)
	return false
}

// ofService reports whether the methods of the bean are called directly, not by a route.
func (o *offered) ofService() bool {
	return o.bean.Stereotype == manifest.Service || o.bean.Stereotype == manifest.Component
}

// handlerOf makes the handler of a method that no route leads to.
func (o *offered) handlerOf(params []manifest.Param) *manifest.Handler {
	h := o.Handler(o.out, manifest.Handler{
		Name: o.what(), Bean: o.bean.Index, Owner: o.bean.Class, Method: o.m.Name, Async: o.m.Async,
		Wrapped: o.Foreign(o.owner.File, o.m.Decorators), Doc: o.m.Doc, Place: o.owner.At(o.m).Place, Params: params,
	})
	o.Result(h, o.owner, o.m.Type)
	return h
}

// derivedName returns <prefix>_<method> in snake case; the prefix is the class name without the suffix for its
// kind.
func derivedName(class, method string) string {
	prefix := class
	for _, kind := range []string{"Controller", "Service", "Component"} {
		if short, ok := strings.CutSuffix(class, kind); ok && short != "" {
			prefix = short
			break
		}
	}
	return manifest.Snake(prefix) + "_" + manifest.Snake(method)
}

// isAgentName reports whether name is valid for a tool or prompt.
func isAgentName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '.' && c != '-' {
			return false
		}
	}
	return name != "" && len(name) <= 128
}

// sortByClass sorts beans by the names of their classes.
func sortByClass(list []int, beans []*manifest.Bean) {
	slices.SortStableFunc(list, func(x, y int) int {
		return cmp.Or(cmp.Compare(beans[x].TypeName, beans[y].TypeName), cmp.Compare(beans[x].Class.File, beans[y].Class.File))
	})
}
