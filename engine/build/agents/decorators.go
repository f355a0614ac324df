package agents

import (
	"github.com/fwrun/fwrun/engine/declared"
)

// Decorators lists the decorators for agents.
func Decorators() []declared.Decorator {
	return []declared.Decorator{
		{Name: declared.McpTool, First: "description", Targets: declared.OnMethod | declared.OnFunction, Options: []declared.Option{
			{Name: "description", Kind: declared.Text},

			{Name: "name", Kind: declared.Text},

			{Name: "title", Kind: declared.Text},

			{Name: "inputSchema", Kind: declared.SchemaDocument},

			{Name: "schema", Kind: declared.StandardSchema},

			{Name: "outputSchema", Kind: declared.SchemaDocument},

			{Name: "outputType", Kind: declared.Type},

			{Name: "httpMethod", Kind: declared.Text},

			{Name: "readOnly", Kind: declared.Flag},

			{Name: "destructive", Kind: declared.Flag},

			{Name: "idempotent", Kind: declared.Flag},

			{Name: "openWorld", Kind: declared.Flag},

			{Name: "toolset", Kind: declared.Texts},

			{Name: "timeout", Kind: declared.Duration},

			{Name: "rateLimit", Kind: declared.Text},

			{Name: "maxResultBytes", Kind: declared.Amount},
		}},
		{Name: declared.McpResource, First: "uri", Needs: true, Targets: declared.OnMethod, Options: []declared.Option{
			{Name: "uri", Kind: declared.Text},
			{Name: "name", Kind: declared.Text},
			{Name: "title", Kind: declared.Text},
			{Name: "description", Kind: declared.Text},
			{Name: "mimeType", Kind: declared.Text},
			{Name: "listMethod", Kind: declared.Text},
		}},
		{Name: declared.McpPrompt, First: "name", Targets: declared.OnMethod, Options: []declared.Option{
			{Name: "name", Kind: declared.Text},
			{Name: "title", Kind: declared.Text},
			{Name: "description", Kind: declared.Text},
		}},
	}
}
