package manifest

import (
	"github.com/fwrun/fwrun/fault"
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
