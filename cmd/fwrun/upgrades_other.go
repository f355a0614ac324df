//go:build !unix

package main

// upgrades returns nil: there is no such signal on this system.
func upgrades() <-chan struct{} { return nil }
