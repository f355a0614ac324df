package config

// devtoolsKeys returns the keys of the developer's console.
func devtoolsKeys() []keyEntry {
	return []keyEntry{
		{"devtools.enabled", TypeBool, "", "", "remember the latest requests and what each has done, and show the console at /_fwrun; true in development when not set, and false elsewhere, where it needs management.auth"},
		{"devtools.memory", TypeSize, "16MiB", "", "memory for the latest requests and lines of the log that the console shows; at least 1MiB"},
		{"devtools.editor", TypeText, "vscode", "", "editor that links of the console open: vscode, vscode-insiders, vscodium, cursor, windsurf, zed, idea, webstorm, sublime, none, or a link with {path}, {line} and {column} in it"},
	}
}
