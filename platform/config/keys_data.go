package config

// sqlKeys are the keys of statements.
var sqlKeys = []Key{
	{
		Name: "framework.sql.prove", Type: TypeBool, Default: "true",
		Doc: "check at start, and with fwrun check, that the databases accept the statements of the scripts",
	},
	{
		Name: "framework.sql.violations.unique", Type: TypeInt, Default: "409", Min: "400", Max: "599",
		Doc: "status of the response when a UNIQUE constraint is violated and the error is not caught; with 500 it is logged as a failure",
	},
	{
		Name: "framework.sql.violations.foreign-key", Type: TypeInt, Default: "409", Min: "400", Max: "599",
		Doc: "the same for a FOREIGN KEY constraint",
	},
	{
		Name: "framework.sql.violations.check", Type: TypeInt, Default: "422", Min: "400", Max: "599",
		Doc: "the same for a CHECK constraint, and for an error that a trigger raises",
	},
	{
		Name: "framework.sql.violations.not-null", Type: TypeInt, Default: "422", Min: "400", Max: "599",
		Doc: "the same for a NOT NULL constraint",
	},
}

// dataKeys are the keys of databases.
var dataKeys = []Key{
	{Name: "datasource[].name", Type: TypeText, Doc: "name of the datasource, and of its beans and its migrations folder"},
	{Name: "datasource[].url", Type: TypeText, Doc: "sqlite:, postgres: or mysql: URL"},
	{Name: "datasource[].isPrimary", Type: TypeBool, Doc: "inject this datasource where no name is given"},
	{Name: "datasource[].username", Type: TypeText, Doc: "user, if the URL does not contain one"},
	{Name: "datasource[].password", Type: TypeText, Secret: true, Doc: "password, if the URL does not contain one"},
	{Name: "datasource[].replicas", Type: TypeList, Doc: "URLs of read replicas, which are used in turn for reads outside of transactions"},
	{Name: "datasource[].validationQuery", Type: TypeText, Doc: "statement that tests a connection that was idle for a second or longer"},
	{
		Name: "datasource[].connection.max", Type: TypeInt, Otherwise: "10, or the number of processors, at least 4, when not set",
		Doc: "number of connections; of a SQLite file those that read",
	},
	{Name: "datasource[].connection.min-idle", Type: TypeInt, Default: "0", Doc: "number of connections to a server that are kept open"},
	{Name: "datasource[].connection.max-idle-time", Type: TypeDuration, Default: "5m", Doc: "time after which an idle connection is closed"},
	{
		Name: "datasource[].connection.max-lifetime", Type: TypeDuration, Default: "30m",
		Doc: "age at which a connection to a server is replaced",
	},
	{Name: "datasource[].connection.acquire-timeout", Type: TypeDuration, Default: "10s", Doc: "longest wait for a connection"},
	{Name: "datasource[].connection.queue", Type: TypeInt, Default: "256", Doc: "number of requests that may wait for a connection"},
	{Name: "datasource[].connection.connect-timeout", Type: TypeDuration, Default: "5s", Doc: "time limit of connecting"},
	{Name: "datasource[].connection.query-timeout", Type: TypeDuration, Default: "30s", Doc: "time limit of a statement"},
	{
		Name: "datasource[].connection.busy-timeout", Type: TypeDuration, Default: "5s",
		Doc: "longest wait for another process that writes the SQLite file",
	},
	{
		Name: "datasource[].connection.slow-query", Type: TypeDuration, Otherwise: "none when not set",
		Doc: "statements that take at least this long are logged",
	},
	{Name: "datasource[].connection.max-rows", Type: TypeInt, Default: "100000", Doc: "largest number of rows of a result"},
	{
		Name: "datasource[].connection.max-bytes", Type: TypeSize, Default: "64MiB", Otherwise: "64MiB when not set, at most 1GiB",
		Doc: "largest result in memory",
	},
	{Name: "datasource[].migrations.enabled", Type: TypeBool, Default: "true", Doc: "run the migrations of its folder"},
	{
		Name: "datasource[].migrations.lock-timeout", Type: TypeDuration, Default: "10m",
		Doc: "time limit of waiting for another process that migrates",
	},
}
