package config

import "strings"

// Values says which values a key takes, beyond its type. The zero value allows all of the type.
type Values struct {
	// Choices are the texts that it takes, in upper or lower case.
	Choices []string
	// Least and Most bound a whole number if Most is not 0.
	Least, Most int
	// ByName: instead of one value there may be a section of such values, by names.
	ByName bool
}

// listedValues are the values of the keys that are listed below.
type listedValues struct {
	choices map[string][]string
	bounds  map[string][2]int
}

// of returns the values that a key takes. Those who read the key check them; a test of package app holds the two
// against each other.
func (l *listedValues) of(key string) Values {
	if choices, listed := l.choices[key]; listed {
		return Values{Choices: choices, ByName: key == "logging.level"}
	}
	if bounds, listed := l.bounds[key]; listed {
		return Values{Least: bounds[0], Most: bounds[1]}
	}
	if strings.HasPrefix(key, "management.endpoint.") && strings.HasSuffix(key, ".show-values") {
		return Values{Choices: whoSees()}
	}
	return Values{}
}

func whoSees() []string { return []string{"never", "when-authorized", "always"} }

// choices returns the choices of the keys that take few texts.
func choices() map[string][]string {
	return map[string][]string{
		"http.client.private-addresses":           {"allow", "forbid"},
		"logging.format":                          {"pretty", "json"},
		"logging.level":                           {"trace", "debug", "info", "warn", "error", "off"},
		"management.endpoint.health.show-details": whoSees(),
		"migrations.order":                        {"alphabetical", "natural"},
		"propertySources[].format":                {"json", "yaml", "properties", "ini", "env"},
		"propertySources[].provider":              {"env", "ini", "properties", "json", "yaml", "command", "script"},
		"queue.connections[].sync":                {"interval", "always"},
		"security.csrf":                           {"auto", "off"},
		"security.headers.content-type":           {"nosniff", "off"},
		"security.headers.enabled":                {"auto", "true", "false"},
		"security.headers.frame":                  {"deny", "sameorigin", "off"},
		"security.session.cookie.same-site":       {"Strict", "Lax", "None"},
		"security.session.cookie.secure":          {"auto", "always", "never"},
		"server.forwarded-headers":                {"x-forwarded", "forwarded"},
		"server.json.duplicates":                  {"last", "refuse"},
		"server.json.unknown":                     {"ignore", "refuse"},
		"server.json.proto":                       {"refuse", "drop"},
		"server.tls.min-version":                  {"1.2", "1.3"},
		"telemetry.otlp.protocol":                 {"http/protobuf", "grpc"},
		"security.headers.referrer": {
			"same-origin", "no-referrer", "no-referrer-when-downgrade", "origin", "origin-when-cross-origin", "strict-origin",
			"strict-origin-when-cross-origin", "unsafe-url", "off",
		},
	}
}

// bounds returns the least and the greatest value of the keys that take whole numbers.
func bounds() map[string][2]int {
	const million = 1_000_000
	return map[string][2]int{
		"async.max-running":                    {1, 10_000},
		"async.max-waiting":                    {1, million},
		"framework.sql.violations.check":       {400, 599},
		"framework.sql.violations.foreign-key": {400, 599},
		"framework.sql.violations.not-null":    {400, 599},
		"framework.sql.violations.unique":      {400, 599},
		"http.client.max-connections":          {1, million},
		"http.client.max-connections-per-host": {0, million},
		"http.client.max-idle-connections":     {1, million},
		"http.client.queue":                    {1, million},
		"http.client.retries.max":              {0, 100},
		"http.clients.*.retries.max":           {0, 100},
		"images.concurrency":                   {1, 1000},
		"images.max-pixels":                    {1, 1<<31 - 1},
		"management.httpexchanges.max":         {1, 10_000},
		"management.metrics.max-series":        {1, million},
		"management.server.port":               {0, 65_535},
		"opensearch[].connection.max":          {1, million},
		"opensearch[].connection.queue":        {1, million},
		"queue.defaults.concurrency":           {1, 1000},
		"queue.defaults.max-attempts":          {1, 1000},
		"security.api-keys.limit.per-address":  {0, 10_000},
		"security.login.limit.failures":        {0, 10_000},
		"security.login.limit.per-address":     {0, 10_000},
		"queue.max-workers":                    {0, 10_000},
		"record.max-files":                     {1, 100_000},
		"server.max-connections":               {1, million},
		"server.max-connections-per-client":    {0, million},
		"server.max-hops":                      {0, 1000},
		"server.max-json-depth":                {1, 10_000},
		"server.max-json-values":               {1, 1_000_000_000},
		"server.max-log-lines":                 {0, 1 << 30},
		"server.max-log-lines-per-second":      {0, 1 << 30},
		"server.multipart.max-files":           {1, 10_000},
		"server.multipart.max-parts":           {1, 100_000},
		"server.port":                          {0, 65_535},
		"server.workers.max":                   {1, 10_000},
		"server.workers.min":                   {1, 10_000},
		"server.workers.queue":                 {1, million},
	}
}
