package config

// devtoolsKeys returns the keys of the developer's page.
func devtoolsKeys() []keyEntry {
	return []keyEntry{
		{"devtools.enabled", TypeBool, "", "", "serve the console at /_fwrun; on in development, off elsewhere; in production it needs management.auth"},
		{"devtools.editor", TypeText, "vscode://file{path}:{line}:{column}", "", "URL by which the console opens a place in an editor, with {path}, {line} and {column}"},
	}
}
