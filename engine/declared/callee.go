package declared

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Callee is a method that the application calls itself, of beans whose class extends one of the host's.
type Callee struct {
	Method string
	Most   int    // parameters that it may require
	Given  string // what it is called with: "without arguments"
	Sample string // of the method
	Code   string // of the problems
}

// MethodOf returns the member of a bean's class that has a name, with the class that declares it; nil if the source shows none.
func (src *Source) MethodOf(bean *manifest.Bean, name string) (in *Owner, found *source.Member) {
	src.EachMember(bean, func(link *Owner, m *source.Member) {
		if m.Name == name {
			in, found = link, m
		}
	})
	return in, found
}

// CheckCallee reports whether a method can be called as it will be; otherwise it adds a problem.
func (src *Source) CheckCallee(c Callee, owner *Owner, m *source.Member) bool {
	what, why, hint := "", "", ""
	required := slices.DeleteFunc(slices.Clone(m.Params), func(p *source.Param) bool { return p.HasDefault || p.Optional || p.Rest })
	switch {
	case m.Kind == source.Field && m.HasDefault:
		return true // a function, as far as is known
	case m.Kind != source.Method:
		what, hint = "is not a method", "write it as a method: "+c.Sample
	case m.Access != source.Public:
		what, why, hint = "is not public", "the application calls it from outside the class", "make it public"
	case m.Generator:
		what, why, hint = "is a generator", "calling a generator does not run its body", "remove the *"
	case len(required) > c.Most:
		what, why, hint = "has required parameters", "it is called "+c.Given, "write "+c.Sample+", and inject beans into fields or the constructor"
	default:
		return true
	}
	d := owner.At(m).Problem(c.Code, "%s.%s %s", owner.Name(), c.Method, what)
	src.Report(fault.Explain(d, why, hint))
	return false
}

// ExtendsUnread reports whether a class has a base class that was not read, and is not the host's: it may be anything.
func (src *Source) ExtendsUnread(owner *Owner) bool {
	chain := src.Chain(owner)
	last := chain[len(chain)-1]
	return last.Class.Extends != nil && !strings.HasPrefix(src.TypeKeyOf(last.File, last.Class.Extends), manifest.HostType(""))
}
