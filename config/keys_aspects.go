package config

// aspectKeys returns the keys of aspects: caches, locks and asynchronous calls.
func aspectKeys() []keyEntry {
	return []keyEntry{
		{"cache.url", TypeText, "memory:", "", "where @Cacheable keeps values: memory:, redis://host or postgres://host/db"},
		{"cache.prefix", TypeText, "", "", "of the keys in a store that is shared; the application's name when not set"},
		{"cache.max-bytes", TypeSize, "64MiB", "", "memory for values, all caches together; what is used least goes first"},
		{"cache.ttl", TypeDuration, "", "", "time a value is kept; for ever when not set"},
		{"cache.caches", TypeMap, "", "", "settings of single caches by name: ttl"},
		{"locks.url", TypeText, "memory:", "", "where @Lockable keeps locks: memory: for one process, else redis://host or postgres://host/db"},
		{"locks.prefix", TypeText, "", "", "of the names of locks that are shared; the application's name when not set"},
		{"locks.ttl", TypeDuration, "30s", "", "after how long the lock of a process that died is free"},
		{"async.max-running", TypeInt, "8", "", "calls of @Async methods that run at a time"},
		{"async.max-waiting", TypeInt, "1000", "", "calls of @Async methods that wait; more are refused"},
	}
}
