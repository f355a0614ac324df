package manifest

import (
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/security"
)

// Demand is what is demanded of those who call a handler.
type Demand struct {
	security.Demand
	Place fault.Place // of the decorator
}
