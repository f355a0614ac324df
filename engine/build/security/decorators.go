package security

import "github.com/fwrun/fwrun/engine/declared"

// The decorators, of which a place has one at most.
const (
	rolesAllowed  = "RolesAllowed"
	authenticated = "Authenticated"
	permitAll     = "PermitAll"
	denyAll       = "DenyAll"
)

// Decorators lists the decorators of demands, and those of functions that decide.
func Decorators() []declared.Decorator {
	const anywhere = declared.OnClass | declared.OnMethod | declared.OnFunction
	check := []declared.Option{{Name: "check", Kind: declared.Function}}
	return []declared.Decorator{
		{Name: rolesAllowed, First: "roles", Rest: true, Needs: true, Targets: anywhere, Options: []declared.Option{{Name: "roles", Kind: declared.Texts}}},
		{Name: authenticated, Targets: anywhere},
		{Name: permitAll, Targets: anywhere},
		{Name: denyAll, Targets: anywhere},
		{Name: preAuthorize, First: "check", Needs: true, Targets: declared.OnMethod, Options: check},
		{Name: postAuthorize, First: "check", Needs: true, Targets: declared.OnMethod, Options: check},
	}
}

// The decorators with functions that decide, of which a method has one each at most.
const (
	preAuthorize  = "PreAuthorize"
	postAuthorize = "PostAuthorize"
)

// isDemand reports whether a decorator is one of these.
func isDemand(decorator string) bool {
	switch decorator {
	case rolesAllowed, authenticated, permitAll, denyAll:
		return true
	}
	return false
}
