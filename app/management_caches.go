package app

import (
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/data/cache"
)

// listCaches lists the caches that decorators and the configuration name, and in memory those that scripts have used besides.
func (g *generation) listCaches() (list []actuator.Cache) {
	names, stats := map[string]bool{}, map[string]cache.Stats{}
	for _, method := range g.engine.Manifest().Advised {
		for _, aspect := range method.Aspects {
			switch aspect.Decorator {
			case "Cacheable", "CachePut", "CacheEvict":
				for _, name := range aspect.Options.Texts("names") {
					names[name] = true
				}
			}
		}
	}
	for name := range g.settings.caches.ttls {
		names[name] = true
	}
	memory, inMemory := g.caches.of.(*cache.Memory)
	if inMemory {
		stats = memory.Stats()
		for name := range stats {
			names[name] = true
		}
	}
	target, _, _ := strings.Cut(g.settings.caches.url, ":")
	for _, name := range slices.Sorted(maps.Keys(names)) {
		one := actuator.Cache{Name: name, Target: target}
		if inMemory {
			s := stats[name]
			one.Use = &actuator.CacheUsage{Hits: s.Hits, Misses: s.Misses, Evictions: s.Evictions, Entries: s.Entries}
		}
		list = append(list, one)
	}
	return list
}
