package config

// healthKeys returns the keys of the management endpoints health and info.
func healthKeys() []keyEntry {
	keys := []keyEntry{
		{"management.endpoint.health.show-details", TypeText, "never", "", "who sees components and their details: never, when-authorized (clients that have proved who they are), or always"},
		{"management.endpoint.health.timeout", TypeDuration, "5s", "", "time limit of a health indicator; one that takes longer is DOWN"},
		{"management.endpoint.health.probes.enabled", TypeBool, "true", "", "there are the groups liveness and readiness, which platforms ask"},
		{"management.endpoint.health.probes.add-additional-paths", TypeBool, "false", "", "serve these groups at /livez and /readyz of the application's own port, too"},
		{"management.endpoint.health.groups", TypeMap, "", "", "groups of components: for each name a list of components, or a section with include, a list, and show-details; * means all components"},
		{"management.endpoint.health.status.order", TypeList, "", "", "statuses, the worst first: the application has the first one that a component has, and others do not count; DOWN, OUT_OF_SERVICE, UP, UNKNOWN when not set"},
		{"management.endpoint.health.status.http-mapping", TypeMap, "", "", "HTTP status for each status; DOWN and OUT_OF_SERVICE have 503, others 200"},
		{"management.health.diskSpace.threshold", TypeSize, "10MiB", "", "free space below which diskSpace is DOWN"},
		{"management.health.certificates.threshold", TypeDuration, "14d", "", "time before its end from which on a certificate is shown as expiring"},
	}
	for _, name := range HealthIndicators() {
		keys = append(keys, keyEntry{"management.health." + name + ".enabled", TypeBool, "true", "", "ask the built-in health indicator " + name})
	}
	for _, name := range InfoSections() {
		on := "true"
		if name == "os" || name == "process" {
			on = "false"
		}
		what := "the section " + name
		if name == "app" {
			what = "the values below info"
		}
		keys = append(keys, keyEntry{"management.info." + name + ".enabled", TypeBool, on, "", "include " + what + " in the info endpoint"})
	}
	return append(keys, keyEntry{"info", TypeMap, "", "", "values that the info endpoint shows as they are: info.app.name is app.name there"})
}

// HealthIndicators returns the names of the built-in health indicators.
func HealthIndicators() []string {
	return []string{"ping", "diskSpace", "db", "cache", "locks", "queue", "opensearch", "certificates"}
}

// InfoSections returns the names of the built-in sections of the info endpoint.
func InfoSections() []string { return []string{"app", "build", "git", "os", "process"} }
