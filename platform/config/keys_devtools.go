package config

// devtoolsKeys are the keys of the developer's console, of checks, and of recordings.
var devtoolsKeys = []Key{
	{
		Name: "check.typescript", Type: TypeText, File: true, Otherwise: "that of node_modules, or of the PATH, when not set",
		Doc: "package or executable of TypeScript that fwrun check --types asks",
	},
	{
		Name: "devtools.enabled", Type: TypeBool,
		Otherwise: "true in development when not set, and false elsewhere, where it needs management.auth",
		Doc:       "remember the latest requests and what each has done, and show the console at /_fwrun",
	},
	{
		Name: "devtools.memory", Type: TypeSize, Default: "16MiB",
		Doc: "memory for the latest requests and lines of the log that the console shows; at least 1MiB",
	},
	{
		Name: "record.folder", Type: TypeText, Flag: "record", Otherwise: "none when not set",
		Doc: "folder to write requests to as files of fwrun test, with their SQL, calls and the like, secrets masked; " +
			"relative to the working directory",
	},
	{
		Name: "record.only-errors", Type: TypeBool, Default: "false", Flag: "only-errors",
		Doc: "write only requests that were answered with a status of 500 or more",
	},
	{Name: "record.max-files", Type: TypeInt, Default: "200", Min: "1", Max: "100000", Doc: "files in record.folder; the oldest are removed"},
	{
		Name: "record.max-bytes", Type: TypeSize, Default: "64MiB",
		Doc: "bytes of the files in record.folder; the oldest are removed; at least 1MiB",
	},
	{
		Name: "devtools.editor", Type: TypeText, Default: "vscode",
		Doc: "editor that links of the console open: vscode, vscode-insiders, vscodium, cursor, windsurf, zed, idea, webstorm, sublime, " +
			"none, or a link with {path}, {line} and {column} in it",
	},
}
