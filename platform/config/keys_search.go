package config

// searchKeys are the keys of search clusters.
var searchKeys = []Key{
	{Name: "opensearch[].name", Type: TypeText, Doc: "name of the connection, and of its migrations folder"},
	{Name: "opensearch[].hosts", Type: TypeList, Doc: "URLs of the cluster, tried in order"},
	{Name: "opensearch[].username", Type: TypeText, Doc: "user of basic authentication"},
	{Name: "opensearch[].password", Type: TypeText, Secret: true, Doc: "password of basic authentication"},
	{Name: "opensearch[].ssl_verification", Type: TypeBool, Default: "true", Doc: "verify certificates"},
	{Name: "opensearch[].ca", Type: TypeText, File: true, Doc: "PEM file of certificates that are trusted, too; relative to the application"},
	{Name: "opensearch[].timeout", Type: TypeDuration, Min: "1ms", Doc: "time limit of a request"},
	{Name: "opensearch[].connect_timeout", Type: TypeDuration, Min: "1ms", Doc: "time limit of connecting"},
	{Name: "opensearch[].proxy", Type: TypeText, Doc: "URL of a proxy, or false for no proxy"},
	{
		Name: "opensearch[].connection.max", Type: TypeInt, Default: "256", Min: "1", Max: "1000000",
		Doc: "number of requests of scripts in flight at the same time, after which further ones wait",
	},
	{
		Name: "opensearch[].connection.queue", Type: TypeInt, Default: "1024", Min: "1", Max: "1000000",
		Doc: "number of requests that may wait",
	},
	{Name: "opensearch[].connection.acquire-timeout", Type: TypeDuration, Default: "10s", Doc: "longest wait"},
	{Name: "opensearch[].migrations.enabled", Type: TypeBool, Default: "false", Doc: "run the migrations of its folder"},
	{
		Name: "opensearch[].migrations.lock-timeout", Type: TypeDuration, Default: "10m", Min: "1ms",
		Doc: "time limit of waiting for another process that migrates",
	},
}
