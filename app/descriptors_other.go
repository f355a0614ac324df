//go:build !unix

package app

// descriptorLimit returns 0: there is no limit.
func descriptorLimit() uint64 { return 0 }
