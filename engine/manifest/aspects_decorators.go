package manifest

// The decorators of methods that aspects stand behind, from the outermost to the innermost,
// whatever order they are written in: a hit of a cache needs no lock and no transaction, what
// is put into a cache and evicted from it has been committed, each attempt has a transaction
// of its own, and a lock is given back after the commit that it guards.
var aspectOrder = []string{
	"Around", "Async", "Cacheable", "CachePut", "CacheEvict", "RateLimited", "Retryable", "Lockable", "Transactional",
}

// aspectDecorators lists those of methods that aspects stand around.
func aspectDecorators() []Decorator {
	errors := []Option{{"rollbackFor", Errors}, {"noRollbackFor", Errors}}
	entry := []Option{{"names", Texts}, {"key", Key}, {"condition", Function}}
	value := append(entry[:len(entry):len(entry)], Option{"unless", Function}, Option{"ttl", Duration})
	return []Decorator{
		{Name: "Around", First: "aspect", More: []string{"options"}, Objects: true, Needs: true, Targets: OnClass | OnMethod, Options: []Option{
			{"aspect", Class}, {"options", Value},
		}},
		{Name: "Async", Targets: OnMethod},
		{Name: "Cacheable", First: "names", Needs: true, Targets: OnMethod, Options: value},
		{Name: "CachePut", First: "names", Needs: true, Targets: OnMethod, Options: value},
		{Name: "CacheEvict", First: "names", Needs: true, Targets: OnMethod, Options: append(
			entry[:len(entry):len(entry)], Option{"allEntries", Flag}, Option{"beforeInvocation", Flag},
		)},
		{Name: "RateLimited", First: "limit", More: []string{"per"}, Needs: true, Targets: OnMethod, Options: []Option{
			{"limit", Amount}, {"per", Duration}, {"burst", Amount}, {"key", Key}, {"wait", Duration},
		}},
		{Name: "Retryable", First: "attempts", Targets: OnMethod, Options: []Option{
			{"attempts", Amount},
			{"on", Errors},
			{"except", Errors},
			{"delay", Duration},
			{"multiplier", Amount},
			{"maxDelay", Duration},
		}},
		{Name: "Lockable", First: "name", Needs: true, Targets: OnMethod, Options: []Option{
			{"name", Key}, {"wait", Duration}, {"ttl", Duration}, {"waitMilliSecs", Amount}, {"ttlSeconds", Amount},
		}},
		{Name: "Transactional", First: "datasource", Targets: OnClass | OnMethod, Options: append([]Option{
			{"datasource", Text}, {"propagation", Text}, {"isolation", Text}, {"timeout", Duration}, {"readOnly", Flag},
		}, errors...)},
	}
}
