// Package recent remembers the latest of what was found, by key, in a bounded memory.
package recent
