package config

import (
	"slices"
	"strings"
	"sync"
)

// Type is the type of a documented key's value.
type Type string

// The types, each with the getter of Reader for it.
const (
	TypeText     Type = "text"     // String
	TypeInt      Type = "integer"  // Int
	TypeNumber   Type = "number"   // Float
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
	// Since is the release that introduced the key.
	Since string
	// Effect says when a changed value takes effect.
	Effect Effect
	// Values are those that it takes.
	Values Values
}

// firstRelease is the release with which the keys begin. A key that comes later needs a release of its own.
const firstRelease = "0.9.0"

// Keys returns all keys that the framework reads, in the order of the documentation. Their
// defaults are properties of the lowest precedence.
func Keys() []Key { return slices.Clone(keys()) }

// keys are the same, listed once: each start reads them several times.
var keys = sync.OnceValue(func() []Key {
	entries := slices.Concat(
		listenKeys(), limitKeys(), frameworkKeys(), sourceKeys(), dataKeys(), aspectKeys(), queueKeys(), broadcastKeys(), imageKeys(), httpKeys(), managementKeys(), healthKeys(), telemetryKeys(), devtoolsKeys(), securityKeys(), openAPIKeys(),
	)
	list, values := make([]Key, len(entries)), listedValues{choices(), bounds()} // once for all keys
	for i, e := range entries {
		list[i] = Key{Name: e.name, Type: e.kind, Default: e.standard, Flag: e.flag, Meaning: e.meaning, Since: firstRelease, Effect: effectOf(e.name), Values: values.of(e.name)}
	}
	return list
})

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
		{"framework.application.name", TypeText, "", "", "name of the application, shown to MCP clients"},
		{"framework.application.version", TypeText, "", "", "version of the application, shown to MCP clients"},
		{"framework.scan", TypeList, "", "", "folders or glob patterns that are searched for components; the whole application when not set"},
		{"framework.profile", TypeList, "", "profile", "active profiles"},
		{"framework.profiles.active", TypeList, "", "", "active profiles, as Spring Boot spells the key"},
		{"framework.mcp.path", TypeText, "/mcp", "", "path of the MCP endpoint, below the context path"},
		{"framework.mcp.serverName", TypeText, "", "", "name of the server for clients; the name of the application when not set"},
		{"framework.mcp.serverTitle", TypeText, "", "", "title of the server, shown by clients"},
		{"framework.mcp.instructions", TypeText, "", "", "instructions for clients on how to use the server"},
		{"framework.mcp.allowedOrigins", TypeList, "", "", "origins of web pages that may call the endpoint, such as https://app.example.com"},
		{"framework.mcp.allowedHosts", TypeList, "", "", "host names by which clients may call the server, or * for any; when not set, only names of this machine on a loopback address, and any name on other addresses"},
		{"framework.mcp.maxBodyBytes", TypeSize, "1MiB", "", "largest MCP request; larger ones are answered with 413"},
		{"framework.mcp.maxResultBytes", TypeSize, "1MiB", "", "largest result of a tool; instead of a larger one the agent gets an error"},
		{"framework.mcp.toolTimeout", TypeDuration, "", "", "time limit of calls of tools without a timeout of their own; server.handler-timeout when not set"},
		{"framework.mcp.inlineRefs", TypeBool, "false", "", "write schemas without $ref, for clients that do not support $defs; a class that contains itself keeps its reference"},
		{"framework.mcp.parseTexts", TypeBool, "false", "", "read a text as JSON where a tool takes no text, for models that write objects and lists like that"},
		{"framework.mcp.readOnly", TypeBool, "false", "", "offer only read-only tools"},
		{"framework.mcp.toolsets", TypeList, "", "", "offer only tools of these toolsets, and tools without a toolset; all when not set"},
		{"framework.mcp.modern", TypeBool, "false", "", "also offer the stateless protocol 2026-07-28"},
		{"framework.mcp.listForbidden", TypeBool, "false", "", "list tools that a caller may not call, too, and deny the calls; otherwise they are unknown to that caller"},
		{"framework.mcp.oauth.resource", TypeText, "", "", "public URL of the MCP endpoint; turns on OAuth protected-resource metadata"},
		{"framework.mcp.oauth.authorizationServers", TypeList, "", "", "issuers whose tokens are accepted"},
		{"framework.mcp.oauth.scopes", TypeList, "", "", "scopes that clients request"},
		{"framework.mcp.oauth.resourceName", TypeText, "", "", "name of the resource, shown to users"},
		{"framework.mcp.oauth.documentation", TypeText, "", "", "URL of documentation for developers"},

		{"logging.level", TypeText, "info", "", "trace, debug, info, warn, error or off; or a section with a level for each logger, where root is the level of all others"},
		{"logging.group", TypeMap, "", "", "names of loggers by group, whose levels logging.level sets by the name of the group; web and sql are there unless other ones are given"},
		{"logging.format", TypeText, "", "log-format", "pretty or json; pretty on a terminal when not set"},

		{"framework.sql.prove", TypeBool, "true", "", "check at start, and with fwrun check, that the databases accept the statements of the scripts"},
		{"framework.sql.violations.unique", TypeInt, "409", "", "status of the response when a UNIQUE constraint is violated and the error is not caught; with 500 it is logged as a failure"},
		{"framework.sql.violations.foreign-key", TypeInt, "409", "", "the same for a FOREIGN KEY constraint"},
		{"framework.sql.violations.check", TypeInt, "422", "", "the same for a CHECK constraint, and for an error that a trigger raises"},
		{"framework.sql.violations.not-null", TypeInt, "422", "", "the same for a NOT NULL constraint"},

		{"migrations.onStart", TypeBool, "false", "", "run the migrations before serving"},
		{"migrations.order", TypeText, "alphabetical", "", "order of the files: alphabetical, or natural, in which 1.9 comes before 1.10"},
	}
}

