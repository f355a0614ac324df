package data

import (
	"math"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// This file is the one door to SQLite's memory, which the Go runtime neither manages nor moves: its addresses are uintptr.

const pointerSize = int(unsafe.Sizeof(uintptr(0)))

// valueAt returns what is at an address.
func valueAt[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

// listAt returns so many of what begins at an address.
func listAt[T any](p uintptr, n int) []T { return unsafe.Slice(valueAt[T](p), n) }

// foreign returns n bytes of SQLite's memory, valid until SQLite is called again.
func foreign(p uintptr, n int) []byte {
	if p == 0 || n <= 0 || n > math.MaxInt32 {
		return nil
	}
	return listAt[byte](p, n)
}

// addressOf returns the address of a function as SQLite's code, which is Go, calls functions.
func addressOf[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

// pageCaches is what all page caches of SQLite have in common.
//
//go:linkname pageCaches modernc.org/sqlite/lib._pcache1_g
var pageCaches sqlite3.TPCacheGlobal

// separatePages gives each connection that is opened from now on a page cache of its own, as SQLite does by default. modernc's is built with
// SQLITE_ENABLE_MEMORY_MANAGEMENT, so that all connections would share the pages and one mutex, which is locked twice for each page that a
// statement looks at: readers on several processors waited for each other. What that is good for, sqlite3_release_memory, is called by
// nobody; a connection keeps to its own cache_size in either case.
var separatePages = sync.OnceFunc(func() {
	tls := libc.NewTLS()
	defer tls.Close()
	if sqlite3.Xsqlite3_initialize(tls) == sqlite3.SQLITE_OK { // which sets what is set here
		pageCaches.FseparateCache = 1
	}
})
