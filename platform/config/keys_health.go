package config

// healthKeys are the keys of the management endpoint health.
var healthKeys = []Key{
	{
		Name: "management.endpoint.health.show-details", Type: TypeText, Default: "never", Choices: whoSees,
		Doc: "who sees components and their details: never, when-authorized (clients that have proved who they are), or always",
	},
	{
		Name: "management.endpoint.health.timeout", Type: TypeDuration, Default: "5s", Min: "1ms",
		Doc: "time limit of a health indicator; one that takes longer is DOWN",
	},
	{
		Name: "management.endpoint.health.probes.enabled", Type: TypeBool, Default: "true",
		Doc: "there are the groups liveness and readiness, which platforms ask",
	},
	{
		Name: "management.endpoint.health.probes.add-additional-paths", Type: TypeBool, Default: "false",
		Doc: "serve these groups at /livez and /readyz of the application's own port, too",
	},
	{
		Name: "management.endpoint.health.groups", Type: TypeMap,
		Doc: "groups of components: for each name a list of components, or a section with include, a list, and show-details; * means all components",
		Each: []Key{
			{Name: "include", Type: TypeList},
			{Name: "show-details", Type: TypeText, Choices: whoSees, Otherwise: "that of all groups when not set"},
			{Type: TypeList},
		},
	},
	{
		Name: "management.endpoint.health.status.order", Type: TypeList, Default: "DOWN, OUT_OF_SERVICE, UP, UNKNOWN",
		Doc: "statuses, the worst first: the application has the first one that a component has, and others do not count",
	},
	{
		Name: "management.endpoint.health.status.http-mapping", Type: TypeMap,
		Doc:  "HTTP status for each status; DOWN and OUT_OF_SERVICE have 503, others 200",
		Each: []Key{{Type: TypeInt, Default: "200", Min: "100", Max: "599"}},
	},
	{Name: "management.health.diskSpace.threshold", Type: TypeSize, Default: "10MiB", Doc: "free space below which diskSpace is DOWN"},
	{
		Name: "management.health.certificates.threshold", Type: TypeDuration, Default: "14d",
		Doc: "time before its end from which on a certificate is shown as expiring",
	},
}

// indicatorKeys returns the keys of each built-in health indicator, and of each section of the endpoint info.
func indicatorKeys() []Key {
	var keys []Key
	for _, name := range HealthIndicators() {
		keys = append(keys, Key{
			Name: "management.health." + name + ".enabled", Type: TypeBool, Default: "true", Doc: "ask the built-in health indicator " + name,
		})
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
		keys = append(keys, Key{
			Name: "management.info." + name + ".enabled", Type: TypeBool, Default: on, Doc: "include " + what + " in the info endpoint",
		})
	}
	return append(keys, Key{Name: "info", Type: TypeMap, Doc: "values that the info endpoint shows as they are: info.app.name is app.name there"})
}

// HealthIndicators returns the names of the built-in health indicators.
func HealthIndicators() []string {
	return []string{"ping", "diskSpace", "db", "cache", "locks", "queue", "opensearch", "certificates"}
}

// InfoSections returns the names of the built-in sections of the info endpoint.
func InfoSections() []string { return []string{"app", "build", "git", "os", "process"} }
