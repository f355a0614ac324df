package web

import (
	"maps"
	"slices"
)

// Names lists the globals that Install adds, sorted. Install also adds to built-ins: Array.fromAsync, Map.groupBy,
// Object.groupBy, Promise.try, Promise.withResolvers, String.prototype.isWellFormed and toWellFormed, the iterator
// helpers, the symbols asyncIterator, dispose, asyncDispose and metadata, and what package ecma does.
func Names() []string {
	names := append(slices.Collect(maps.Keys((&Realm{}).functions())), "self")
	names = append(names, handlers...)
	for _, p := range allParts(&Options{}) {
		names = append(names, p.Globals...)
	}
	slices.Sort(names)
	return names
}
