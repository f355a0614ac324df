package config

// coverageKeys are the keys of what a test run has covered.
var coverageKeys = []Key{
	{Name: "test.coverage.enabled", Type: TypeBool, Default: "false", Doc: "count what `fwrun test` runs, as --coverage does"},
	{
		Name: "test.coverage.reporters", Type: TypeList, Otherwise: "text and lcov when not set",
		Doc: "what is written: text, lcov, html, json, json-summary, cobertura",
	},
	{Name: "test.coverage.folder", Type: TypeText, Default: "coverage", Doc: "folder of the reports, relative to the application"},
	{
		Name: "test.coverage.include", Type: TypeList, Otherwise: "all scripts of the application when not set",
		Doc: "folders or globs of the scripts that count",
	},
	{Name: "test.coverage.exclude", Type: TypeList, Doc: "folders or globs of scripts that do not count"},
	{
		Name: "test.coverage.thresholds.statements", Type: TypeNumber, Min: "0", Max: "100",
		Doc: "percentage of statements below which `fwrun test` fails",
	},
	{Name: "test.coverage.thresholds.branches", Type: TypeNumber, Min: "0", Max: "100", Doc: "likewise of branches"},
	{Name: "test.coverage.thresholds.functions", Type: TypeNumber, Min: "0", Max: "100", Doc: "likewise of functions"},
	{Name: "test.coverage.thresholds.lines", Type: TypeNumber, Min: "0", Max: "100", Doc: "likewise of lines"},
	{
		Name: "test.coverage.thresholds.per-file", Type: TypeBool, Default: "false",
		Doc: "each file has to reach the percentages, and not all together",
	},
}
