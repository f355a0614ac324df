package host

import (
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
)

// caller returns the client that the request is from, as scripts and events know it.
func (r *request) caller() *security.Caller {
	return &security.Caller{Address: r.clientAddr().Addr(), Path: r.loggedPath(), Request: r.ownTrace().Request()}
}

// happened passes on something that has happened to the request, and to the one who sends it if that one is known.
func (who *sender) happened(r *request, k events.Kind) {
	name := ""
	if who.principal != nil {
		name = who.principal.Name
	}
	r.happenedTo(name, k)
}

// happenedTo passes on something that has happened to somebody.
func (r *request) happenedTo(name string, k events.Kind) {
	if by := r.table.policies.Security; by != nil && by.Happened != nil {
		by.Happened(events.Of(security.WithCaller(r.server.alive, r.caller()), k, name))
	}
}
