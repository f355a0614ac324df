package security

import "slices"

// ScopePrefix is that of scopes among authorities: a role named read is another thing than the scope read.
const ScopePrefix = "SCOPE_"

// Principal is somebody who was found to be asking.
type Principal struct {
	Name   string
	Roles  []string // as the credentials name them, without those that they include
	Scopes []string
	Claims string // what else the credentials say: a JSON object, or nothing

	Audience []string // the audience of its token; nil if it is not known by a token

	authorities []string // roles with those that they include, and scopes with their prefix: few, as a rule
}

// NewPrincipal returns a principal with the authorities of its roles and scopes.
func NewPrincipal(name string, roles, scopes []string, claims string, included Roles) *Principal {
	p := &Principal{Name: name, Roles: roles, Scopes: scopes, Claims: claims}
	if len(included) == 0 && len(scopes) == 0 {
		p.authorities = roles
		return p
	}
	p.authorities = append(make([]string, 0, 2*len(roles)+len(scopes)), roles...)
	for _, role := range roles {
		p.authorities = append(p.authorities, included[role]...)
	}
	for _, scope := range scopes {
		p.authorities = append(p.authorities, ScopePrefix+scope)
	}
	return p
}

// Has reports whether the principal has an authority: a role, one that its roles include, or a scope with its prefix.
func (p *Principal) Has(authority string) bool {
	return slices.Contains(p.authorities, authority)
}
