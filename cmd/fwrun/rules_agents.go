package main

func agentRules() []rule {
	return []rule{
		{
			"agent-argument", "A resource, a list method or a prompt has a parameter that gets no value.",
			"Parameters may be texts and numbers, bound by name, and the HttpRequest, which is injected.",
		},
		{
			"agent-class", "A tool, resource or prompt is in a class whose methods agents cannot call.",
			"Use an endpoint of a @RestController, or a method of a @Service or @Component.",
		},
		{"agent-duplicate", "Two tools, resources or prompts have the same name or URI.", "Give one of them another name or URI."},
		{"agent-twice", "A method has the same decorator twice.", "Remove one of them, or write a method for each."},
		{
			"mcp-hosts", "The server can be reached from other machines, and its MCP endpoint accepts every host name.",
			"List the host names that clients use in framework.mcp.allowedHosts.",
		},
		{"devtools-path", "A route has a path where the console answers in development.", "Change the route, or set devtools.enabled to false."},
		{
			"management-admin", "Spring Boot Admin shows the application as offline, since the health endpoint is turned off.",
			"Set management.endpoints.enabled and management.endpoint.health.enabled to true.",
		},
		{
			"management-open", "Management endpoints can be reached from other machines without authentication.",
			"Set management.auth or management.server.port, or guard them by an interceptor.",
		},
		{
			"management-path", "A route, or another endpoint, has the path of a management endpoint.",
			"Change the route, or management.endpoint.<name>.path.",
		},
		{"mcp-path", "A route has the path of the MCP endpoint.", "Change the route, or framework.mcp.path."},
		{"prompt-argument", "An argument of a prompt is not a text.", "Declare it as string, and convert it in the method."},
		{"prompt-class", "@McpPrompt is on a method outside of a service.", "Move the method into a @Service or @Component."},
		{"prompt-name", "The name of a prompt is invalid.", "Use 1 to 128 letters, digits, underscores, dots and hyphens."},
		{"prompt-target", "@McpPrompt is on a member that cannot be called from outside.", "Use it on a public method that is not abstract."},
		{"resource-class", "@McpResource is on a method outside of a service.", "Move the method into a @Service or @Component."},
		{
			"resource-list", "The list method of a resource is missing, or cannot be called.",
			"Use a public method of the same class whose only parameter, if any, is an HttpRequest.",
		},
		{"resource-name", "A resource has an empty name.", "Write a name, or leave it out."},
		{"resource-target", "@McpResource is on a member that cannot be called from outside.", "Use it on a public method that is not abstract."},
		{
			"resource-uri", "The URI of a resource and the parameters of its method do not match.",
			"Each placeholder is bound to the parameter of the same name: a string, int, float or bool.",
		},
		{
			"tool-argument", "A tool has a parameter that agents cannot pass.",
			"Agents pass JSON values by name: no files, beans, rest parameters or destructuring.",
		},
		{"tool-body", "The endpoint of a tool does not accept JSON, in which the arguments are sent.", "Add application/json to consumes."},
		{"tool-class", "@McpTool is on a method outside of a controller or service.", "Move the method into a @Service or @Component."},
		{"tool-depth", "Classes are nested too deeply for a model.", "Use fewer levels, and identifiers for the rest."},
		{"tool-description", "A tool has no description.", "Write a comment above it, or a description."},
		{"tool-hints", "A tool is declared both as read-only and as destructive or not idempotent.", "Remove one of the two options."},
		{
			"tool-http-method", "The HTTP method of a tool is ambiguous, or not one of its mapping.",
			"Set httpMethod to one of the methods of the mapping.",
		},
		{"tool-input-schema", "An inputSchema does not match the arguments of its tool.", "Its properties must be exactly the arguments of the tool."},
		{"tool-limit", "A limit of a tool is invalid.", "Write timeout: \"5s\", rateLimit: \"10/1m\", maxResultBytes: \"64KiB\"."},
		{"tool-mapping", "A tool is on a controller's method, or a function, without a mapping.", "Add the mapping."},
		{"tool-name", "The name of a tool or a toolset is invalid.", "Use 1 to 128 letters, digits, underscores, dots and hyphens."},
		{"tool-output", "The type of a result is declared twice, or its declaration is empty.", "Keep one of the type, outputType and outputSchema."},
		{"tool-produces", "An endpoint of a tool does not produce JSON.", "Add application/json to produces."},
		{"tool-output-schema", "An outputSchema cannot describe a result.", "Its top level must have the type object."},
		{"tool-target", "@McpTool is on a member that cannot be called from outside.", "Use it on a public method that is not abstract."},
		{"tool-untyped", "The type of an argument is not known.", "Write its type, declare a class for it, or write the whole inputSchema."},
	}
}
