package config

// openAPIKeys returns the keys of the OpenAPI document.
func openAPIKeys() []keyEntry {
	return []keyEntry{
		{"openapi.enabled", TypeBool, "", "", "serve the OpenAPI document at /openapi.json and /openapi.yaml, and Swagger UI at /docs; when not set, only in development"},
		{"openapi.title", TypeText, "", "", "title of the document; the name of the application when not set"},
		{"openapi.description", TypeText, "", "", "description of the application in the document, as Markdown"},
		{"openapi.servers", TypeList, "", "", "URLs of the application in the document; when not set, its context path, which is read relative to where the document is"},
	}
}
