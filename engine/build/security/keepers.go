package security

import (
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

const codeKeeper = "security-events"

// keepers finds the beans that keep security events.
func (b *builder) keepers() {
	for _, bean := range b.out.Beans {
		if bean.Is(manifest.TypeSecurityEvents) && b.canKeep(bean) {
			b.out.EventKeepers = append(b.out.EventKeepers, bean.Index)
		}
	}
}

// canKeep reports whether a bean has a method record that can be called with an event; otherwise it adds a problem.
func (b *builder) canKeep(bean *manifest.Bean) bool {
	if owner := b.Classes[bean.Class]; bean.Class.IsZero() || owner == nil || owner.Class == nil {
		return true // nothing is known of its methods
	}
	var found *source.Member
	var in *declared.Owner
	b.EachMember(bean, func(link *declared.Owner, m *source.Member) {
		if m.Name == "record" {
			found, in = m, link
		}
	})
	if found == nil {
		d := fault.Spot{Place: bean.Place, Length: bean.Width}.Problem(codeKeeper, "%s extends %s, but has no method record", bean.TypeName,
			manifest.TypeSecurityEvents)
		b.Report(fault.Explain(d, "it is called with each security event", "write async record(event) { … }"))
		return false
	}
	wrong, hint := notCallable(found)
	if wrong == "" {
		return true
	}
	d := in.At(found).Problem(codeKeeper, "%s.record %s", in.Name(), wrong)
	b.Report(fault.Explain(d, "it is called with each security event, from outside of the class", hint))
	return false
}

// notCallable says why a method cannot be called with an event, and what to do about it.
func notCallable(m *source.Member) (wrong, hint string) {
	required := slices.DeleteFunc(slices.Clone(m.Params), func(p *source.Param) bool { return p.HasDefault || p.Optional || p.Rest })
	switch {
	case m.Kind == source.Field && m.HasDefault:
		return "", "" // a function, as far as is known
	case m.Kind != source.Method:
		return "is not a method", "write it as a method: async record(event) { … }"
	case m.Access != source.Public:
		return "is not public", "make it public"
	case m.Generator:
		return "is a generator, whose body is not run by a call", "remove the *"
	case len(required) > 1:
		return "has more than one required parameter", "write record(event), and inject beans into fields or the constructor"
	}
	return "", ""
}
