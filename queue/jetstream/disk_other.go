//go:build !linux && !darwin && !freebsd

package jetstream

// freeBytes returns -1: it is not known.
func freeBytes(string) int64 { return -1 }
