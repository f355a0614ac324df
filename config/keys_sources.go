package config

// sourceKeys returns the keys that declare property sources.
func sourceKeys() []keyEntry {
	return []keyEntry{
		{"propertySources[].name", TypeText, "", "", "name of the source, for messages; each has its own"},
		{"propertySources[].provider", TypeText, "", "", "env, ini, properties, json, yaml, command or script"},
		{"propertySources[].file", TypeText, "", "", "file of the source, relative to the application's folder or absolute"},
		{"propertySources[].optional", TypeBool, "", "", "whether the file may be missing; false when not set"},
		{"propertySources[].prefix", TypeText, "", "", "key that all of the source stands below"},
		{"propertySources[].command", TypeList, "", "", "words of the command whose output is read; no shell takes part"},
		{"propertySources[].format", TypeText, "", "", "what the command prints: json, yaml, properties, ini or env; json when not set"},
		{"propertySources[].timeout", TypeDuration, "", "", "time the command or script may take; 10s when not set"},
	}
}
