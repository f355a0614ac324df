package config

// applicationKeys are the keys of what an application is called, what belongs to it, and its profiles.
var applicationKeys = []Key{
	{Name: "framework.application.name", Type: TypeText, Doc: "name of the application, shown to MCP clients"},
	{Name: "framework.application.version", Type: TypeText, Doc: "version of the application, shown to MCP clients"},
	{
		Name: "framework.scan", Type: TypeList, Otherwise: "the whole application when not set",
		Doc: "folders or glob patterns that are searched for components",
	},
	{
		Name: "framework.packages.browser", Type: TypeList,
		Doc: "names of packages whose builds for browsers are bundled, instead of those for Node",
	},
	{Name: "framework.profile", Type: TypeList, Flag: "profile", Doc: "active profiles"},
	{Name: "framework.profiles.active", Type: TypeList, Doc: "active profiles, as Spring Boot spells the key"},
}
