package web

import "slices"

// names are the globals that Install adds, sorted.
var names = []string{
	"AbortController", "AbortSignal", "Crypto", "CustomEvent", "DOMException", "Event", "EventTarget",
	"FinalizationRegistry", "Headers", "Iterator", "Navigator", "Performance", "Request", "Response",
	"TextDecoder", "TextEncoder", "URL", "URLSearchParams", "WeakRef", "atob", "btoa", "clearImmediate",
	"clearInterval", "clearTimeout", "console", "crypto", "fetch", "navigator", "performance",
	"queueMicrotask", "self", "setImmediate", "setInterval", "setTimeout", "structuredClone",
}

// Names lists the globals that Install adds, sorted. Install also adds to built-ins: Array.fromAsync, Map.groupBy,
// Object.groupBy, Promise.try, Promise.withResolvers, String.prototype.isWellFormed and toWellFormed, the iterator
// helpers, and the symbols asyncIterator, dispose, asyncDispose and metadata.
func Names() []string { return slices.Clone(names) }
