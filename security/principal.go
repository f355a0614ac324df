package security

// ScopePrefix is that of scopes among authorities: a role named read is another thing than the scope read.
const ScopePrefix = "SCOPE_"

// Principal is somebody who was found to be asking.
type Principal struct {
	Name   string
	Roles  []string // as the credentials name them, without those that they include
	Scopes []string
	Claims string // what else the credentials say: a JSON object, or nothing

	authorities map[string]struct{} // roles with those that they include, and scopes with their prefix
}

// NewPrincipal returns a principal with the authorities of its roles and scopes.
func NewPrincipal(name string, roles, scopes []string, claims string, included Roles) *Principal {
	p := &Principal{Name: name, Roles: roles, Scopes: scopes, Claims: claims, authorities: make(map[string]struct{}, len(roles)+len(scopes))}
	for _, role := range roles {
		p.authorities[role] = struct{}{}
		for _, other := range included[role] {
			p.authorities[other] = struct{}{}
		}
	}
	for _, scope := range scopes {
		p.authorities[ScopePrefix+scope] = struct{}{}
	}
	return p
}

// Has reports whether the principal has an authority: a role, one that its roles include, or a scope with its prefix.
func (p *Principal) Has(authority string) bool {
	_, has := p.authorities[authority]
	return has
}
