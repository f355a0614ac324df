package security

import "github.com/fwrun/fwrun/engine/declared"

// The decorators, of which a place has one at most.
const (
	rolesAllowed  = "RolesAllowed"
	authenticated = "Authenticated"
	permitAll     = "PermitAll"
	denyAll       = "DenyAll"
)

// Decorators lists the decorators of demands.
func Decorators() []declared.Decorator {
	const anywhere = declared.OnClass | declared.OnMethod | declared.OnFunction
	return []declared.Decorator{
		{Name: rolesAllowed, First: "roles", Rest: true, Needs: true, Targets: anywhere, Options: []declared.Option{{Name: "roles", Kind: declared.Texts}}},
		{Name: authenticated, Targets: anywhere},
		{Name: permitAll, Targets: anywhere},
		{Name: denyAll, Targets: anywhere},
	}
}

// isDemand reports whether a decorator is one of these.
func isDemand(decorator string) bool {
	switch decorator {
	case rolesAllowed, authenticated, permitAll, denyAll:
		return true
	}
	return false
}
