package security

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
)

// builder finds the demands.
type builder struct {
	*declared.Source
	out *manifest.Manifest
}

// Build sets the demands of all handlers, and puts those of other methods around them. It is called when the handlers and the aspects are
// known.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{src, m}
	b.checkPlaces()
	b.handlers()
	b.checkUnasked()
	b.keepers()
	b.finders()
	if b.asks() {
		newGuard(b).methods()
	}
}

// asks reports whether there is a decorator that asks callers at all. Most applications need not be searched for more.
func (b *builder) asks() bool {
	is := func(d *declared.Declaration) bool { return isDemand(d.Decorator) || isDeciding(d.Decorator) }
	return slices.ContainsFunc(b.Ordered, func(owner *declared.Owner) bool {
		return slices.ContainsFunc(owner.Own, is) || slices.ContainsFunc(owner.Members, is)
	})
}

// handlers sets the demands of handlers.
func (b *builder) handlers() {
	for _, h := range b.out.Handlers {
		h.Demand = b.ofHandler(h)
		p := principalOf(h)
		switch {
		case p == nil:
		case h.Demand == nil:
			h.Demand = &manifest.Demand{Demand: security.Authenticated(), Place: p.Place}
		case h.Demand.AllowsAnyone():
			problem := fault.Spot{Place: p.Place, Length: len(p.Name)}.Problem(codeDemand, "%s needs a Principal, but everybody may call it", h.Name)
			b.Report(fault.Explain(problem, "an anonymous caller has no Principal",
				fmt.Sprintf("write %s: Principal | null, or @Authenticated() in place of @PermitAll()", p.Name)))
		}
	}
}

// ofHandler returns what is demanded of those who call a handler: by the decorator of its method, there or in a class that is extended;
// or else by that of the class that declares it, of one that this extends, or of one that extends it. It is nil if nothing says so.
func (b *builder) ofHandler(h *manifest.Handler) *manifest.Demand {
	if h.Method == "" {
		owner := b.Function(h.Owner)
		if owner == nil {
			return nil
		}
		return b.demand(owner, owner.Own)
	}
	if owner := b.Classes[h.Owner]; owner != nil && owner.Class != nil {
		return b.ofMethod(owner, h.Method, true)
	}
	return nil
}

// ofMethod returns what is demanded of those who call a method of a class; without classes only what its own decorators demand.
func (b *builder) ofMethod(owner *declared.Owner, method string, classes bool) *manifest.Demand {
	chain := b.Chain(owner)
	at := declaring(chain, method)
	for _, link := range chain[at:] {
		if d := b.demand(link, link.On(method)); d != nil {
			return d
		}
	}
	if !classes {
		return nil
	}
	for _, link := range append(slices.Clone(chain[at:]), reversed(chain[:at])...) {
		if d := b.demand(link, link.Own); d != nil {
			return d
		}
	}
	return nil
}

// declaring returns which of a class and its base classes declares a method.
func declaring(chain []*declared.Owner, method string) int {
	return max(0, slices.IndexFunc(chain, func(link *declared.Owner) bool { return link.Member(method) != nil }))
}

func reversed(list []*declared.Owner) []*declared.Owner {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// demand returns the first demand of a place's decorators; nil if there is none.
func (b *builder) demand(owner *declared.Owner, list []*declared.Declaration) *manifest.Demand {
	for _, d := range list {
		if isDemand(d.Decorator) {
			return &manifest.Demand{Demand: demandOf(d), Decorator: d.Decorator, Place: b.SpotOf(owner, d).Place}
		}
	}
	return nil
}

func demandOf(d *declared.Declaration) security.Demand {
	switch d.Decorator {
	case rolesAllowed:
		return security.OneOf(d.Options.Texts("roles")...)
	case authenticated:
		return security.Authenticated()
	case denyAll:
		return security.Nobody()
	default: // permitAll
		return security.Anyone()
	}
}

// principalOf returns the parameter of a handler that is the principal, if it cannot do without one; otherwise nil.
func principalOf(h *manifest.Handler) *manifest.Param {
	i := slices.IndexFunc(h.Params, func(p manifest.Param) bool {
		return p.Origin == manifest.FromHost && p.Type != nil && p.Type.Name == manifest.TypePrincipal && !p.Type.Nullable
	})
	if i < 0 {
		return nil
	}
	return &h.Params[i]
}

// checkPlaces reports places with several demands, roles that cannot be one, and functions that cannot decide.
func (b *builder) checkPlaces() {
	for _, owner := range b.Ordered {
		b.checkPlace(owner, owner.Own)
		var members []string
		for _, d := range owner.Members {
			if (isDemand(d.Decorator) || isDeciding(d.Decorator)) && !slices.Contains(members, d.Member) {
				members = append(members, d.Member)
				b.checkPlace(owner, owner.On(d.Member))
				b.checkDeciding(owner, d.Member)
			}
		}
	}
}

const codeDemand = "security-demand"

func (b *builder) checkPlace(owner *declared.Owner, list []*declared.Declaration) {
	var first *declared.Declaration
	for _, d := range slices.Backward(list) { // in the order in which they are written
		switch {
		case !isDemand(d.Decorator):
			continue
		case first == nil:
			first = d
		default:
			problem := b.SpotOf(owner, d).Problem(codeDemand, "%s has both @%s and @%s", owner.NameOf(d), first.Decorator, d.Decorator)
			b.Report(fault.Explain(problem, "a class or a method can have only one of these decorators",
				"remove one of them; several roles are @RolesAllowed(\"A\", \"B\")"))
		}
		if d.Decorator == rolesAllowed && slices.Contains(d.Options.Texts("roles"), "") {
			problem := b.SpotOf(owner, d).Problem(codeDemand, "@RolesAllowed of %s has a role without a name", owner.NameOf(d))
			problem.Hint = "write @RolesAllowed(\"ADMIN\"); to allow every authenticated caller, write @Authenticated()"
			b.Report(problem)
		}
	}
}
