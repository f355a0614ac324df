package host

import (
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
)

// caller returns the client that the request is from, as scripts and events know it.
func (x *exchange) caller() *security.Caller {
	return &security.Caller{Address: x.clientAddr().Addr(), Path: x.loggedPath(), Request: x.ownTrace().Request()}
}

// happened passes on something that has happened to the request.
func (x *exchange) happened(k events.Kind) {
	rules := x.table.policies.Security
	if rules == nil || rules.Happened == nil {
		return
	}
	name := ""
	if x.principal != nil {
		name = x.principal.Name
	}
	rules.Happened(events.Of(security.WithCaller(x.server.alive, x.caller()), k, name))
}
