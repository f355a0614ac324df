package config

// devtoolsKeys returns the keys of the developer's console.
func devtoolsKeys() []keyEntry {
	return []keyEntry{
		{"devtools.enabled", TypeBool, "", "", "remember the latest requests and what each has done, and show the console at /_fwrun; true in development when not set, and false elsewhere, where it needs management.auth"},
		{"devtools.memory", TypeSize, "16MiB", "", "memory for the latest requests and lines of the log that the console shows; at least 1MiB"},
		{"record.folder", TypeText, "", "record", "folder to write requests to as files of fwrun test, with all that they asked of their host, masked; relative to the working directory; none when not set"},
		{"record.only-errors", TypeBool, "false", "only-errors", "write only requests that were answered with a status of 500 or more"},
		{"record.max-files", TypeInt, "200", "", "files in record.folder; the oldest are removed"},
		{"record.max-bytes", TypeSize, "64MiB", "", "bytes of the files in record.folder; the oldest are removed; at least 1MiB"},
		{"devtools.editor", TypeText, "vscode", "", "editor that links of the console open: vscode, vscode-insiders, vscodium, cursor, windsurf, zed, idea, webstorm, sublime, none, or a link with {path}, {line} and {column} in it"},
	}
}
