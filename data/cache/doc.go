// Package cache keeps bytes by the name of a cache and a key, for a time.
//
// The idea: [Store] is the port, [Memory], [Redis] and [Postgres] are behind it, and cachetest
// holds all to one behaviour; [Open] chooses by URL. What a value means is the caller's matter: JSON, mostly, and the
// JSON null is a value like any other. [Flights] lets only one of several callers that miss
// the same entry make it; it works beside any Store, within one process.
//
// The laws:
//   - An entry is found until its time has passed, it is deleted or its cache is cleared, or
//     until the store needs the room: every caller can make the value anew.
//   - The caches of a store do not touch each other. Their names are few and the
//     programmer's (UTF-8 without NUL); keys are many and any string.
//   - Set copies the value. What Get returns may be shared: it must not be changed.
//   - A failure is a *fault.Error.
//
// The smallest use:
//
//	store := cache.NewMemory(cache.MemoryOptions{})
//	err := store.Set(ctx, "books", "42", []byte(`{"title":"Emma"}`), time.Minute)
//	value, found, err := store.Get(ctx, "books", "42")
package cache
