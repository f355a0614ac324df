package config

// managementKeys are the keys of the management endpoints.
var managementKeys = []Key{
	{
		Name: "management.socket", Type: TypeBool, Default: "true", Effect: OnRestart,
		Doc: "serve data/fwrun.sock in the application's folder, over which commands such as fwrun queues ask the running application",
	},
	{Name: "management.endpoints.enabled", Type: TypeBool, Default: "false", Doc: "turns all management endpoints on or off"},
	{
		Name: "management.endpoints.base-path", Type: TypeText, Default: "/actuator",
		Doc: "path of the list of management endpoints, below which they are",
	},
	{
		Name: "management.server.port", Type: TypeInt, Default: "9090", Apart: true, Min: "0", Max: "65535", Effect: OnRestart,
		Otherwise: "9090 when only the address is set",
		Doc:       "port of a listener for the management endpoints alone, outside of the context path",
	},
	{
		Name: "management.server.address", Type: TypeText, Default: "127.0.0.1", Apart: true, Effect: OnRestart,
		Otherwise: "127.0.0.1 when only the port is set",
		Doc:       "address of that listener",
	},
	{
		Name: "management.auth.username", Type: TypeText,
		Doc: "user name that clients of the management endpoints send by basic authentication",
	},
	{
		Name: "management.auth.password", Type: TypeText, Secret: true,
		Doc: "password that clients of the management endpoints send by basic authentication",
	},
	{
		Name: "management.metrics.max-series", Type: TypeInt, Default: "1000", Min: "1", Max: "1000000",
		Doc: "number of series that one metric may have; further ones are counted together, with the labels _OVERFLOW",
	},
	{Name: "management.auth.token", Type: TypeText, Secret: true, Doc: "bearer token that clients of the management endpoints send"},
	{
		Name: "management.admin.url", Type: TypeList,
		Doc: "URLs of Spring Boot Admin, one or several, at which the application registers while it runs",
	},
	{Name: "management.admin.username", Type: TypeText, Doc: "user name that is sent to Spring Boot Admin by basic authentication"},
	{
		Name: "management.admin.password", Type: TypeText, Secret: true,
		Doc: "password that is sent to Spring Boot Admin by basic authentication",
	},
	{
		Name: "management.admin.interval", Type: TypeDuration, Default: "10s", Min: "1s",
		Doc: "time between two registrations, by which a Spring Boot Admin that was started again learns of the application",
	},
	{
		Name: "management.admin.name", Type: TypeText, Otherwise: "its own name when not set",
		Doc: "name of the application in Spring Boot Admin",
	},
	{
		Name: "management.admin.service-url", Type: TypeText, Otherwise: "made from the listener when not set",
		Doc: "URL of the application for those who look at it in Spring Boot Admin",
	},
	{
		Name: "management.admin.management-url", Type: TypeText, Otherwise: "made from the listener when not set",
		Doc: "URL of the list of management endpoints for Spring Boot Admin",
	},
	{
		Name: "management.admin.health-url", Type: TypeText, Otherwise: "made from the listener when not set",
		Doc: "URL of the health endpoint for Spring Boot Admin",
	},
	{
		Name: "management.admin.metadata", Type: TypeMap,
		Doc: "further metadata for Spring Boot Admin, as texts by name: tags.environment becomes a badge, and with user.name and user.password " +
			"it logs in at the endpoints",
	},
	{
		Name: "management.httpexchanges.max", Type: TypeInt, Default: "100", Min: "1", Max: "10000",
		Doc: "number of requests that the httpexchanges endpoint shows",
	},
	{
		Name: "management.endpoint.logfile.external-file", Type: TypeText, File: true, Otherwise: "that of standard error when not set, if it is one",
		Doc: "file that the log of this process is written to, for the logfile endpoint; relative to the folder of the application",
	},
}

// endpointKeys returns the keys of each management endpoint.
func endpointKeys() []Key {
	var keys []Key
	for _, name := range Endpoints() {
		keys = append(keys,
			Key{Name: "management.endpoint." + name + ".enabled", Type: TypeBool, Default: "false", Doc: "serve the " + name + " endpoint"},
			Key{
				Name: "management.endpoint." + name + ".path", Type: TypeText, Otherwise: name + " when not set",
				Doc: "path of the " + name + " endpoint; without a slash at its beginning it is below the base path",
			})
	}
	for _, name := range []string{"env", "configprops"} {
		keys = append(keys, Key{
			Name: "management.endpoint." + name + ".show-values", Type: TypeText, Default: "never", Choices: whoSees,
			Doc: "who sees values in the " + name + " endpoint: never, when-authorized (clients that management.auth knows, and the admin socket) " +
				"or always; values that look secret stay masked",
		})
	}
	return keys
}

var whoSees = []string{"never", "when-authorized", "always"}

// Endpoints returns the ids of the management endpoints.
func Endpoints() []string {
	return []string{
		"beans", "configprops", "env", "health", "info", "mappings", "scheduledtasks", "heapdump",
		"prometheus", "metrics", "loggers", "caches", "queues", "migrations", "flyway", "httpexchanges", "startup", "threaddump", "profile",
		"logfile", "sbom",
	}
}
