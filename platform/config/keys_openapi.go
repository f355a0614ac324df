package config

// openAPIKeys are the keys of the OpenAPI document.
var openAPIKeys = []Key{
	{
		Name: "openapi.enabled", Type: TypeBool, Otherwise: "when not set, only in development",
		Doc: "serve the OpenAPI document at /openapi.json and /openapi.yaml, and Swagger UI at /docs",
	},
	{Name: "openapi.title", Type: TypeText, Otherwise: "the name of the application when not set", Doc: "title of the document"},
	{Name: "openapi.description", Type: TypeText, Doc: "description of the application in the document, as Markdown"},
	{
		Name: "openapi.servers", Type: TypeList,
		Otherwise: "when not set, its context path, which is read relative to where the document is",
		Doc:       "URLs of the application in the document",
	},
}
