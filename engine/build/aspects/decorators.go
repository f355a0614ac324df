package aspects

import (
	"github.com/fwrun/fwrun/engine/declared"
)

// The decorators of methods with aspects, from the outermost to the innermost, in whatever order they are written:
// what is measured is what callers wait for, a hit in a cache needs no lock and no transaction, what is put into a cache and evicted from it has been
// committed, each attempt has its own transaction, and a lock is released after the commit that it guards.
var aspectOrder = []string{
	"Around", "Async", "Traced", "Timed", "Counted", "Cacheable", "CachePut", "CacheEvict", "RateLimited", "Retryable", "Lockable", "Transactional",
}

// Decorators lists the decorators of methods with aspects.
func Decorators() []declared.Decorator {
	errors := []declared.Option{
		{Name: "rollbackFor", Kind: declared.Errors},
		{Name: "noRollbackFor", Kind: declared.Errors},
	}
	entry := []declared.Option{
		{Name: "names", Kind: declared.Texts},
		{Name: "key", Kind: declared.Key},
		{Name: "condition", Kind: declared.Function},
	}
	value := append(entry[:len(entry):len(entry)], declared.Option{Name: "unless", Kind: declared.Function},
		declared.Option{Name: "ttl", Kind: declared.Duration})
	meter := []declared.Option{{Name: "name", Kind: declared.Text}, {Name: "tags", Kind: declared.Texts}}
	return []declared.Decorator{
		{
			Name: "Around", First: "aspect", More: []string{"options"}, Objects: true, Needs: true, Targets: declared.OnClass | declared.OnMethod,
			Options: []declared.Option{
				{Name: "aspect", Kind: declared.Class},
				{Name: "options", Kind: declared.Value},
			},
		},
		{Name: "Async", Targets: declared.OnMethod},
		{Name: "Traced", First: "name", Targets: declared.OnMethod, Options: []declared.Option{{Name: "name", Kind: declared.Text}}},
		{Name: "Timed", First: "name", Targets: declared.OnClass | declared.OnMethod, Options: meter},
		{Name: "Counted", First: "name", Targets: declared.OnClass | declared.OnMethod, Options: meter},
		{Name: "Cacheable", First: "names", Needs: true, Targets: declared.OnMethod, Options: value},
		{Name: "CachePut", First: "names", Needs: true, Targets: declared.OnMethod, Options: value},
		{Name: "CacheEvict", First: "names", Needs: true, Targets: declared.OnMethod, Options: append(
			entry[:len(entry):len(entry)], declared.Option{Name: "allEntries", Kind: declared.Flag},
			declared.Option{Name: "beforeInvocation", Kind: declared.Flag},
		)},
		{Name: "RateLimited", First: "limit", More: []string{"per"}, Needs: true, Targets: declared.OnMethod, Options: []declared.Option{
			{Name: "limit", Kind: declared.Amount},
			{Name: "per", Kind: declared.Duration},
			{Name: "burst", Kind: declared.Amount},
			{Name: "key", Kind: declared.Key},
			{Name: "wait", Kind: declared.Duration},
		}},
		{Name: "Retryable", First: "attempts", Targets: declared.OnMethod, Options: []declared.Option{
			{Name: "attempts", Kind: declared.Amount},

			{Name: "on", Kind: declared.Errors},

			{Name: "except", Kind: declared.Errors},

			{Name: "delay", Kind: declared.Duration},

			{Name: "multiplier", Kind: declared.Amount},

			{Name: "maxDelay", Kind: declared.Duration},
		}},
		{Name: "Lockable", First: "name", Needs: true, Targets: declared.OnMethod, Options: []declared.Option{
			{Name: "name", Kind: declared.Key},
			{Name: "wait", Kind: declared.Duration},
			{Name: "ttl", Kind: declared.Duration},
			{Name: "waitMilliSecs", Kind: declared.Amount},
			{Name: "ttlSeconds", Kind: declared.Amount},
		}},
		{Name: "Transactional", First: "datasource", Targets: declared.OnClass | declared.OnMethod, Options: append([]declared.Option{
			{Name: "datasource", Kind: declared.Text},
			{Name: "propagation", Kind: declared.Text},
			{Name: "isolation", Kind: declared.Text},
			{Name: "timeout", Kind: declared.Duration},
			{Name: "readOnly", Kind: declared.Flag},
		}, errors...)},
	}
}
