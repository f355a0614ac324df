package config

// loggingKeys are the keys of the log.
var loggingKeys = []Key{
	{
		Name: "logging.level", Type: TypeText, Default: "info", Choices: logLevels,
		Doc:  "trace, debug, info, warn, error or off; or a section with a level for each logger, where root is the level of all others",
		Each: []Key{{Type: TypeText, Default: "info", Choices: logLevels}},
	},
	{
		Name: "logging.group", Type: TypeMap,
		Doc:  "names of loggers by group, whose levels logging.level sets by the name of the group; web and sql are there unless other ones are given",
		Each: []Key{{Type: TypeList}},
	},
	{
		Name: "logging.format", Type: TypeText, Choices: []string{"pretty", "json"}, Flag: "log-format",
		Otherwise: "pretty on a terminal when not set",
		Doc:       "pretty or json",
	},
}

var logLevels = []string{"trace", "debug", "info", "warn", "error", "off"}
