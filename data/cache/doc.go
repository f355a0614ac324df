// Package cache keeps bytes for a limited time, by the name of a cache and a key.
//
// [Store] is the interface, which [Memory], [Redis], [Postgres] and [Table] implement; cachetest tests that all of them behave
// in the same way, and [Open] chooses one by URL. The caller decides what a value means: in most cases it is JSON,
// and the JSON null is a value like any other. [Flights] lets only one of several callers that miss the same entry
// make it. It works with any Store, within one process.
//
// Rules:
//   - An entry is found until its time has passed, until it is deleted or its cache is cleared, or until the store
//     needs the room: every caller can make the value again.
//   - The caches of a store do not affect each other. Their names are few and chosen by the programmer (UTF-8 without
//     NUL); keys are many and may be any string.
//   - Set copies the value. The value that Get returns may be shared and must not be changed.
//   - A failure is a *fault.Error.
//
// Example:
//
//	store := cache.NewMemory(cache.MemoryOptions{})
//	err := store.Set(ctx, "books", "42", []byte(`{"title":"Emma"}`), time.Minute)
//	value, found, err := store.Get(ctx, "books", "42")
package cache
