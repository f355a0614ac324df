//go:build !unix

package app

// descriptorLimit is 0: there is none.
func descriptorLimit() uint64 { return 0 }
