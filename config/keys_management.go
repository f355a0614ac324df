package config

// managementKeys returns the keys of the management endpoints.
func managementKeys() []keyEntry {
	keys := []keyEntry{
		{"management.socket", TypeBool, "true", "", "serve data/fwrun.sock in the application's folder, over which commands such as fwrun queues ask the running application"},
		{"management.endpoints.enabled", TypeBool, "false", "", "turns all management endpoints on or off"},
		{"management.endpoints.base-path", TypeText, "/actuator", "", "path of the list of management endpoints, below which they are"},
		{"management.server.port", TypeInt, "", "", "port of a listener for the management endpoints alone, outside of the context path; 9090 when only the address is set"},
		{"management.server.address", TypeText, "", "", "address of that listener; 127.0.0.1 when only the port is set"},
		{"management.auth.username", TypeText, "", "", "user name that clients of the management endpoints send by basic authentication"},
		{"management.auth.password", TypeText, "", "", "password that clients of the management endpoints send by basic authentication"},
		{"management.metrics.max-series", TypeInt, "1000", "", "series that one metric may have; what is over it is counted together, with the labels _OVERFLOW"},
		{"management.auth.token", TypeText, "", "", "bearer token that clients of the management endpoints send"},
		{"management.admin.url", TypeList, "", "", "URLs of Spring Boot Admin, one or several, at which the application registers while it runs"},
		{"management.admin.username", TypeText, "", "", "user name that is sent to Spring Boot Admin by basic authentication"},
		{"management.admin.password", TypeText, "", "", "password that is sent to Spring Boot Admin by basic authentication"},
		{"management.admin.interval", TypeDuration, "10s", "", "time between two registrations, by which a Spring Boot Admin that was started again learns of the application"},
		{"management.admin.name", TypeText, "", "", "name of the application in Spring Boot Admin; its own name when not set"},
		{"management.admin.service-url", TypeText, "", "", "URL of the application for those who look at it in Spring Boot Admin; made from the listener when not set"},
		{"management.admin.management-url", TypeText, "", "", "URL of the list of management endpoints for Spring Boot Admin; made from the listener when not set"},
		{"management.admin.health-url", TypeText, "", "", "URL of the health endpoint for Spring Boot Admin; made from the listener when not set"},
		{"management.admin.metadata", TypeMap, "", "", "what else Spring Boot Admin is told, as texts by name: tags.environment becomes a badge, user.name and user.password are what it proves itself with at the endpoints"},
	}
	keys = append(keys,
		keyEntry{"management.httpexchanges.max", TypeInt, "100", "", "number of requests that the httpexchanges endpoint shows"},
		keyEntry{"management.endpoint.logfile.external-file", TypeText, "", "", "file that the log of this process is written to, for the logfile endpoint; relative to the folder of the application"})
	for _, name := range Endpoints() {
		keys = append(keys,
			keyEntry{"management.endpoint." + name + ".enabled", TypeBool, "false", "", "serve the " + name + " endpoint"},
			keyEntry{"management.endpoint." + name + ".path", TypeText, "", "", "path of the " + name + " endpoint; without a slash at its beginning it is below the base path; " + name + " when not set"})
	}
	for _, name := range []string{"env", "configprops"} {
		keys = append(keys, keyEntry{
			"management.endpoint." + name + ".show-values", TypeText, "never", "",
			"who sees values in the " + name + " endpoint: never, when-authorized (clients that management.auth knows, and the admin socket) or always; values that look secret stay masked",
		})
	}
	return keys
}

// Endpoints returns the ids of the management endpoints.
func Endpoints() []string {
	return []string{
		"beans", "configprops", "env", "health", "info", "mappings", "scheduledtasks", "heapdump",
		"prometheus", "metrics", "loggers", "caches", "queues", "migrations", "flyway", "httpexchanges", "startup", "threaddump", "profile", "logfile", "sbom",
	}
}
