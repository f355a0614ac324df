package manifest

// The decorators of what agents can use.
const (
	mcpTool     = "McpTool"
	mcpResource = "McpResource"
	mcpPrompt   = "McpPrompt"
)

// isForAgents tells the decorators of what agents can use.
func isForAgents(decorator string) bool {
	return decorator == mcpTool || decorator == mcpResource || decorator == mcpPrompt
}

// agentSamples are values of options that say more than any of their kind.
var agentSamples = map[string]string{
	"uri": `"orders://{id}"`, "httpMethod": `"GET"`, "rateLimit": `"10/1m"`, "maxResultBytes": `"64KiB"`, "mimeType": `"text/plain"`,
}

// agentDecorators lists them.
func agentDecorators() []Decorator {
	return []Decorator{
		{Name: mcpTool, First: "description", Targets: OnMethod | OnFunction, Options: []Option{
			{"description", Text},
			{"name", Text},
			{"title", Text},
			{"inputSchema", SchemaDocument},
			{"outputSchema", SchemaDocument},
			{"outputType", Type},
			{"httpMethod", Text},
			{"readOnly", Flag},
			{"destructive", Flag},
			{"idempotent", Flag},
			{"openWorld", Flag},
			{"toolset", Texts},
			{"timeout", Duration},
			{"rateLimit", Text},
			{"maxResultBytes", Amount},
		}},
		{Name: mcpResource, First: "uri", Needs: true, Targets: OnMethod, Options: []Option{
			{"uri", Text}, {"name", Text}, {"title", Text}, {"description", Text}, {"mimeType", Text}, {"listMethod", Text},
		}},
		{Name: mcpPrompt, First: "name", Targets: OnMethod, Options: []Option{{"name", Text}, {"title", Text}, {"description", Text}}},
	}
}
