package config

// migrationKeys are the keys of all migrations.
var migrationKeys = []Key{
	{Name: "migrations.onStart", Type: TypeBool, Default: "false", Doc: "run the migrations before serving"},
	{
		Name: "migrations.order", Type: TypeText, Default: "alphabetical", Choices: []string{"alphabetical", "natural"},
		Doc: "order of the files: alphabetical, or natural, in which 1.9 comes before 1.10",
	},
}
