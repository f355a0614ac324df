package config

import (
	"slices"
	"strings"
)

// Type is the type of a documented key's value.
type Type string

// The types, each with the getter of Reader for it.
const (
	TypeText     Type = "text"     // String
	TypeInt      Type = "integer"  // Int
	TypeBool     Type = "boolean"  // Bool
	TypeDuration Type = "duration" // Duration; a number without a unit is in seconds
	TypeSize     Type = "size"     // Size; a number without a unit is in bytes
	TypeList     Type = "list"     // Strings
	TypeMap      Type = "section"  // Under, Value.Any
)

// Key documents one key of the framework.
type Key struct {
	// Name is the canonical spelling; [] means every position of a list, * every name of a
	// section.
	Name string
	Type Type
	// Default is the value as it would be written in the file; empty if there is no default.
	Default string
	// Flag is the flag that sets the key, without dashes; empty if only --<name> does.
	Flag    string
	Meaning string
	// Since is the release that introduced the key; empty while there is no release.
	Since string
	// Effect says when a changed value takes effect.
	Effect Effect
}

// Keys returns all keys that the framework reads, in the order of the documentation. Their
// defaults are properties of the lowest precedence.
func Keys() []Key {
	entries := slices.Concat(
		listenKeys(), limitKeys(), frameworkKeys(), sourceKeys(), dataKeys(), aspectKeys(), httpKeys(), managementKeys(),
	)
	keys := make([]Key, len(entries))
	for i, e := range entries {
		keys[i] = Key{Name: e.name, Type: e.kind, Default: e.standard, Flag: e.flag, Meaning: e.meaning, Effect: effectOf(e.name)}
	}
	return keys
}

// keyEntry is the declaration of a key in the lists of this package.
type keyEntry struct {
	name     string
	kind     Type
	standard string
	flag     string
	meaning  string
}

func frameworkKeys() []keyEntry {
	return []keyEntry{
		{"framework.application.name", TypeText, "", "", "name of the application, told to MCP clients"},
		{"framework.application.version", TypeText, "", "", "version of the application, told to MCP clients"},
		{"framework.scan", TypeList, "", "", "folders or globs searched for components; everything when not set"},
		{"framework.profile", TypeList, "", "profile", "active profiles"},
		{"framework.profiles.active", TypeList, "", "", "active profiles, in the spelling of Spring Boot"},
		{"framework.mcp.path", TypeText, "/mcp", "", "path of the MCP endpoint below the context path"},
		{"framework.mcp.serverName", TypeText, "", "", "name told to clients; the application's name when not set"},
		{"framework.mcp.serverTitle", TypeText, "", "", "title clients show"},
		{"framework.mcp.instructions", TypeText, "", "", "text for clients on how to use the server"},
		{"framework.mcp.allowedOrigins", TypeList, "", "", "exact origins whose browsers may call the endpoint"},
		{"framework.mcp.allowedHosts", TypeList, "", "", "names that clients may call the server by, * for any; when not set, those of this machine on a loopback address, and any elsewhere"},
		{"framework.mcp.maxBodyBytes", TypeSize, "1MiB", "", "largest MCP request; more is answered with 413"},
		{"framework.mcp.maxResultBytes", TypeSize, "1MiB", "", "largest result of a tool; a larger one is an error that the agent can read"},
		{"framework.mcp.toolTimeout", TypeDuration, "", "", "longest call of a tool that states no timeout; when not set, only server.handler-timeout bounds it"},
		{"framework.mcp.inlineRefs", TypeBool, "false", "", "write schemas without $ref, for clients that drop $defs"},
		{"framework.mcp.readOnly", TypeBool, "false", "", "offer only tools that read"},
		{"framework.mcp.toolsets", TypeList, "", "", "offer only tools of these sets, and those of none; all when not set"},
		{"framework.mcp.modern", TypeBool, "false", "", "offer the stateless protocol 2026-07-28 too"},
		{"framework.mcp.oauth.resource", TypeText, "", "", "URL of the MCP endpoint as clients have it; turns on OAuth protected-resource metadata"},
		{"framework.mcp.oauth.authorizationServers", TypeList, "", "", "issuers of tokens that are taken"},
		{"framework.mcp.oauth.scopes", TypeList, "", "", "scopes that clients ask for"},
		{"framework.mcp.oauth.resourceName", TypeText, "", "", "name that people are shown"},
		{"framework.mcp.oauth.documentation", TypeText, "", "", "URL of a page for developers"},

		{"logging.level", TypeText, "info", "", "trace, debug, info, warn, error or off; or a section of them by logger, where root is all the rest"},
		{"logging.format", TypeText, "", "log-format", "pretty or json; pretty on a terminal when not set"},

		{"framework.sql.prove", TypeBool, "true", "", "whether the databases are asked at start, and by check, if they understand the statements of the scripts"},
		{"framework.sql.violations.unique", TypeInt, "409", "", "status for a change that breaks a UNIQUE constraint and that nobody catches; 500 is a failure"},
		{"framework.sql.violations.foreign-key", TypeInt, "409", "", "the same of a FOREIGN KEY"},
		{"framework.sql.violations.check", TypeInt, "422", "", "the same of a CHECK, or of what a trigger raises"},
		{"framework.sql.violations.not-null", TypeInt, "422", "", "the same of a NOT NULL"},

		{"migrations.onStart", TypeBool, "false", "", "run the SQL migrations before serving"},
	}
}

