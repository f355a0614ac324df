package openapi

import (
	"github.com/fwrun/fwrun/engine/declared"
)

// The decorators.
const (
	operation = "Operation"
	response  = "ApiResponse"
	hidden    = "ApiHidden"
)

// Decorators lists the decorators of handlers that only the document reads.
func Decorators() []declared.Decorator {
	const handlers = declared.OnMethod | declared.OnFunction
	return []declared.Decorator{
		{Name: operation, First: "summary", Targets: handlers, Options: []declared.Option{
			{Name: "summary", Kind: declared.Text},
			{Name: "description", Kind: declared.Text},
			{Name: "id", Kind: declared.Text},
			{Name: "tags", Kind: declared.Texts},
			{Name: "deprecated", Kind: declared.Flag},
		}},
		{Name: response, First: "status", Needs: true, Targets: handlers | declared.OnClass, Options: []declared.Option{
			{Name: "status", Kind: declared.Status},
			{Name: "description", Kind: declared.Text},
			{Name: "type", Kind: declared.Type},
			{Name: "mediaType", Kind: declared.Text},
			{Name: "headers", Kind: declared.SchemaDocument},
		}},
		{Name: hidden, Targets: handlers | declared.OnClass},
	}
}

// isOurs reports whether a decorator is one of these.
func isOurs(decorator string) bool {
	return decorator == operation || decorator == response || decorator == hidden
}
