//go:build !sharedpages

package data

import (
	"sync"
	_ "unsafe" // for go:linkname

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// pageCaches is what all page caches of SQLite have in common.
//
//go:linkname pageCaches modernc.org/sqlite/lib._pcache1_g
var pageCaches sqlite3.TPCacheGlobal

// separatePages gives each connection that is opened from now on a page cache of its own, as SQLite does by default. modernc's is built with
// SQLITE_ENABLE_MEMORY_MANAGEMENT, so that all connections would share the pages and one mutex, which is locked twice for each page that a
// statement looks at: readers on several processors waited for each other. What that is good for, sqlite3_release_memory, is called by
// nobody; a connection keeps to its own cache_size in either case. The build tag sharedpages leaves it as it is, for comparison.
var separatePages = sync.OnceFunc(func() {
	tls := libc.NewTLS()
	defer tls.Close()
	if sqlite3.Xsqlite3_initialize(tls) == sqlite3.SQLITE_OK { // which sets what is set here
		pageCaches.FseparateCache = 1
	}
})
