package manifest

import (
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
)

// Demand is what is demanded of those who call a handler, or a method of a bean.
type Demand struct {
	security.Demand
	Decorator string      // empty if a parameter of the type Principal demands it
	Place     fault.Place // of the decorator
}

// TypeSecurityEvents is the base class of the host for beans that keep security events.
const TypeSecurityEvents = "SecurityEvents"

// The base classes of the host for beans that say whose credentials are.
const (
	TypeAPIKeys   = "ApiKeys"
	TypeUsers     = "Users"
	TypeOidcUsers = "OidcUsers"
)

// Finder is the bean that is asked whose credentials are.
type Finder struct {
	Class string // of the host, which it extends
	Bean  int
}

// FinderMethod is the method of finders that is called: with a key, with a name, or with a provider and what it says of somebody.
const FinderMethod = "find"

// Finder returns the bean of a class of the host that says whose credentials are; nil if none is asked.
func (m *Manifest) Finder(class string) *Finder {
	for i := range m.Finders {
		if m.Finders[i].Class == class {
			return &m.Finders[i]
		}
	}
	return nil
}