func dataKeys() []keyEntry {
	return []keyEntry{
		{"datasource[].name", TypeText, "", "", "name of the datasource, which its beans and its migrations folder have, too"},
		{"datasource[].url", TypeText, "", "", "sqlite:, postgres: or mysql: URL"},
		{"datasource[].isPrimary", TypeBool, "", "", "inject this datasource where no name is given"},
		{"datasource[].username", TypeText, "", "", "user, if the URL does not contain one"},
		{"datasource[].password", TypeText, "", "", "password, if the URL does not contain one"},
		{"datasource[].replicas", TypeList, "", "", "URLs of read replicas, which are used in turn for reads outside of transactions"},
		{"datasource[].validationQuery", TypeText, "", "", "statement that tests a connection that was idle for a second or longer"},
		{"datasource[].connection.max", TypeInt, "", "", "number of connections; of a SQLite file those that read; 10, or the number of processors, at least 4, when not set"},
		{"datasource[].connection.min-idle", TypeInt, "", "", "number of connections to a server that are kept open; 0 when not set"},
		{"datasource[].connection.max-idle-time", TypeDuration, "", "", "time after which an idle connection is closed; 5m when not set"},
		{"datasource[].connection.max-lifetime", TypeDuration, "", "", "age at which a connection to a server is replaced; 30m when not set"},
		{"datasource[].connection.acquire-timeout", TypeDuration, "", "", "longest wait for a connection; 10s when not set"},
		{"datasource[].connection.queue", TypeInt, "", "", "number of requests that may wait for a connection; 256 when not set"},
		{"datasource[].connection.connect-timeout", TypeDuration, "", "", "time limit of connecting; 5s when not set"},
		{"datasource[].connection.query-timeout", TypeDuration, "", "", "time limit of a statement; 30s when not set"},
		{"datasource[].connection.busy-timeout", TypeDuration, "", "", "longest wait for another process that writes the SQLite file; 5s when not set"},
		{"datasource[].connection.slow-query", TypeDuration, "", "", "statements that take at least this long are logged; none when not set"},
		{"datasource[].connection.max-rows", TypeInt, "", "", "largest number of rows of a result; 100000 when not set"},
		{"datasource[].connection.max-bytes", TypeSize, "", "", "largest result in memory; 64MiB when not set, at most 1GiB"},
		{"datasource[].migrations.enabled", TypeBool, "", "", "run the migrations of its folder; true when not set"},
		{"datasource[].migrations.lock-timeout", TypeDuration, "", "", "time limit of waiting for another process that migrates; 10m when not set"},

		{"opensearch[].name", TypeText, "", "", "name of the connection, which its migrations folder has, too"},
		{"opensearch[].hosts", TypeList, "", "", "URLs of the cluster, tried in order"},
		{"opensearch[].username", TypeText, "", "", "user of basic authentication"},
		{"opensearch[].password", TypeText, "", "", "password of basic authentication"},
		{"opensearch[].ssl_verification", TypeBool, "", "", "verify certificates; true when not set"},
		{"opensearch[].ca", TypeText, "", "", "PEM file of certificates that are trusted, too; relative to the application"},
		{"opensearch[].timeout", TypeDuration, "", "", "time limit of a request"},
		{"opensearch[].connect_timeout", TypeDuration, "", "", "time limit of connecting"},
		{"opensearch[].proxy", TypeText, "", "", "URL of a proxy, or false for no proxy"},
		{"opensearch[].connection.max", TypeInt, "", "", "number of requests of scripts in flight at the same time, after which further ones wait; 256 when not set"},
		{"opensearch[].connection.queue", TypeInt, "", "", "number of requests that may wait; 1024 when not set"},
		{"opensearch[].connection.acquire-timeout", TypeDuration, "", "", "longest wait; 10s when not set"},
		{"opensearch[].migrations.enabled", TypeBool, "", "", "run the migrations of its folder; false when not set"},
		{"opensearch[].migrations.lock-timeout", TypeDuration, "", "", "time limit of waiting for another process that migrates; 10m when not set"},
	}
}

// defaults returns the tree of all documented defaults.
func defaults() *node {
	var list []standard
	for _, k := range keys() {
		if k.Default != "" {
			list = append(list, standard{splitKey(k.Name), literalScalar(k.Default, Origin{})})
		}
	}
	return treeOf(list)
}

// standard is a default and the rest of its key.
type standard struct {
	path  []segment
	value *node
}

// treeOf returns the tree of defaults whose keys begin alike.
func treeOf(list []standard) *node {
	if len(list) == 1 && len(list[0].path) == 0 {
		return list[0].value
	}
	var fields []field
	below := map[string][]standard{}
	for _, one := range list {
		name := one.path[0].name
		if len(below[fold(name)]) == 0 {
			fields = append(fields, field{name: name})
		}
		below[fold(name)] = append(below[fold(name)], standard{one.path[1:], one.value})
	}
	for i := range fields {
		fields[i].value = treeOf(below[fold(fields[i].name)])
	}
	return newMap(fields, Origin{})
}

// flagName returns the flag that sets a key.
func flagName(key string) string {
	for _, k := range keys() {
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
