package config

// sourceKeys returns the keys that declare property sources.
func sourceKeys() []keyEntry {
	return []keyEntry{
		{"propertySources[].name", TypeText, "", "", "name of the source in messages; must be unique"},
		{"propertySources[].provider", TypeText, "", "", "env, ini, properties, json, yaml, command or script"},
		{"propertySources[].file", TypeText, "", "", "file of the source, relative to the application's folder or absolute"},
		{"propertySources[].optional", TypeBool, "", "", "whether the file may be missing; false when not set"},
		{"propertySources[].prefix", TypeText, "", "", "key under which the settings of the source are placed"},
		{"propertySources[].command", TypeList, "", "", "command whose output is read, as a list of words; no shell is used"},
		{"propertySources[].format", TypeText, "", "", "format of the output: json, yaml, properties, ini or env; json when not set"},
		{"propertySources[].timeout", TypeDuration, "", "", "time limit of the command or script; 10s when not set"},
	}
}
