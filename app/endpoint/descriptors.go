package endpoint

import (
	"fmt"

	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/outbound"
)

const (
	ownDescriptors = 64 // for fwrun's own: the listener, watched and compiled files, stores, refused connections
	minConnections = 8
	maxOutgoing    = 8192 // requests of scripts in flight, unless the configuration says more
)

// Fit shares what the limit on open files leaves besides those that others need, such as databases and search clusters: three quarters are
// for connections of clients, an eighth is for requests that scripts send, half as much for the connections that these leave open, and the
// rest for the files that requests send and receive. A limit of 0 means that there is no limit.
func Fit(r *config.Reader, limit, others uint64, server *host.Settings, requests *outbound.Settings) fault.List {
	taken := others + ownDescriptors
	left := uint64(0)
	if limit > taken {
		left = min(limit-taken, 1<<30)
	}
	warnings := fitConnections(r, limit, taken, max(minConnections, int(left*3/4)), server)
	return append(warnings, fitOutgoing(r, limit, taken, max(minConnections/2, int(left/8)), server, requests)...)
}

// fitConnections lowers server.max-connections to its share.
func fitConnections(r *config.Reader, limit, taken uint64, fit int, server *host.Settings) fault.List {
	wanted := server.MaxConnections
	if limit == 0 || fit >= wanted {
		return nil
	}
	server.MaxConnections = fit
	return fault.List{r.Warning("server.max-connections", fmt.Sprintf(
		"is lowered to %d from %d: this process may open only %d files, and databases and fwrun itself may need %d of them",
		fit, wanted, limit, taken),
		fmt.Sprintf("raise the limit of open files, as with ulimit -n %d, or lower server.max-connections", enough(wanted, taken)))}
}

// fitOutgoing lowers http.client.max-connections to its share, and chooses the limits that nobody has chosen. Requests to the
// application itself occupy a connection of it, too: half of what it takes, of one client and in all, is left to others.
func fitOutgoing(r *config.Reader, limit, taken uint64, fit int, server *host.Settings, o *outbound.Settings) (warnings fault.List) {
	if limit == 0 {
		fit = max(maxOutgoing, o.MaxInFlight)
	}
	switch wanted := o.MaxInFlight; {
	case wanted == 0:
		o.MaxInFlight = min(fit, maxOutgoing)
	case fit < wanted:
		o.MaxInFlight = fit
		warnings = fault.List{r.Warning("http.client.max-connections", fmt.Sprintf(
			"is lowered to %d from %d: this process may open only %d files, and an eighth of them is for requests of scripts", fit, wanted, limit),
			fmt.Sprintf("raise the limit of open files, as with ulimit -n %d, or lower http.client.max-connections", uint64(wanted)*8+taken))}
	}
	if o.MaxIdle == 0 {
		o.MaxIdle = max(1, o.MaxInFlight/2)
	}
	o.MaxOwn = max(1, server.MaxConnections/2)
	if server.MaxPerClient > 0 {
		o.MaxOwn = max(1, min(o.MaxOwn, server.MaxPerClient/2))
	}
	return warnings
}

// enough returns a limit on open files that leaves room for the number of connections.
func enough(connections int, taken uint64) uint64 { return (uint64(connections)*4+2)/3 + taken }
