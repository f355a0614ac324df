package app

import (
	"fmt"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/fault"
)

const (
	ownDescriptors = 64 // for fwrun's own: the listener, watched and compiled files, stores, refused connections
	minConnections = 8
)

// fitConnections lowers server.max-connections to what the limit on open files leaves besides databases and a
// quarter for the files that requests send and receive and for connections of fetch. A limit of 0 means that
// there is no limit.
func (s *settings) fitConnections(r *config.Reader, limit uint64) fault.List {
	taken := uint64(ownDescriptors)
	for _, one := range s.datasources {
		taken += uint64(max(0, one.Descriptors()))
	}
	fit := minConnections
	if limit > taken {
		fit = max(fit, int(min(limit-taken, 1<<30)*3/4))
	}
	if wanted := s.host.MaxConnections; limit > 0 && fit < wanted {
		s.host.MaxConnections = fit
		return fault.List{r.Warning("server.max-connections", fmt.Sprintf(
			"is lowered to %d from %d: this process may open only %d files, and databases and fwrun itself may need %d of them",
			fit, wanted, limit, taken),
			fmt.Sprintf("raise the limit of open files, as with ulimit -n %d, or lower server.max-connections", enough(wanted, taken)))}
	}
	return nil
}

// enough returns a limit on open files that leaves room for the number of connections.
func enough(connections int, taken uint64) uint64 { return (uint64(connections)*4+2)/3 + taken }
