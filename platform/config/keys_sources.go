package config

// sourceKeys are the keys that declare property sources.
var sourceKeys = []Key{
	{Name: "propertySources[].name", Type: TypeText, Doc: "name of the source in messages; must be unique"},
	{
		Name: "propertySources[].provider", Type: TypeText,
		Choices: []string{"env", "ini", "properties", "json", "yaml", "command", "script"},
		Doc:     "env, ini, properties, json, yaml, command or script",
	},
	{Name: "propertySources[].file", Type: TypeText, File: true, Doc: "file of the source, relative to the application's folder or absolute"},
	{Name: "propertySources[].optional", Type: TypeBool, Default: "false", Doc: "whether the file may be missing"},
	{Name: "propertySources[].prefix", Type: TypeText, Doc: "key under which the settings of the source are placed"},
	{Name: "propertySources[].command", Type: TypeList, Doc: "command whose output is read, as a list of words; no shell is used"},
	{
		Name: "propertySources[].format", Type: TypeText, Default: "json", Choices: []string{"json", "yaml", "properties", "ini", "env"},
		Doc: "format of the output: json, yaml, properties, ini or env",
	},
	{Name: "propertySources[].timeout", Type: TypeDuration, Default: "10s", Min: "1ms", Doc: "time limit of the command or script"},
}
