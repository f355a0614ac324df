package config

// aspectKeys returns the keys of aspects: caches, locks and asynchronous calls.
func aspectKeys() []keyEntry {
	return []keyEntry{
		{"cache.url", TypeText, "memory:", "", "where @Cacheable keeps values: memory:, redis://host or postgres://host/db"},
		{"cache.prefix", TypeText, "", "", "prefix of keys in a shared store; the name of the application when not set"},
		{"cache.max-bytes", TypeSize, "64MiB", "", "memory for the values of all caches together; values that are used least are removed first"},
		{"cache.ttl", TypeDuration, "", "", "time for which a value is kept; no limit when not set"},
		{"cache.caches", TypeMap, "", "", "settings of single caches, by name: ttl"},
		{"locks.url", TypeText, "memory:", "", "where @Lockable keeps locks: memory: for a single process, redis://host or postgres://host/db for several"},
		{"locks.prefix", TypeText, "", "", "prefix of the names of shared locks; the name of the application when not set"},
		{"locks.ttl", TypeDuration, "30s", "", "time after which the lock of a process that died is released"},
		{"async.max-running", TypeInt, "8", "", "number of calls of @Async methods that run at the same time"},
		{"async.max-waiting", TypeInt, "1000", "", "number of calls of @Async methods that may wait; further calls are rejected"},
	}
}
