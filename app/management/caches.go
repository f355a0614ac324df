package management

import (
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/engine/manifest"
)

// list lists the caches that decorators and the configuration name, and in memory those that scripts have used besides.
func (c *Caches) list(m *manifest.Manifest) (list []actuator.Cache) {
	names, stats := map[string]bool{}, map[string]cache.Stats{}
	for _, method := range m.Advised {
		for _, aspect := range method.Aspects {
			switch aspect.Decorator {
			case "Cacheable", "CachePut", "CacheEvict":
				for _, name := range aspect.Options.Texts("names") {
					names[name] = true
				}
			}
		}
	}
	for _, name := range c.Named {
		names[name] = true
	}
	counting, counts := c.Store.(cache.Counting)
	if counts {
		stats = counting.Stats()
		for name := range stats {
			names[name] = true
		}
	}
	target, _, _ := strings.Cut(c.URL, ":")
	for _, name := range slices.Sorted(maps.Keys(names)) {
		one := actuator.Cache{Name: name, Target: target}
		if counts {
			s := stats[name]
			one.Use = &actuator.CacheUsage{Hits: s.Hits, Misses: s.Misses, Evictions: s.Evictions, Entries: s.Entries}
		}
		list = append(list, one)
	}
	return list
}
