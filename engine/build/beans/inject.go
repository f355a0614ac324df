package beans

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// inject finds the dependencies of every bean: parameters of the constructor or of its @Bean method, and decorated
// fields.
func (b *builder) inject() {
	b.byType = byType(b.out.Beans)
	for _, bean := range b.out.Beans {
		switch bean.Stereotype {
		case manifest.Supplied:
		case manifest.Produced:
			bean.Arguments = b.arguments(bean, b.Makers[bean], b.Makers[bean].Member(bean.FactoryMethod))
		default:
			b.injectClass(bean)
		}
	}
}

// injectClass reads the constructor of a class, or the nearest inherited one, and the fields of the class and its
// base classes.
func (b *builder) injectClass(bean *manifest.Bean) {
	chain := b.Chain(b.Classes[bean.Class])
	for _, owner := range chain {
		if constructor := owner.Member("constructor"); constructor != nil && constructor.Kind == source.Constructor {
			bean.Arguments = b.arguments(bean, owner, constructor)
			break
		}
	}
	seen := map[string]bool{}
	for _, owner := range chain {
		for _, member := range owner.Class.Members {
			if member.Static || seen[member.Name] {
				continue
			}
			seen[member.Name] = true
			if injection, ok := b.field(bean, owner, member); ok {
				bean.Fields = append(bean.Fields, injection)
			}
		}
	}
}

// injectionPoint is a field or parameter to inject, before its bean is looked up.
type injectionPoint struct {
	asker       *manifest.Bean
	owner       *declared.Owner
	what        string // "UserController.users", for messages
	name        string // of the field or parameter
	spot        fault.Spot
	written     *source.Type
	hasDefault  bool
	defaultAs   source.ValueKind
	defaultText string
	optional    bool
	doc         string // its comment

	autowired, qualifier, value *declared.Declaration
	constraints                 []*declared.Declaration
}

// decorate applies the decorators.
func (w *injectionPoint) decorate(on []*declared.Declaration) {
	w.autowired, w.qualifier, w.value = declared.First(on, "Autowired"), declared.First(on, "Qualifier"), declared.First(on, "Value")
	w.constraints = declared.ConstraintsAmong(on)
}

func (b *builder) field(asker *manifest.Bean, owner *declared.Owner, member *source.Member) (manifest.Injection, bool) {
	w := injectionPoint{
		asker: asker, owner: owner, what: owner.Name() + "." + member.Name, name: member.Name, spot: owner.At(member),
		written: member.Type, optional: member.Optional, doc: member.Doc.Summary,
		hasDefault: member.HasDefault, defaultAs: member.DefaultAs, defaultText: member.Default,
	}
	w.decorate(owner.On(member.Name))
	lazy := declared.First(owner.On(member.Name), "Lazy") != nil
	if w.autowired == nil && w.qualifier == nil && w.value == nil && !lazy {
		return manifest.Injection{}, false
	}
	injection := b.injectionFor(w)
	injection.Field = member.Name
	injection.Lazy = lazy && !injection.IsValue && !injection.Keep
	return injection, true
}

func (b *builder) arguments(asker *manifest.Bean, owner *declared.Owner, method *source.Member) []manifest.Injection {
	var list []manifest.Injection
	for i, p := range method.Params {
		if p.Rest {
			break // it gets nothing, and is an empty array
		}
		what := owner.Name() + "." + method.Name
		if p.Name != "" {
			what += "(" + p.Name + ")"
		}
		w := injectionPoint{
			asker: asker, owner: owner, what: what, name: p.Name, spot: owner.AtParam(p),
			written: p.Type, optional: p.Optional, doc: p.Doc,
			hasDefault: p.HasDefault, defaultAs: p.DefaultAs, defaultText: p.Default,
		}
		w.decorate(owner.OnParam(method.Name, i))
		list = append(list, b.injectionFor(w))
	}
	return list
}

// injectionFor turns an injection point into an injection, or reports why it cannot.
func (b *builder) injectionFor(w injectionPoint) manifest.Injection {
	if w.value != nil {
		return b.property(w)
	}
	if one, wanted, ok := b.listed(w); ok {
		return b.allOf(w, one, wanted)
	}
	injection := manifest.Injection{Bean: -1, Place: w.spot.Place}
	candidates := b.candidates(w)
	switch len(candidates) {
	case 1:
		injection.Bean = candidates[0].Index
	case 0:
		injection.Keep = true
		if !w.isOptional() {
			b.Report(b.missing(w))
		}
	default:
		b.Report(ambiguous(w, candidates))
	}
	return injection
}

func (w *injectionPoint) isOptional() bool {
	if w.optional || w.hasDefault || w.written != nil && w.written.Nullable {
		return true
	}
	if w.autowired == nil {
		return false
	}
	required, given := w.autowired.Options.Bool("required")
	return given && !required
}
