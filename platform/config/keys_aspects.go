package config

// aspectKeys are the keys of aspects: caches, locks and asynchronous calls.
var aspectKeys = []Key{
	{
		Name: "cache.url", Type: TypeText, Default: "memory:",
		Doc: "where @Cacheable keeps values: memory:, redis://host or postgres://host/db",
	},
	{Name: "cache.prefix", Type: TypeText, Otherwise: "the name of the application when not set", Doc: "prefix of keys in a shared store"},
	{
		Name: "cache.max-bytes", Type: TypeSize, Default: "64MiB",
		Doc: "memory for the values of all caches together; values that are used least are removed first",
	},
	{Name: "cache.ttl", Type: TypeDuration, Otherwise: "no limit when not set", Doc: "time for which a value is kept"},
	{
		Name: "cache.caches", Type: TypeMap,
		Doc:  "settings of single caches, by name: ttl",
		Each: []Key{{Name: "ttl", Type: TypeDuration, Otherwise: "cache.ttl when not set"}},
	},
	{
		Name: "locks.url", Type: TypeText, Default: "memory:",
		Doc: "where @Lockable keeps locks: memory: for a single process, redis://host or postgres://host/db for several",
	},
	{Name: "locks.prefix", Type: TypeText, Otherwise: "the name of the application when not set", Doc: "prefix of the names of shared locks"},
	{Name: "locks.ttl", Type: TypeDuration, Default: "30s", Doc: "time after which the lock of a process that died is released"},
	{
		Name: "async.max-running", Type: TypeInt, Default: "8", Min: "1", Max: "10000",
		Doc: "number of calls of @Async methods that run at the same time",
	},
	{
		Name: "async.max-waiting", Type: TypeInt, Default: "1000", Min: "1", Max: "1000000",
		Doc: "number of calls of @Async methods that may wait; further calls are rejected",
	},
}
