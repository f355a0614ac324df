package config

// agentKeys are the keys of what is offered to agents.
var agentKeys = []Key{
	{Name: "framework.mcp.path", Type: TypeText, Default: "/mcp", Doc: "path of the MCP endpoint, below the context path"},
	{
		Name: "framework.mcp.serverName", Type: TypeText, Otherwise: "the name of the application when not set",
		Doc: "name of the server for clients",
	},
	{Name: "framework.mcp.serverTitle", Type: TypeText, Doc: "title of the server, shown by clients"},
	{Name: "framework.mcp.instructions", Type: TypeText, Doc: "instructions for clients on how to use the server"},
	{
		Name: "framework.mcp.allowedOrigins", Type: TypeList,
		Doc: "origins of web pages that may call the endpoint, such as https://app.example.com",
	},
	{
		Name: "framework.mcp.allowedHosts", Type: TypeList,
		Otherwise: "when not set, only names of this machine on a loopback address, and any name on other addresses",
		Doc:       "host names by which clients may call the server, or * for any",
	},
	{Name: "framework.mcp.maxBodyBytes", Type: TypeSize, Default: "1MiB", Doc: "largest MCP request; larger ones are answered with 413"},
	{
		Name: "framework.mcp.maxResultBytes", Type: TypeSize, Default: "1MiB",
		Doc: "largest result of a tool; instead of a larger one the agent gets an error",
	},
	{
		Name: "framework.mcp.toolTimeout", Type: TypeDuration, Otherwise: "server.handler-timeout when not set",
		Doc: "time limit of calls of tools without a timeout of their own",
	},
	{
		Name: "framework.mcp.inlineRefs", Type: TypeBool, Default: "false",
		Doc: "write schemas without $ref, for clients that do not support $defs; a class that contains itself keeps its reference",
	},
	{
		Name: "framework.mcp.parseTexts", Type: TypeBool, Default: "false",
		Doc: "read a text as JSON where a tool takes no text, for models that write objects and lists like that",
	},
	{Name: "framework.mcp.readOnly", Type: TypeBool, Default: "false", Doc: "offer only read-only tools"},
	{
		Name: "framework.mcp.toolsets", Type: TypeList, Otherwise: "all when not set",
		Doc: "offer only tools of these toolsets, and tools without a toolset",
	},
	{Name: "framework.mcp.modern", Type: TypeBool, Default: "false", Doc: "also offer the stateless protocol 2026-07-28"},
	{
		Name: "framework.mcp.listForbidden", Type: TypeBool, Default: "false",
		Doc: "list tools that a caller may not call, too, and deny the calls; otherwise they are unknown to that caller",
	},
	{Name: "framework.mcp.oauth.resource", Type: TypeText, Doc: "public URL of the MCP endpoint; turns on OAuth protected-resource metadata"},
	{Name: "framework.mcp.oauth.authorizationServers", Type: TypeList, Doc: "issuers whose tokens are accepted"},
	{Name: "framework.mcp.oauth.scopes", Type: TypeList, Doc: "scopes that clients request"},
	{Name: "framework.mcp.oauth.resourceName", Type: TypeText, Doc: "name of the resource, shown to users"},
	{Name: "framework.mcp.oauth.documentation", Type: TypeText, Doc: "URL of documentation for developers"},
}
