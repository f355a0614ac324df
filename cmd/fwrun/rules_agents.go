package main

func agentRules() []rule {
	return []rule{
		{
			"agent-argument", "A resource, a list method or a prompt takes what nobody gives it.",
			"Its parameters are named texts and numbers; the HttpRequest is injected.",
		},
		{
			"agent-class", "A tool, resource or prompt stands on a class whose methods agents cannot reach.",
			"Tools are endpoints of a @RestController, or methods of a @Service or @Component.",
		},
		{"agent-duplicate", "Two tools, resources or prompts have the same name or URI.", "Give one of them another."},
		{"agent-twice", "A method carries the same decorator twice.", "Remove one of them, or write a method for each."},
		{
			"mcp-hosts", "The server listens to other machines, and its MCP endpoint answers whatever name it is called by.",
			"Name the hosts that clients call it by in framework.mcp.allowedHosts.",
		},
		{"mcp-path", "A route has the path of the MCP endpoint.", "Change the route, or framework.mcp.path."},
		{"prompt-argument", "An argument of a prompt is no text.", "Take strings, and read them in the method."},
		{"prompt-class", "@McpPrompt stands on a method of no service.", "Put the method into a @Service or @Component."},
		{"prompt-name", "A prompt cannot have its name.", "Use 1 to 128 letters, digits, underscores, dots and hyphens."},
		{"prompt-target", "@McpPrompt stands on what cannot be called from outside.", "It is a public method that is not abstract."},
		{"resource-class", "@McpResource stands on a method of no service.", "Put the method into a @Service or @Component."},
		{
			"resource-list", "The list method of a resource is missing, or cannot be called.",
			"It is a public method of the same class, which takes an HttpRequest or nothing.",
		},
		{"resource-name", "A resource has an empty name.", "Write one, or leave it out."},
		{"resource-target", "@McpResource stands on what cannot be called from outside.", "It is a public method that is not abstract."},
		{
			"resource-uri", "The URI of a resource and the parameters of its method do not fit.",
			"Each placeholder goes to the parameter of its name: a string, int, float or bool.",
		},
		{
			"tool-argument", "A tool takes what agents cannot give.",
			"Agents give JSON by name: no files, beans, rest parameters or patterns.",
		},
		{"tool-body", "The arguments of a tool cannot be sent in a body that its endpoint takes.", "Add application/json to consumes."},
		{"tool-class", "@McpTool stands on a method of no controller and no service.", "Put the method into a @Service or @Component."},
		{"tool-depth", "Classes are nested too deeply for a model.", "Take and return fewer levels, and identifiers for the rest."},
		{"tool-description", "A tool says nothing of itself.", "Write a comment above it, or a description."},
		{"tool-hints", "A tool that only reads is said to destroy, or not to be repeatable.", "Remove one of the two options."},
		{
			"tool-http-method", "It is not clear which HTTP method calls a tool, or it is not one of the mapping.",
			"Write httpMethod with one of those that the mapping is for.",
		},
		{"tool-input-schema", "A written inputSchema does not fit the arguments.", "Its properties are exactly the arguments of the tool."},
		{"tool-limit", "A limit of a tool cannot be read.", "Write timeout: \"5s\", rateLimit: \"10/1m\", maxResultBytes: \"64KiB\"."},
		{"tool-mapping", "A tool stands on a controller's method, or a function, without a mapping.", "Write the mapping beside it."},
		{"tool-name", "A tool or a toolset cannot have its name.", "Use 1 to 128 letters, digits, underscores, dots and hyphens."},
		{"tool-output", "Two things say what the result of a tool is, or one says nothing.", "Keep the type, outputType or outputSchema."},
		{"tool-produces", "An endpoint produces nothing that its result could be sent as.", "Add application/json to produces."},
		{"tool-output-schema", "A written outputSchema is none that a result could have.", "Its top level is of type object."},
		{"tool-target", "@McpTool stands on what cannot be called from outside.", "It is a public method that is not abstract."},
		{"tool-untyped", "Nothing is known of an argument that agents are to give.", "Write its type, a class of its own, or the whole inputSchema."},
	}
}
