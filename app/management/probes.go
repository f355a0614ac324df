package management

import (
	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/health"
	"github.com/fwrun/fwrun/host"
)

// The paths of probes on the application's own port.
const (
	livePath  = "/livez"
	readyPath = "/readyz"
)

// offersProbes reports whether probes are served on the application's own port.
func (s *Settings) offersProbes() bool { return s.isShown("health") && s.health.additional }

// offerProbes mounts the probes beside the context path. No interceptor is called, and no worker is needed, so they answer while all
// of them are busy.
func (m *Management) offerProbes(checks *health.Checks) error {
	if !m.settings.offersProbes() {
		return nil
	}
	m.probes = []actuator.Endpoint{checks.Probe(livePath, health.Liveness), checks.Probe(readyPath, health.Readiness)}
	server, err := actuator.New(actuator.Options{Base: "/", Endpoints: m.probes})
	if err != nil {
		return err
	}
	for _, probe := range m.probes {
		m.Mounts = append(m.Mounts, host.Mount{
			Path: probe.Path, Outside: true, Answer: func(call *host.Call) { call.ServeHTTP(server, largestRequest) },
		})
	}
	return nil
}
