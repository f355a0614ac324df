package telemetry

// newSecurity has what has happened to the security of the application.
func newSecurity(m *Metrics) *store[[1]string] {
	return newStore(m, about{
		name: "fwrun_security_events_total", dotted: "fwrun.security.events", kind: counter, labels: []string{"type"},
		help: "Security events, by type: login, logout, failure, locked, denied or refused.",
	}, func(k [1]string) []string { return k[:] })
}

// SecurityEvent counts a security event of a type.
func (m *Metrics) SecurityEvent(kind string) { m.security.at([1]string{kind}).add(1) }
