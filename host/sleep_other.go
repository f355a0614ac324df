//go:build !unix

package host

// canSleep reports whether arrived can tell something.
const canSleep = false

// arrived is not called.
func arrived(uintptr) (ready, open bool) { return true, false }
