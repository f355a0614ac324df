// Package cache keeps bytes by key in a folder of the user.
//
// A key is a hash of everything that the bytes were made from, so an entry is never out of date, only unused;
// the least recently used entries are removed when the folder grows. A file that is damaged, or that another
// user could have written, counts as missing. Any entry may be missing at any time: the caller must be able
// to make the bytes again.
//
// Several processes may use one folder at once: a file appears whole, under its name, or not at all.
//
//	store, err := cache.Open(folder)
//	defer store.Close()
//	bytes, ok := store.Load(key)
//	err = store.Save(key, bytes)
package cache