func dataKeys() []keyEntry {
	return []keyEntry{
		{"datasource[].name", TypeText, "", "", "name of the datasource, of its beans and its migrations folder"},
		{"datasource[].url", TypeText, "", "", "sqlite:, postgres: or mysql: URL"},
		{"datasource[].isPrimary", TypeBool, "", "", "injected where no name is given"},
		{"datasource[].username", TypeText, "", "", "user, when the URL has none"},
		{"datasource[].password", TypeText, "", "", "password, when the URL has none"},
		{"datasource[].replicas", TypeList, "", "", "URLs of servers that follow it: reads outside of transactions go to them, in turn"},
		{"datasource[].validationQuery", TypeText, "", "", "statement that tells whether a connection is alive that was idle for a second"},
		{"datasource[].connection", TypeMap, "", "", "settings of the connection pool and the driver: max, min-idle, max-idle-time, max-lifetime, acquire-timeout, connect-timeout, query-timeout, busy-timeout, slow-query, max-rows, max-bytes"},
		{"datasource[].migrations.enabled", TypeBool, "", "", "whether its migrations folder is run"},

		{"opensearch[].name", TypeText, "", "", "name of the connection and of its migrations folder"},
		{"opensearch[].hosts", TypeList, "", "", "URLs of the cluster, tried in order"},
		{"opensearch[].username", TypeText, "", "", "user of basic authentication"},
		{"opensearch[].password", TypeText, "", "", "password of basic authentication"},
		{"opensearch[].ssl_verification", TypeBool, "", "", "whether certificates are checked; true when not set"},
		{"opensearch[].timeout", TypeDuration, "", "", "time a request may take"},
		{"opensearch[].connect_timeout", TypeDuration, "", "", "time a connection may take"},
		{"opensearch[].proxy", TypeText, "", "", "URL of a proxy, or false for none"},
		{"opensearch[].migrations.enabled", TypeBool, "", "", "whether its migrations folder is run"},
	}
}

func managementKeys() []keyEntry {
	keys := []keyEntry{
		{"management.endpoints.enabled", TypeBool, "false", "", "switch over all management endpoints"},
	}
	for _, name := range endpointNames() {
		keys = append(keys,
			keyEntry{"management.endpoint." + name + ".enabled", TypeBool, "false", "", "serve the " + name + " endpoint"},
			keyEntry{"management.endpoint." + name + ".path", TypeText, "", "", "its path; /actuator/" + name + " when not set"})
	}
	return keys
}

func endpointNames() []string {
	return []string{
		"beans", "configprops", "env", "health", "heapdump", "info", "mappings", "prometheus", "scheduledtasks",
	}
}

// defaults returns the tree of all documented defaults.
func defaults() *node {
	tree := newMap(nil, Origin{})
	for _, k := range Keys() {
		if k.Default != "" {
			tree = tree.with(splitKey(k.Name), literalScalar(k.Default, Origin{}))
		}
	}
	return tree
}

// flagName returns the flag that sets a key.
func flagName(key string) string {
	for _, k := range Keys() {
		if k.Flag != "" && foldKey(k.Name) == foldKey(key) {
			return k.Flag
		}
	}
	return key
}

// foldKey returns the form in which whole keys are compared.
func foldKey(key string) string {
	segments := splitKey(key)
	names := make([]string, len(segments))
	for i, s := range segments {
		names[i] = fold(s.name)
	}
	return strings.Join(names, "\x00")
}
